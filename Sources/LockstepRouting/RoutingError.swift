// SPDX-License-Identifier: MIT

/// Why a request is not a route, or why a route is not a request.
///
/// A server answers by its ``kind``. Of the routes that were considered, the error is about the one
/// that came furthest: a route whose path and method matched before one that did not.
///
/// A conversion may throw one; its kind and reason are kept.
public struct RoutingError: Error, Sendable, Hashable {
  /// The class of an error, after the status that a server answers with.
  public enum Kind: Sendable, Hashable {
    /// No route has such a path.
    case notFound
    /// The path exists, but for other methods.
    case methodNotAllowed(allowed: [Method])
    /// A route has this path and method, but something it needs is missing or malformed.
    case badRequest
    /// A route refused the request because of who sent it, as a missing or wrong signature.
    case unauthorized
    /// The route has no request, or none that would be read back as the same route.
    case unprintable
  }

  /// A part of a request.
  public enum Part: Sendable, Hashable {
    /// A component of the path, counted from 0.
    case path(Int)
    /// A query item, by its name.
    case query(String)
    /// A header field, by its name.
    case header(String)
    /// The body.
    case body
  }

  /// The class of the error.
  public var kind: Kind

  /// The part of the request that it is about, where it is about one.
  public var part: Part?

  /// What the part should have been: `an integer`.
  public var expected: String?

  /// The text found there; nil if the part is missing or is not text.
  public var found: String?

  /// What else there is to say.
  public var reason: String?

  /// The method and the path that were asked for, where the error is about the whole request.
  var request: Target?

  struct Target: Sendable, Hashable {
    var method: Method
    var path: [String]
  }

  /// Describes an error.
  ///
  /// - Parameters:
  ///   - kind: The class of the error.
  ///   - part: The part of the request that it is about.
  ///   - expected: What the part should have been.
  ///   - found: The text found there; nil if the part is missing.
  ///   - reason: What else there is to say.
  public init(
    _ kind: Kind,
    part: Part? = nil,
    expected: String? = nil,
    found: String? = nil,
    reason: String? = nil
  ) {
    self.kind = kind
    self.part = part
    self.expected = expected
    self.found = found
    self.reason = reason
  }

  /// A bad request, for conversions to throw.
  public static func badRequest(_ reason: String, part: Part? = nil) -> Self {
    Self(.badRequest, part: part, reason: reason)
  }

  /// A request that is refused because of who sent it, for conversions to throw.
  public static func unauthorized(_ reason: String, part: Part? = nil) -> Self {
    Self(.unauthorized, part: part, reason: reason)
  }

  /// A route that cannot be printed, for conversions to throw.
  public static func unprintable(_ reason: String, part: Part? = nil) -> Self {
    Self(.unprintable, part: part, reason: reason)
  }

  static func notFound(_ request: URLRequestData) -> Self {
    var error = Self(.notFound)
    error.request = Target(method: request.method, path: request.path)
    return error
  }

  static func methodNotAllowed(_ request: URLRequestData, allowed: [Method]) -> Self {
    var error = Self(.methodNotAllowed(allowed: allowed))
    error.request = Target(method: request.method, path: request.path)
    return error
  }
}

extension RoutingError {
  /// The status that a server answers with: 404, 405, 400, 401, or 500 for a route that it could
  /// not print.
  public var statusCode: Int {
    switch kind {
    case .notFound: 404
    case .methodNotAllowed: 405
    case .badRequest: 400
    case .unauthorized: 401
    case .unprintable: 500
    }
  }
}
