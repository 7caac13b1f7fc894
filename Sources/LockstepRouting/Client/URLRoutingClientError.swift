// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// An error that explains why a client has no value for a route.
///
/// Errors with the same cause, status, and body are equal, so tests can compare actions that contain an error.
public struct URLRoutingClientError: Error, Sendable {
  /// The cause of the error.
  public enum Cause: Sendable {
    /// The router cannot print the route.
    case unprintable(RoutingError)
    /// The client sent no request or received no response: a `URLError`, or an error thrown by a closure, such as one
    /// of the ``RequestOptions``.
    case transport(any Error)
    /// The server responded with a status outside the 200s.
    case status(Int)
    /// The body cannot be decoded: a `DecodingError`, or an error thrown by the type's own decoding.
    case decoding(type: String, any Error)
    /// The client has no response for the route and has reported the text.
    case unimplemented(String)
  }

  /// The cause of the error.
  public let cause: Cause

  /// The status code of the response, or nil if there is none.
  public let status: Int?

  /// The body of the response, or nil if there is none.
  public let body: Data?

  init(_ cause: Cause) {
    self.cause = cause
    status = nil
    body = nil
  }

  init(_ cause: Cause, answer: (data: Data, response: URLResponse)) {
    self.cause = cause
    status = (answer.response as? HTTPURLResponse)?.statusCode
    body = answer.data
  }

  static func noBaseURL(of request: URLRequest) -> Self {
    let address = RoutingError.quote(request.url?.absoluteString ?? "")
    return Self(
      .unprintable(.unprintable("\(address) is not an absolute URL: give the router a base URL"))
    )
  }
}

extension URLRoutingClientError {
  /// Decodes the body of an unsuccessful response, in which the server describes the error.
  ///
  /// - Parameters:
  ///   - type: The server's error type.
  ///   - decoder: The decoder for the body.
  /// - Returns: The server's error, or nil if the body is missing or cannot be decoded.
  public func decodeBody<Value: Decodable>(
    as type: Value.Type,
    decoder: JSONDecoder = JSONDecoder()
  ) -> Value? {
    body.flatMap { try? decoder.decode(type, from: $0) }
  }

  /// The coding path of the value that cannot be decoded, or nil for other errors.
  public var codingPath: [any CodingKey]? {
    guard case .decoding(_, let error) = cause, let error = error as? DecodingError else {
      return nil
    }
    return switch error {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }

  /// The start of the body in quotation marks, at most 80 Unicode scalars.
  var excerpt: String? {
    guard let body, !body.isEmpty else { return nil }
    // A scalar has at most 4 bytes. A scalar that the prefix splits is beyond the limit.
    return RoutingError.quote(String(decoding: body.prefix(400), as: UTF8.self))
  }
}

extension URLRoutingClientError: CustomStringConvertible {
  /// A description of the problem, with the status and the start of the body.
  public var description: String {
    let end = excerpt.map { ": \($0)" } ?? ""
    return switch cause {
    case .unprintable(let error): error.description
    case .transport(let error): "The request failed: \(Self.describe(error))"
    case .status(let status): "The server responded with status \(status)\(end)"
    case .decoding(let type, let error):
      "The body\(status.map { " of status \($0)" } ?? "") is not JSON of \(type): "
        + Self.describe(error) + end
    case .unimplemented(let message): message
    }
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as URLError: "URLError \(error.code.rawValue), \(error.localizedDescription)"
    default: RoutingError.describe(error)
    }
  }
}

extension URLRoutingClientError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension URLRoutingClientError: Equatable {
  /// Returns whether both errors have the same cause, status, and body.
  ///
  /// Two values of `URLError` are equal if their codes are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.status == rhs.status, lhs.body == rhs.body else { return false }
    return switch (lhs.cause, rhs.cause) {
    case (.unprintable(let lhs), .unprintable(let rhs)): lhs == rhs
    case (.transport(let lhs), .transport(let rhs)): areEqual(lhs, rhs)
    case (.status(let lhs), .status(let rhs)): lhs == rhs
    case (.decoding(let lhs, let lhsError), .decoding(let rhs, let rhsError)):
      lhs == rhs && areEqual(lhsError, rhsError)
    case (.unimplemented(let lhs), .unimplemented(let rhs)): lhs == rhs
    default: false
    }
  }

  private static func areEqual(_ lhs: any Error, _ rhs: any Error) -> Bool {
    switch (lhs, rhs) {
    case (let lhs as URLError, let rhs as URLError): lhs.code == rhs.code
    case (let lhs as any Equatable, _): isEqual(lhs, rhs)
    default: type(of: lhs) == type(of: rhs) && describe(lhs) == describe(rhs)
    }
  }

  private static func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: any Error) -> Bool {
    lhs == rhs as? Value
  }
}
