// SPDX-License-Identifier: MIT

package import ApiClient
package import Foundation
internal import Hashing
package import Lockstep
package import LockstepRouting
package import ServerRouter
package import SharedModels
package import SiteMiddleware

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The real server in the process of a demo, with the requested failures.
package struct DemoServer: Sendable {
  package let router: Router<ServerRoute>
  package let middleware: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - environment: The dependencies.
  ///   - failing: The endpoints that respond with an error.
  ///   - isBroken: Whether all endpoints respond with an error. The server calls the closure for each request.
  package init(
    _ environment: ServerEnvironment,
    failing: Set<DemoEndpoint> = [],
    isBroken: @escaping @Sendable () -> Bool = { false }
  ) {
    let router = environment.router
    self.router = router
    let site = siteMiddleware(environment: environment)
    middleware = { request in
      let failure: (any Error)?
      if isBroken() {
        failure = BrokenServer()
      } else if let route = try? router.match(request: request),
        let endpoint = DemoEndpoint(route), failing.contains(endpoint)
      {
        failure = InjectedFailure(endpoint: endpoint)
      } else {
        failure = nil
      }
      guard
        let failure,
        let body = try? JSONEncoder().encode(ApiError(error: failure)),
        let url = request.url,
        let response = HTTPURLResponse(
          url: url,
          statusCode: 500,
          httpVersion: "HTTP/1.1",
          headerFields: ["Content-Type": "application/json"]
        )
      else { return await site(request) }
      return (body, response)
    }
  }
}

/// The error response for `--fail`.
private struct InjectedFailure: LocalizedError {
  var endpoint: DemoEndpoint
  var errorDescription: String? { "Simulated failure of \(endpoint.rawValue)." }
}

/// The error response while a key of a demo breaks the server.
private struct BrokenServer: LocalizedError {
  var errorDescription: String? { "The server is broken." }
}

extension ApiClient {
  /// Creates a client of an in-process server, with a delay that makes waiting visible.
  package static func demo(
    _ server: DemoServer,
    milliseconds: Int,
    scheduler: SchedulerOf<RunLoop>
  ) -> Self {
    var client = Self(middleware: server.middleware, router: server.router)
    guard milliseconds > 0 else { return client }
    let delay = SchedulerStride.milliseconds(milliseconds)
    client.apiRequest = { [apiRequest = client.apiRequest] route in
      apiRequest(route).deferred(for: delay, scheduler: scheduler)
    }
    client.refreshCurrentPlayer = { [refresh = client.refreshCurrentPlayer] in
      refresh().deferred(for: delay, scheduler: scheduler)
    }
    return client
  }
}

extension Router where Value == ServerRoute {
  package static func demo(
    date: @escaping @Sendable () -> Date,
    secret: String = ServerRoute.demoSecret
  ) -> Self {
    ServerRouter.router(
      date: date,
      decoder: JSONDecoder(),
      encoder: JSONEncoder(),
      secrets: [secret],
      sha256: SHA256.hash
    )
  }
}

extension Player {
  /// The player of the demos, with the access token of an in-process client.
  package static let demo: Player = {
    var player = Player.blob
    player.accessToken = AccessToken(rawValue: .deadbeef)
    player.displayName = "You"
    return player
  }()
}
