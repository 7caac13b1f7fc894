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
  /// Creates a client that runs a server's code in the current process.
  ///
  /// The server's router parses real requests, and the client decodes real responses. Only the network is missing, so a
  /// test of a feature runs both server and client.
  ///
  /// The client has no current player until one is authenticated. Requests contain the access token
  /// `deadbeef-dead-beef-dead-beefdeadbeef` and are marked as a development build's.
  ///
  /// - Parameters:
  ///   - middleware: The server, as a function from a request to its response.
  ///   - router: The router that prints the routes.
  public init(
    middleware: @escaping @Sendable (URLRequest) async -> (Data, HTTPURLResponse),
    router: Router<ServerRoute>
  ) {
    let server = URLRoutingClient<ServerRoute>(middleware: middleware, router: router)
    let session = Session(baseUrl: .root, keepsBaseUrl: false, storage: .inMemory())
    let request: @Sendable (ServerRoute) -> Effect<Response, URLError> = { route in
      .task(name: "ApiClient.request(\(RouteText(route)))") { () async throws(URLError) in
        do {
          return try await server.data(for: route)
        } catch {
          throw URLError(wrapping: error)
        }
      }
    }
    let apiRequest: @Sendable (ServerRoute.Api.Route) -> Effect<Response, URLError> = { route in
      request(.api(ServerRoute.Api(accessToken: .deadbeef, isDebug: true, route: route)))
    }
    self.init(session: session, apiRequest: apiRequest, request: request)
  }
}

extension URLError {
  fileprivate init(wrapping error: any Error) {
    self =
      switch (error as? URLRoutingClientError)?.cause {
      case .transport(let error as URLError): error
      case .unprintable: URLError(.badURL)
      case nil where error is CancellationError: URLError(.cancelled)
      default: URLError(.unknown)
      }
  }
}
