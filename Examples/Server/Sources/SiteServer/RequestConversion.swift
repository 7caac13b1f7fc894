// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
  /// Creates a request without a body from an HTTP head.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - address: The client address for the `X-Client-Address` field, which the client cannot set.
  /// - Throws: A ``Refusal`` if the head does not contain exactly one valid address.
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

  /// The fields that describe the connection, and the field that only the server sets.
  fileprivate static let ofConnection: Set<Self> = [
    .clientAddress, .connection, .contentLength, .transferEncoding,
  ]

  private static func known(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("'\(name)' is a token.") }
    return name
  }
}

extension URL {
  fileprivate init?(_ head: HTTPRequest) throws(Refusal) {
    let path = head.path ?? ""
    if path.utf8.first == UInt8(ascii: "/") {
      guard let authority = head.authority, authority.isEmpty == false else { throw .withoutHost }
      self.init(string: "http://\(authority)\(path)", encodingInvalidCharacters: false)
      // A host with a slash would become a part of the path.
      guard authority.utf8.allSatisfy({ !"/?#@\\".utf8.contains($0) }) else { return nil }
    } else {
      self.init(string: path, encodingInvalidCharacters: false)
      guard scheme == "http" || scheme == "https", host()?.isEmpty == false else { return nil }
    }
  }
}

extension HummingbirdCore.Request {
  /// Returns the bytes of the body, or nil if the request has none, which differs from an empty one.
  func wholeBody(upTo limit: Int, _ goOn: () -> Void) async throws -> Data? {
    let field = headers[.contentLength]
    guard field != nil || headers[.transferEncoding] != nil else { return nil }
    // A length that overflows an integer also exceeds the limit.
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
    // A connection that closes early looks like the end of the body.
    if let length, length != data.count { throw Refusal.incomplete }
    return data
  }
}

extension HummingbirdCore.Response {
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
