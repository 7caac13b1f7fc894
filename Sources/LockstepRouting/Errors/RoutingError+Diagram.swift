// SPDX-License-Identifier: MIT

extension RoutingError: CustomDebugStringConvertible {
  /// The ``description``, the request with a caret under the error, and the route.
  ///
  /// ```text
  /// Bad request: query item "page" is "x"; expected an integer.
  ///
  ///   GET /users/search?q=a&page=x
  ///                              ^
  ///   in the route "users.search"
  /// ```
  ///
  /// If the request was read from a target, the target appears as received. Header fields keep their spelling. All
  /// characters except printable ASCII are escaped, so that each character on the line takes one column in a terminal.
  /// If a route could not be printed, the text shows the route instead of a request.
  public var debugDescription: String {
    var lines = diagram?.lines ?? []
    if case .route(let value) = context {
      lines.append(Self.bounded(RouteDescription.of(value)))
    }
    if let route { lines.append("in the route \(Self.quote(route))") }
    guard !lines.isEmpty else { return description }
    return ([description, ""] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// The byte offset of the error in the target as received, or `nil` if the error is elsewhere.
  ///
  /// If the request was not read from a target, or has changed since, the offset refers to the path and the query as
  /// they would be printed.
  package var position: Int? { diagram?.position }

  private var diagram: ErrorDiagram? {
    switch context {
    case .request(let context): context.diagram(of: self)
    case .target(let target, let place): ErrorDiagram(of: target, place)
    case .route, nil: nil
    }
  }
}
