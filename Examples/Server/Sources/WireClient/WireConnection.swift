// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A connection to a server on this machine, for requests that an HTTP library would not send.
///
/// Isolation: one thread at a time. Each operation blocks its thread.
public final class WireConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a port on the loopback interface.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - host: The last number of the client's address, 127.0.0.*n*.
  ///   - patience: The seconds without a byte after which an operation fails.
  ///   - window: The size of the system's receive buffer in bytes, or nil for the default.
  ///   - segment: The maximum segment size in bytes, which limits the growth of the server's buffer, or nil for the
  ///     default.
  /// - Throws: A ``WireError``.
  public init(
    port: Int,
    host: UInt8 = 1,
    patience: Int = 60,
    window: Int? = nil,
    segment: Int? = nil
  ) throws {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw WireError.system(errno) }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var on: Int32 = 1
    setsockopt(
      descriptor,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &on,
      socklen_t(MemoryLayout<Int32>.size)
    )
    if let window {
      var size = Int32(window)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    if let segment {
      var size = Int32(segment)
      setsockopt(
        descriptor,
        Int32(IPPROTO_TCP),
        TCP_MAXSEG,
        &size,
        socklen_t(MemoryLayout<Int32>.size)
      )
    }
    // Binding uses up a local port, and recently closed connections may occupy all of them.
    if host != 1 {
      var own = Self.address(in_addr_t(0x7F00_0000) + in_addr_t(host), port: 0)
      let isBound = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard isBound == 0 else { throw WireError.system(errno) }
    }
    var address = Self.address(0x7F00_0001, port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // Throwing releases the object, which closes the socket.
    guard result == 0 else { throw WireError.system(errno) }
  }

  deinit {
    close(descriptor)
  }

  private static func address(_ number: in_addr_t, port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = number.bigEndian
    return address
  }

  /// Sends bytes unchanged.
  public func send(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    var sent = 0
    #if canImport(Glibc)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { unsafeSend(descriptor, $0, flags) }
      guard count > 0 else { throw WireError.system(errno) }
      sent += count
    }
  }

  /// Closes the sending side of the connection.
  public func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Waits for the next answer, and returns nil if the connection closes before its first byte.
  ///
  /// - Parameters:
  ///   - hasBody: Whether the answer has a body. An answer to `HEAD` has none.
  ///   - piece: The number of bytes between pauses, or 0 for no pauses.
  ///   - seconds: The length of a pause.
  /// - Returns: The answer.
  /// - Throws: A ``WireError``.
  public func receive(
    hasBody: Bool = true,
    pausingAfterEach piece: Int = 0,
    for seconds: Double = 0
  ) throws -> WireResponse? {
    let separator = Array("\r\n\r\n".utf8)
    var end = received.firstRange(of: separator)
    while end == nil {
      guard try receiveMore() else {
        if received.isEmpty { return nil }
        throw WireError.incomplete
      }
      end = received.firstRange(of: separator)
    }
    guard let end else { return nil }
    var response = try WireResponse(
      head: String(decoding: received[..<end.lowerBound], as: UTF8.self)
    )
    received.removeSubrange(..<end.upperBound)
    guard hasBody, let length = response["Content-Length"].flatMap({ Int($0) }) else {
      return response
    }
    var next = piece
    while received.count < length {
      guard try receiveMore() else { throw WireError.incomplete }
      guard piece > 0, received.count >= next else { continue }
      next += piece
      Thread.sleep(forTimeInterval: seconds)
    }
    response.body = Data(received[..<length])
    received.removeSubrange(..<length)
    return response
  }

  /// Discards received bytes until the server closes the connection.
  public func waitForEnd() throws {
    while try receiveMore() { received.removeAll() }
  }

  private func receiveMore() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 {
      if errno == ECONNRESET { return false }
      throw WireError.system(errno)
    }
    received += buffer[..<count]
    return count > 0
  }
}

private func unsafeSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int
{
  #if canImport(Glibc)
  Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
  #else
  Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
  #endif
}

/// An error of the connection.
public enum WireError: Error, Equatable, CustomStringConvertible {
  /// The connection was closed in the middle of an answer.
  case incomplete
  /// The received bytes are not an HTTP answer.
  case malformed(String)
  /// A system error with its number.
  case system(Int32)

  /// A Boolean value that indicates whether the server closed the connection.
  public var isClosed: Bool { [.system(EPIPE), .system(ECONNRESET)].contains(self) }

  /// A short description of the error.
  public var description: String {
    switch self {
    case .incomplete: "the answer is incomplete"
    case .malformed(let line): "no answer of HTTP: \(line.debugDescription)"
    case .system(let code): String(cString: strerror(code))
    }
  }
}

/// An answer as received.
public struct WireResponse: Sendable {
  /// The status code.
  public var status: Int

  /// The header fields in their order.
  public var fields: [(name: String, value: String)] = []

  /// The body.
  public var body = Data()

  init(head: String) throws {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines.removeFirst()
    let words = first.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw WireError.malformed(String(first))
    }
    self.status = status
    fields = try lines.map { line in
      guard let colon = line.firstIndex(of: ":") else { throw WireError.malformed(String(line)) }
      return (
        String(line[..<colon]),
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      )
    }
  }

  /// Returns the first value of a header field, ignoring the case of its name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
