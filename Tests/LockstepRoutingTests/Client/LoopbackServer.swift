// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on the loopback interface that answers one HTTP request and closes the connection.
///
/// It returns the bytes of the request and responds with bytes that the test passes.
final class LoopbackServer: Sendable {
  struct SystemError: Error {
    let call: String
    let code: Int32
  }

  let port: UInt16
  private let listener: Int32

  init() throws(SystemError) {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw SystemError(call: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(listener)
      throw SystemError(call: "bind", code: code)
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(listener)
  }

  /// Waits for a request on a new thread and responds to it.
  ///
  /// - Returns: A stream with the text of the request.
  func serve(_ response: String) -> AsyncStream<Result<String, any Error>> {
    let (requests, continuation) = AsyncStream.makeStream(of: Result<String, any Error>.self)
    let thread = Thread {
      continuation.yield(Result { try self.serveNow(response) })
      continuation.finish()
    }
    thread.start()
    return requests
  }

  private func serveNow(_ response: String) throws -> String {
    let connection = Int32(Self.uninterrupted { Int(accept(listener, nil, nil)) })
    guard connection >= 0 else { throw SystemError(call: "accept", code: errno) }
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while Self.isComplete(request) == false {
      let count = Self.uninterrupted { read(connection, &buffer, buffer.count) }
      guard count > 0 else { throw SystemError(call: "read", code: errno) }
      request += buffer.prefix(count)
    }
    var rest = Array(response.utf8)[...]
    while rest.isEmpty == false {
      let count = Self.uninterrupted {
        rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { throw SystemError(call: "write", code: errno) }
      rest = rest.dropFirst(count)
    }
    return String(decoding: request, as: UTF8.self)
  }

  /// Repeats a system call while signals interrupt it.
  private static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Whether the head and the whole body have arrived.
  private static func isComplete(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].split(separator: "\r\n")
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }
}
