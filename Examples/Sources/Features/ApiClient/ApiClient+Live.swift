// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import LockstepRouting
public import ServerRouter
internal import SharedModels

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension ApiClient {
  /// Returns a client that sends requests over the network.
  ///
  /// Requests of the current player contain the player's access token. Without a player, they fail with
  /// `URLError.userAuthenticationRequired` and are not sent. A route without a request fails with `URLError.badURL`.
  /// Cancelling the effect cancels the request.
  ///
  /// - Parameters:
  ///   - router: The router that prints the routes.
  ///   - baseUrl: The initial address of the server.
  ///   - isDebug: Whether this is a development build, which stores the address of the server.
  ///   - storage: The storage of the current player.
  ///   - userAgent: The name and version of the app, sent to the server.
  ///   - send: A function that sends a request and returns the response. The default uses the shared session.
  /// - Returns: The client.
  public static func live(
    router: Router<ServerRoute>,
    baseUrl: URL,
    isDebug: Bool = false,
    storage: ApiClientStorage,
    userAgent: String,
    send: @escaping @Sendable (URLRequest) async throws -> (Data, URLResponse) = {
      try await URLSession.shared.data(for: $0)
    }
  ) -> Self {
    let session = Session(baseUrl: baseUrl, keepsBaseUrl: isDebug, storage: storage)
    let load = { @Sendable (route: ServerRoute) async throws(URLError) -> Response in
      let router = router.baseURL(session.baseUrl.absoluteString)
      guard var request = try? router.request(for: route) else { throw URLError(.badURL) }
      request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
      do {
        return try await send(request)
      } catch let error as URLError {
        throw error
      } catch {
        throw URLError(error is CancellationError ? .cancelled : .unknown)
      }
    }
    return Self(
      session: session,
      apiRequest: { route in
        .task(name: "ApiClient.apiRequest(\(RouteText(route)))") { () async throws(URLError) in
          guard let token = session.currentPlayer?.player.accessToken else {
            throw URLError(.userAuthenticationRequired)
          }
          return try await load(
            .api(ServerRoute.Api(accessToken: token, isDebug: isDebug, route: route))
          )
        }
      },
      request: { route in
        .task(name: "ApiClient.request(\(RouteText(route)))") { () async throws(URLError) in
          try await load(route)
        }
      }
    )
  }

  init(
    session: Session,
    apiRequest: @escaping @Sendable (ServerRoute.Api.Route) -> Effect<Response, URLError>,
    request: @escaping @Sendable (ServerRoute) -> Effect<Response, URLError>
  ) {
    self.init(
      apiRequest: apiRequest,
      authenticate: { authenticateRequest in
        request(.authenticate(authenticateRequest))
          .apiDecode(as: CurrentPlayerEnvelope.self)
          .handleEvents(receiveOutput: session.setCurrentPlayer)
      },
      baseUrl: { session.baseUrl },
      currentPlayer: { session.currentPlayer },
      logout: { .fireAndForget(name: "ApiClient.logout") { session.setCurrentPlayer(nil) } },
      refreshCurrentPlayer: {
        apiRequest(.currentPlayer)
          .apiDecode(as: CurrentPlayerEnvelope.self)
          .handleEvents(receiveOutput: session.setCurrentPlayer)
      },
      request: request,
      setBaseUrl: { url in
        .fireAndForget(name: "ApiClient.setBaseUrl") { session.setBaseUrl(url) }
      }
    )
  }
}
