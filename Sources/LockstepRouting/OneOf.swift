// SPDX-License-Identifier: MIT

/// A component that reads and prints with the first matching alternative, in declaration order.
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
  /// - Parameter routes: The alternatives, in order of preference.
  public init(@OneOfBuilder routes: () -> [Route<Value>]) {
    self.init(routes())
  }

  init(_ routes: [Route<Value>]) {
    route = Route(OneOfNode(routes.map(\.node)))
  }
}
