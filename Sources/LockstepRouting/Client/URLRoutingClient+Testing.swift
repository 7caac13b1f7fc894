// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRoutingClient {
  /// A client that reports every route it is asked for, which fails the test, and throws.
  ///
  /// Override the routes that a test means to use; the rest shows what else was asked for.
  public static var failing: Self {
    Self { route in
      let message = """
        Failed to respond to route: \(RouteDescription.of(route))

        Use '\(Self.self).override' to supply a default response for this route.
        """
      reportIssue(message)
      throw URLRoutingClientError(.unimplemented(message), body: nil)
    }
  }

  /// A client that never answers: each request is suspended until its task is cancelled.
  ///
  /// For previews and for tests of what a feature does while it waits.
  public static var noop: Self {
    Self { _ in
      let (stream, continuation) = AsyncStream<Never>.makeStream()
      // Ends when the task is cancelled; the continuation is kept, or it would end at once.
      for await _ in stream {}
      continuation.finish()
      throw CancellationError()
    }
  }
}
