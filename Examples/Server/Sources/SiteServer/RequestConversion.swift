// SPDX-License-Identifier: MIT

internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
  /// A request as it came over HTTP, and the body that came with it.
  init(_ head: HTTPRequest, body: Data?) throws(Refusal) {
    guard let url = try URL(head) else { throw .ofNoAddress }
    self.init(url: url)
    httpMethod = head.method.rawValue
    // The others are about the connection, and not about the request.
    let connection: Set<HTTPField.Name> = [.connection, .contentLength, .transferEncoding]
    for field in head.headerFields where connection.contains(field.name) == false {
      addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    httpBody = body
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
  /// - Parameter limit: How many bytes it may have.
  /// - Returns: The bytes.
  /// - Throws: A ``Refusal`` of a body that is too large, or has not come in whole.
  func wholeBody(upTo limit: Int) async throws -> Data? {
    let length = headers[.contentLength].flatMap { Int($0) }
    guard length != nil || headers[.transferEncoding] != nil else { return nil }
    if let length, length > limit { throw Refusal.tooLarge(limit) }
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
  /// What the server function has answered.
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
