// SPDX-License-Identifier: MIT

extension RoutingError: CustomDebugStringConvertible {
  /// The ``description``, the route, and the place in the request with a caret under it.
  ///
  /// ```text
  /// Bad request: query item "page" is "x"; expected an integer.
  ///
  ///   GET /users/search?q=a&page=x
  ///                              ^
  ///   in the route "users.search"
  /// ```
  ///
  /// The target stands there as it came in, if the request was read from one, and a header field with
  /// its own spelling. What is not printable ASCII is escaped, so that a terminal shows every character
  /// of the line in one column. For a route that is not printed, the route stands there.
  public var debugDescription: String {
    var lines = diagram?.lines ?? []
    if case .route(let value) = context {
      lines.append(Self.bounded(RouteDescription.of(value)))
    }
    if let route { lines.append("in the route \(Self.quote(route))") }
    guard !lines.isEmpty else { return description }
    return ([description, ""] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Where in the target of the request the error is, counted in bytes from the start of the target as
  /// it came in; nil if it is elsewhere.
  ///
  /// In a request that was not read from a target, or was changed since, it is counted in the path and
  /// the query as they would be printed.
  public var position: Int? { diagram?.position }

  private var diagram: ErrorDiagram? {
    switch context {
    case .request(let context): context.diagram(of: self)
    case .target(let target, let place): ErrorDiagram(of: target, place)
    case .route, nil: nil
    }
  }
}
