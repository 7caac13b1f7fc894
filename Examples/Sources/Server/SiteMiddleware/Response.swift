// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import SharedModels

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

struct Response: Sendable {
  var status: Int
  var headers: [String: String]
  var body: Data

  private init(status: Int, contentType: String, headers: [String: String] = [:], body: Data) {
    self.status = status
    self.headers = Self.securityHeaders.merging(headers) { _, new in new }
    self.headers["Content-Type"] = contentType
    self.headers["Content-Length"] = "\(body.count)"
    self.body = body
  }

  private static let securityHeaders = [
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Download-Options": "noopen",
    "X-Frame-Options": "SAMEORIGIN",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-XSS-Protection": "1; mode=block",
  ]

  /// Returns a value as JSON, which is pretty-printed with sorted keys in tests.
  static func json(
    status: Int = 200,
    _ value: some Encodable,
    headers: [String: String] = [:],
    _ envVars: EnvVars
  ) -> Self {
    let encoder = JSONEncoder()
    if envVars.appEnvironment == .testing {
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    }
    do {
      let body = try encoder.encode(value)
      return Self(status: status, contentType: "application/json", headers: headers, body: body)
    } catch {
      // Encoding fails only for a number that JSON cannot represent.
      let body = Data(#"{"message":"The response could not be encoded."}"#.utf8)
      return Self(status: 500, contentType: "application/json", body: body)
    }
  }

  /// Returns an error as JSON; in production without the dump, the file and the line.
  static func failure(
    _ error: any Error,
    status: Int? = nil,
    headers: [String: String] = [:],
    _ envVars: EnvVars,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let statusError = error as? any StatusError
    let status = status ?? statusError?.status ?? 500
    var headers = headers
    headers["Retry-After"] = statusError?.retryAfter.map { "\($0)" }
    var apiError = ApiError(error: error, file: file, line: line)
    // The error is not a `LocalizedError`, so Foundation's description would contain only a number.
    if let error = error as? UnimplementedError { apiError.message = error.description }
    // A dump would contain the whole request and memory addresses of the server.
    if let error = error as? RoutingError { apiError.errorDump = error.description }
    if envVars.appEnvironment == .production {
      apiError.errorDump = ""
      apiError.file = ""
      apiError.line = 0
    }
    return .json(status: status, apiError, headers: headers, envVars)
  }

  static func html(_ text: String) -> Self {
    Self(status: 200, contentType: "text/html; charset=utf-8", body: Data(text.utf8))
  }

  static func redirect(to location: String, status: Int = 302) -> Self {
    Self(
      status: status,
      contentType: "text/plain",
      headers: ["Location": location],
      body: Data()
    )
  }

  init(_ error: RoutingError, _ envVars: EnvVars) {
    switch error.kind {
    case .notFound:
      self.init(status: 404, contentType: "application/json", body: Data("{}".utf8))
    case .methodNotAllowed(let allowed):
      let methods = allowed.map { "\($0)" }.joined(separator: ", ")
      self = .failure(error, status: 405, headers: ["Allow": methods], envVars)
    case .badRequest, .unsupportedMediaType, .unauthorized, .unprintable:
      self = .failure(error, status: error.statusCode, envVars)
    }
  }

  func http(for request: URLRequest) -> (Data, HTTPURLResponse) {
    guard
      let response = HTTPURLResponse(
        url: request.url ?? URL(fileURLWithPath: "/"),
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
      )
    else {
      preconditionFailure("An HTTPURLResponse could not be created.")
    }
    return (request.httpMethod == "HEAD" ? Data() : body, response)
  }
}
