// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRequest {
  /// The body, even if it is a stream; `nil` if the request has no body or its stream cannot be read.
  ///
  /// On Apple platforms, a session converts the body of a request to a stream before a `URLProtocol` sees the request.
  /// On Linux, the body does not change. A stream can be read only once.
  ///
  /// - Complexity: O(*n*) in the length of the body.
  public var streamedBody: Data? {
    if let httpBody { return httpBody }
    guard let stream = httpBodyStream else { return nil }
    stream.open()
    defer { stream.close() }
    let size = 1_024
    var body = Data()
    var buffer = [UInt8](repeating: 0, count: size)
    while true {
      let count = stream.read(&buffer, maxLength: size)
      if count == 0 { return body }
      guard count > 0 else { return nil }
      body.append(contentsOf: buffer.prefix(count))
    }
  }
}
