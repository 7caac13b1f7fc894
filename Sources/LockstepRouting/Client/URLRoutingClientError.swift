// SPDX-License-Identifier: MIT

public import Foundation

/// Why a client has no value for a route.
public struct URLRoutingClientError: Error, Sendable {
  /// What went wrong.
  public enum Cause: Sendable {
    /// The route has no request.
    case unprintable(RoutingError)
    /// The request was not answered.
    case transport(any Error)
    /// The server answered with a status outside of the 200s.
    case status(Int)
    /// The body is not the value that was asked for.
    case decoding(type: String, DecodingError)
    /// The client has no answer for the route; the text has been reported.
    case unimplemented(String)
  }

  /// What went wrong.
  public let cause: Cause

  /// The body of the answer, if there was one.
  public let body: Data?

  init(_ cause: Cause, body: Data?) {
    self.cause = cause
    self.body = body
  }

  /// Decodes the body of an unsuccessful answer: what the server says of the error.
  ///
  /// - Parameters:
  ///   - type: The server's type of errors.
  ///   - decoder: Reads the value.
  /// - Returns: The server's error; nil if there is no body or it is none.
  public func decodeBody<Value: Decodable>(
    as type: Value.Type,
    decoder: JSONDecoder = JSONDecoder()
  ) -> Value? {
    body.flatMap { try? decoder.decode(type, from: $0) }
  }
}

extension URLRoutingClientError: CustomStringConvertible {
  /// What went wrong, with the start of the body.
  public var description: String {
    switch cause {
    case .unprintable(let error): error.description
    case .transport(let error): "The request failed: \(error)"
    case .status(let status): "The server answered with status \(status)\(excerpt)"
    case .decoding(let type, let error):
      "The body is not JSON of \(type): \(RoutingError.describe(error))\(excerpt)"
    case .unimplemented(let message): message
    }
  }

  private var excerpt: String {
    guard let body, !body.isEmpty else { return "" }
    return ": " + RoutingError.quote(String(decoding: body.prefix(400), as: UTF8.self))
  }
}
