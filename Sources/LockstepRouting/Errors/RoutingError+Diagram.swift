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
  /// The target is shown as it was received, if the request was read from one, and a header field with
  /// its own spelling. Anything other than printable ASCII is escaped, so that a terminal shows every
  /// character of the line in one column. For a route that could not be printed, the route is shown
  /// instead.
  public var debugDescription: String {
    var lines = diagram?.lines ?? []
    if case .route(let value) = context {
      lines.append(Self.bounded(RouteDescription.of(value)))
    }
    if let route { lines.append("in the route \(Self.quote(route))") }
    guard !lines.isEmpty else { return description }
    return ([description, ""] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// The position of the error in the target of the request, in bytes from the start of the target as
  /// it was received; nil if the error is elsewhere.
  ///
  /// For a request that was not read from a target, or has been changed since, the position is counted
  /// in the path and the query as they would be printed.
  package var position: Int? { diagram?.position }

  private var diagram: ErrorDiagram? {
    switch context {
    case .request(let context): context.diagram(of: self)
    case .target(let target, let place): ErrorDiagram(of: target, place)
    case .route, nil: nil
    }
  }
}
