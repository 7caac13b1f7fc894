// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
  /// A request as it came over HTTP, without its body.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - address: The address of the client, for the field `X-Client-Address`, which the client cannot set.
  /// - Throws: A ``Refusal`` of a head without one address.
  init(_ head: HTTPRequest, from address: String) throws(Refusal) {
    guard head.headerFields[values: .host].isEmpty else { throw .twoHosts }
    guard let url = try URL(head) else { throw .ofNoAddress }
    self.init(url: url)
    httpMethod = head.method.rawValue
    for field in head.headerFields where HTTPField.Name.ofConnection.contains(field.name) == false {
      addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    setValue(address, forHTTPHeaderField: HTTPField.Name.clientAddress.rawName)
  }
}

extension HTTPField.Name {
  static let forwarded = Self.known("Forwarded")
  static let clientAddress = Self.known("X-Client-Address")
  static let forwardedFor = Self.known("X-Forwarded-For")
  static let host = Self.known("Host")
  static let requestID = Self.known("X-Request-Id")

  /// The fields that are about the connection, and not about the request, and the one that the server sets.
  fileprivate static let ofConnection: Set<Self> = [
    .clientAddress, .connection, .contentLength, .transferEncoding,
  ]

  private static func known(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("'\(name)' is a token.") }
    return name
  }
}

extension URL {
  /// The address that a request names: host and path, or all in one as proxies are asked.
  fileprivate init?(_ head: HTTPRequest) throws(Refusal) {
    let path = head.path ?? ""
    if path.utf8.first == UInt8(ascii: "/") {
      guard let authority = head.authority, authority.isEmpty == false else { throw .withoutHost }
      self.init(string: "http://\(authority)\(path)", encodingInvalidCharacters: false)
      // A host with a slash would be read as a part of the path.
      guard authority.utf8.allSatisfy({ !"/?#@\\".utf8.contains($0) }) else { return nil }
    } else {
      self.init(string: path, encodingInvalidCharacters: false)
      guard scheme == "http" || scheme == "https", host()?.isEmpty == false else { return nil }
    }
  }
}

extension HummingbirdCore.Request {
  /// The bytes of the body; nil if the request has none, which is not the same as an empty one.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes that it may have.
  ///   - goOn: Tells a client that waits for it to send the body; called for a body that may come.
  /// - Returns: The bytes.
  /// - Throws: A ``Refusal`` of a body that is too large, or has not come in whole.
  func wholeBody(upTo limit: Int, _ goOn: () -> Void) async throws -> Data? {
    let field = headers[.contentLength]
    guard field != nil || headers[.transferEncoding] != nil else { return nil }
    // A number that is too large for an integer is too large for a body.
    let length = field.map { Int($0) ?? .max }
    if let length, length > limit { throw Refusal.tooLarge(limit) }
    if let expectation = headers[.expect] {
      guard expectation.lowercased() == "100-continue" else { throw Refusal.unexpected }
      goOn()
    }
    var data = Data()
    for try await buffer in body {
      guard data.count + buffer.readableBytes <= limit else { throw Refusal.tooLarge(limit) }
      data.append(contentsOf: buffer.readableBytesView)
    }
    // A connection that ends early looks like the end of the body.
    if let length, length != data.count { throw Refusal.incomplete }
    return data
  }
}

extension HummingbirdCore.Response {
  /// The answer of a handler.
  init(_ body: Data, _ response: HTTPURLResponse) {
    var headers = HTTPFields()
    for case (let name as String, let value as String) in response.allHeaderFields {
      guard let name = HTTPField.Name(name) else { continue }
      headers[name] = value
    }
    self.init(
      status: HTTPResponse.Status(code: response.statusCode),
      headers: headers,
      body: body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
    )
  }
}
