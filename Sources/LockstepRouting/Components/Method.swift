// SPDX-License-Identifier: MIT

/// A request method, which is both a value to compare and the part of a route that requires it.
///
/// ```swift
/// Route(.case(SiteRoute.logOut)) {
///   Method.post
///   Path { "log-out" }
/// }
/// ```
///
/// A route without a method is a `GET` route. A route for `GET` also answers `HEAD`. If a route and a
/// route nested in it both name a method, the inner one is used.
///
/// Source: RFC 9110, section 9; method names are case-sensitive.
public struct Method: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name as it is sent: `GET`.
  public let rawValue: String

  /// Creates a method from the name that is sent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The method that removes the target.
  public static let delete = Self(rawValue: "DELETE")

  /// The method that reads the target, and that of a route that names no method.
  public static let get = Self(rawValue: "GET")

  /// `GET` without the body of the answer.
  public static let head = Self(rawValue: "HEAD")

  /// The method that asks what the target can do.
  public static let options = Self(rawValue: "OPTIONS")

  /// The method that changes part of the target.
  public static let patch = Self(rawValue: "PATCH")

  /// The method that passes the body to the target.
  public static let post = Self(rawValue: "POST")

  /// The method that replaces the target with the body.
  public static let put = Self(rawValue: "PUT")

  /// The name as it is sent.
  public var description: String { rawValue }

  /// Returns whether a route for this method answers a request with a given method.
  func answers(_ requested: Self) -> Bool {
    self == requested || (self == .get && requested == .head)
  }
}
