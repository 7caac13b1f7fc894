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
  /// A client that runs a server's code in this process.
  ///
  /// Routes become real requests, which the server's own router reads, and its real responses come
  /// back; only the network is left out. So a test of a feature runs server and client together.
  ///
  /// There is no current player until one was authenticated. Requests show the access token
  /// `deadbeef-dead-beef-dead-beefdeadbeef`, and are those of a development build.
  ///
  /// - Parameters:
  ///   - middleware: The server: answers a request.
  ///   - router: Prints the routes.
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
  /// A client's error as an error of a URL, where only those are expected.
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
