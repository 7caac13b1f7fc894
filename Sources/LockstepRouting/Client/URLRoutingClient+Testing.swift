// SPDX-License-Identifier: MIT

internal import LockstepBase

extension URLRoutingClient {
  /// A client that fails the test and throws an error for each request.
  ///
  /// Override the routes that a test intends to request. The client reports all other requests.
  public static var failing: Self {
    Self(respond: { route, overrides in
      throw refuse(
        route,
        "Use '\(Self.self).override' to supply a default response for this route.",
        nearest: NearestOverride(to: route, among: overrides)
      )
    })
  }

  /// A client that never responds.
  ///
  /// A request suspends until its task is cancelled, and an effect finishes without a value. Use this client in
  /// previews, or to test a feature while it waits.
  public static var noop: Self {
    Self(respond: { _, _ in nil })
  }

  /// Reports a route without a response, once for each effect, and returns the error to throw.
  ///
  /// The error does not contain the location and the action in flight, which only the report names.
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
