// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The reason why a client has no value for a route.
///
/// Errors are equal if they say the same, so that a test can compare an action that contains one.
public struct URLRoutingClientError: Error, Sendable {
  /// The cause of the error.
  public enum Cause: Sendable {
    /// The route has no request.
    case unprintable(RoutingError)
    /// The request was not sent, or was not answered: a `URLError`, or an error thrown by a closure of
    /// the ``RequestOptions``.
    case transport(any Error)
    /// The server answered with a status outside the 200s.
    case status(Int)
    /// The body is not the requested value: a `DecodingError`, or an error thrown by the type's own
    /// decoding.
    case decoding(type: String, any Error)
    /// The client has no answer for the route; the text has been reported.
    case unimplemented(String)
  }

  /// The cause of the error.
  public let cause: Cause

  /// The status of the answer, if there was one.
  public let status: Int?

  /// The body of the answer, if there was one.
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
  /// Decodes the body of an unsuccessful answer, in which the server describes the error.
  ///
  /// - Parameters:
  ///   - type: The server's error type.
  ///   - decoder: Reads the value.
  /// - Returns: The server's error; nil if there is no body or it is not such an error.
  public func decodeBody<Value: Decodable>(
    as type: Value.Type,
    decoder: JSONDecoder = JSONDecoder()
  ) -> Value? {
    body.flatMap { try? decoder.decode(type, from: $0) }
  }

  /// The place where the body is not the requested value; empty at its top level, nil for other errors.
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

  /// The start of the body as text in quotation marks, at most 80 characters; nil without a body.
  var excerpt: String? {
    guard let body, !body.isEmpty else { return nil }
    // A character has at most 4 bytes; one that is cut in two is beyond the limit.
    return RoutingError.quote(String(decoding: body.prefix(400), as: UTF8.self))
  }
}

extension URLRoutingClientError: CustomStringConvertible {
  /// The problem, with the status and the start of the body.
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
  /// The description.
  public var errorDescription: String? { description }
}

extension URLRoutingClientError: Equatable {
  /// Returns whether both errors say the same about the same answer.
  ///
  /// Errors of `URLSession` are compared by their codes.
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
