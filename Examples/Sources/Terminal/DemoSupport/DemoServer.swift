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

/// A server in the process of a demo: the real one, with the faults that were asked for.
package struct DemoServer: Sendable {
  package let router: Router<ServerRoute>
  package let middleware: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - environment: Its dependencies.
  ///   - failing: The endpoints that it answers with an error.
  ///   - isBroken: Whether it answers everything with an error, asked for each request.
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

/// The server's answer for `--fail`.
private struct InjectedFailure: LocalizedError {
  var endpoint: DemoEndpoint
  var errorDescription: String? { "The server was told to fail at \(endpoint.rawValue)." }
}

/// The server's answer while a key of a demo has broken it.
private struct BrokenServer: LocalizedError {
  var errorDescription: String? { "The server is broken." }
}

extension ApiClient {
  /// A client of a server in the same process, whose answers take time, so that waiting shows.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - milliseconds: How long each answer takes.
  ///   - scheduler: The scheduler that measures the time.
  /// - Returns: The client.
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
  /// The router that a demo's client and server share.
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
  /// The player of the demos, with the access token of a client in the server's process.
  package static let demo: Player = {
    var player = Player.blob
    player.accessToken = AccessToken(rawValue: .deadbeef)
    player.displayName = "You"
    return player
  }()
}
