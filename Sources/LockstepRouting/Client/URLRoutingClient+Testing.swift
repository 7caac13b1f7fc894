// SPDX-License-Identifier: MIT

internal import Lockstep

extension URLRoutingClient {
  /// A client that reports every requested route, which fails the test, and throws.
  ///
  /// Override the routes that a test intends to use; the reports show what else was requested.
  public static var failing: Self {
    Self(respond: { route in
      throw refuse(
        route,
        "Use '\(Self.self).override' to supply a default response for this route."
      )
    })
  }

  /// A client that never answers: a request is suspended until its task is cancelled, and an effect
  /// completes without a value.
  ///
  /// For previews and for tests of what a feature does while it waits.
  public static var noop: Self {
    Self(respond: { _ in nil })
  }

  /// Reports a route that has no response, at the current step of the test if there is one.
  ///
  /// - Returns: The error to throw.
  static func refuse(_ route: Route, _ remedy: String) -> URLRoutingClientError {
    let message = """
      Failed to respond to route: \(RouteDescription.of(route))

      \(remedy)
      """
    let location = IssueReporting.activity?.stepLocation ?? CodeLocation()
    IssueReporting.current.report(ReportedIssue(message, at: location))
    return URLRoutingClientError(.unimplemented(message))
  }
}
