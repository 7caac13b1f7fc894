// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Result where Success == (Data, URLResponse), Failure == URLError {
  /// Returns a response with status 200 and a value encoded as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder for the value.
  /// - Returns: The response.
  /// - Throws: Any error thrown by the encoder.
  public static func ok<Value: Encodable>(
    _ value: Value,
    encoder: JSONEncoder = .sortingKeys
  ) throws -> Self {
    try response(body: encoder.encode(value))
  }

  /// Returns a response with status 200 and a JSON object, which may contain encodable values.
  ///
  /// ```swift
  /// try .ok(["count": 2, "player": Player.blob, "tags": ["new", nil]])
  /// ```
  ///
  /// - Parameter jsonObject: A dictionary with string keys, an array, or a single value.
  /// - Returns: The response.
  /// - Throws: `EncodingError.invalidValue` with the coding path of a value that is not encodable.
  public static func ok(_ jsonObject: Any) throws -> Self {
    try response(body: JSONText.data(jsonObject))
  }

  /// Returns a response with any status, header fields, and body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields. If `Content-Type` is missing, the response declares JSON.
  ///   - body: The body.
  /// - Returns: The response, for the URL `/`.
  /// - Throws: `URLError` if `HTTPURLResponse` does not accept the arguments.
  public static func response(
    status: Int = 200,
    headers: [String: String] = [:],
    body: Data = Data()
  ) throws -> Self {
    var headers = headers
    if headers.keys.allSatisfy({ $0.lowercased() != "content-type" }) {
      headers["Content-Type"] = "application/json"
    }
    guard let url = URL(string: "/"),
      let response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
      )
    else { throw URLError(.badServerResponse) }
    return .success((body, response))
  }

  /// Returns a response with any status and a value encoded as JSON.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - value: The value.
  ///   - encoder: The encoder for the value.
  /// - Returns: The response.
  /// - Throws: Any error thrown by the encoder.
  public static func status<Value: Encodable>(
    _ status: Int,
    _ value: Value,
    encoder: JSONEncoder = .sortingKeys
  ) throws -> Self {
    try response(status: status, body: encoder.encode(value))
  }
}
