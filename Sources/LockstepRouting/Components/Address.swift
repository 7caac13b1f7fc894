// SPDX-License-Identifier: MIT

/// The scheme of a URL, which matches regardless of case.
///
/// ```swift
/// Route(.case(SiteRoute.admin)) {
///   Scheme("https")
///   Host("admin.example.com")
/// }
/// ```
///
/// A route with a scheme does not match a request without one, such as most requests that a server receives. Routes
/// without a scheme match any scheme.
public struct Scheme: Sendable {
  let name: String

  /// Creates a scheme from its name, such as `https`.
  public init(_ name: String) {
    self.name = name
  }
}

/// The host of a URL, which matches regardless of case and port.
///
/// If a request has only a path and a query, its header field `Host` determines the host. Routes without a host match
/// any host. The URL of a printed route with a host is absolute.
public struct Host: Sendable {
  let name: String

  /// Creates a host from its name, such as `www.example.com`.
  public init(_ name: String) {
    self.name = name
  }
}
