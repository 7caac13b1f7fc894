// SPDX-License-Identifier: MIT

internal import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Returns the bytes of a request.
///
/// - Parameter request: The request. The host of its URL need not be the host that receives it.
/// - Returns: The head and the body.
public func wireBytes(of request: URLRequest) -> [UInt8] {
  let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
  let path = components?.percentEncodedPath ?? "/"
  let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
  var head =
    "\(request.httpMethod ?? "GET") \(path.hasPrefix("/") ? "" : "/")\(path)\(query) HTTP/1.1\r\n"
  head += "Host: \(components?.percentEncodedHost ?? "localhost")\r\n"
  for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
    head += "\(name): \(value)\r\n"
  }
  if let body = request.httpBody { head += "Content-Length: \(body.count)\r\n" }
  return Array((head + "\r\n").utf8) + (request.httpBody ?? Data())
}

/// Sends a request over a new connection, on a thread of its own, and returns the answer.
///
/// - Throws: A ``WireError``.
public func wireResponse(
  to request: URLRequest,
  port: Int
) async throws -> WireResponse {
  try await blocking {
    let connection = try WireConnection(port: port)
    try connection.send(wireBytes(of: request))
    guard let response = try connection.receive(hasBody: request.httpMethod != "HEAD") else {
      throw WireError.incomplete
    }
    return response
  }
}

/// Runs a blocking function on a thread of its own.
public func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: body)) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
