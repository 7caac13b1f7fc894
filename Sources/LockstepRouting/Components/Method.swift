// SPDX-License-Identifier: MIT

/// A request method: a value to compare, and the part of a route that asks for it.
///
/// ```swift
/// Route(.case(SiteRoute.logOut)) {
///   Method.post
///   Path { "log-out" }
/// }
/// ```
///
/// A route without a method is a `GET` route. A route for `GET` answers `HEAD` too. Where a route
/// and a route nested in it both name one, the inner one counts.
///
/// Source: RFC 9110, section 9; method names are case-sensitive.
public struct Method: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name as it is sent: `GET`.
  public let rawValue: String

  /// A method by the name that is sent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Removes what the target names.
  public static let delete = Self(rawValue: "DELETE")

  /// Reads what the target names; the method of a route that names none.
  public static let get = Self(rawValue: "GET")

  /// `GET` without the answer's body.
  public static let head = Self(rawValue: "HEAD")

  /// Asks what the target can do.
  public static let options = Self(rawValue: "OPTIONS")

  /// Changes part of what the target names.
  public static let patch = Self(rawValue: "PATCH")

  /// Hands the body to the target.
  public static let post = Self(rawValue: "POST")

  /// Replaces what the target names with the body.
  public static let put = Self(rawValue: "PUT")

  /// The name as it is sent.
  public var description: String { rawValue }

  /// Whether a route for this method answers a request with the other one.
  func answers(_ requested: Self) -> Bool {
    self == requested || (self == .get && requested == .head)
  }
}
