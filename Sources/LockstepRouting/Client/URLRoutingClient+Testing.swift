// SPDX-License-Identifier: MIT

internal import LockstepBase

extension URLRoutingClient {
  /// A client that reports every requested route, which fails the test, and throws.
  ///
  /// Override the routes that a test intends to use; the reports show what else was requested.
  public static var failing: Self {
    Self(respond: { route, overrides in
      throw refuse(
        route,
        "Use '\(Self.self).override' to supply a default response for this route.",
        nearest: NearestOverride(to: route, among: overrides)
      )
    })
  }

  /// A client that never answers: a request is suspended until its task is cancelled, and an effect
  /// completes without a value.
  ///
  /// For previews and for tests of what a feature does while it waits.
  public static var noop: Self {
    Self(respond: { _, _ in nil })
  }

  /// Reports a route that has no response, at the current step of the test if there is one, with the action in flight
  /// and the effect; once for each effect.
  ///
  /// - Returns: The error to throw, which says neither for what nor where.
  static func refuse(
    _ route: Route,
    _ remedy: String,
    nearest: NearestOverride? = nil
  ) -> URLRoutingClientError {
    let heading = "Failed to respond to route: \(RouteDescription.of(route))"
    IssueReporting.reportDependency(
      nearest.map { "\(heading)\n\n\($0)" } ?? heading,
      at: CodeLocation(),
      remedy: remedy
    )
    return URLRoutingClientError(.unimplemented("\(heading)\n\n\(remedy)"))
  }
}
