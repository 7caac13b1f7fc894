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
/// A request that does not tell its scheme, as most that a server gets, does not match. Other routes
/// answer any scheme.
public struct Scheme: Sendable {
  let name: String

  /// A scheme by its name: `https`.
  public init(_ name: String) {
    self.name = name
  }
}

/// The host of an address, whose case is ignored; its port does not count.
///
/// A request with a path and a query only is for the host that its header field `Host` names. Other
/// routes answer any host. A route that is printed with a host has an absolute URL.
public struct Host: Sendable {
  let name: String

  /// A host by its name: `www.example.com`.
  public init(_ name: String) {
    self.name = name
  }
}
