// SPDX-License-Identifier: MIT

/// Alternatives, of which the first in declaration order that fits is used, both for reading and for
/// printing.
///
/// ```swift
/// Route(.case(SiteRoute.user)) {
///   Path {
///     "users"
///     Parameter(.int)
///   }
///   OneOf {
///     Route(.case(UserRoute.profile))
///     Route(.case(UserRoute.books)) { Path { "books" } }
///   }
/// }
/// ```
public struct OneOf<Value>: RouteComponent {
  /// The alternatives as one route.
  public let route: Route<Value>

  /// Creates a component from alternatives.
  ///
  /// - Parameter routes: The alternatives; earlier ones are preferred.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    self.init(routes())
  }

  init(_ routes: [Route<Value>]) {
    route = Route(OneOfNode(routes.map(\.node)))
  }
}
