// SPDX-License-Identifier: MIT

/// The scheme of an address, whose case is ignored.
///
/// ```swift
/// Route(.case(SiteRoute.admin)) {
///   Scheme("https")
///   Host("admin.example.com")
/// }
/// ```
///
/// A request whose scheme is not known, like most that a server receives, does not match. Other routes
/// answer any scheme.
public struct Scheme: Sendable {
  let name: String

  /// Creates a scheme from its name: `https`.
  public init(_ name: String) {
    self.name = name
  }
}

/// The host of an address, whose case is ignored; the port is ignored too.
///
/// The host of a request with only a path and a query is the one named by its header field `Host`.
/// Other routes answer any host. A route that is printed with a host has an absolute URL.
public struct Host: Sendable {
  let name: String

  /// Creates a host from its name: `www.example.com`.
  public init(_ name: String) {
    self.name = name
  }
}
