// SPDX-License-Identifier: MIT

/// A request method, which is also a part of a route.
///
/// ```swift
/// Route(.case(SiteRoute.logOut)) {
///   Method.post
///   Path { "log-out" }
/// }
/// ```
///
/// Without a method, a route matches `GET`. A route for `GET` also matches `HEAD`. If a route and a nested route both
/// have a method, the inner one applies. The names of methods are case-sensitive.
///
/// Source: RFC 9110, section 9.
public struct Method: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name of the method, such as `GET`.
  public let rawValue: String

  /// Creates a method from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The method that removes a resource.
  public static let delete = Self(rawValue: "DELETE")

  /// The method that reads a resource, which is the default of a route.
  public static let get = Self(rawValue: "GET")

  /// `GET` without the body of the response.
  public static let head = Self(rawValue: "HEAD")

  /// The method that asks for the capabilities of a resource.
  public static let options = Self(rawValue: "OPTIONS")

  /// The method that changes part of a resource.
  public static let patch = Self(rawValue: "PATCH")

  /// The method that lets a resource process the body.
  public static let post = Self(rawValue: "POST")

  /// The method that replaces a resource with the body.
  public static let put = Self(rawValue: "PUT")

  /// The name of the method.
  public var description: String { rawValue }

  func answers(_ requested: Self) -> Bool {
    self == requested || (self == .get && requested == .head)
  }
}
