// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the API that a router describes.
///
/// ```swift
/// let client = URLRoutingClient.live(
///   router: router.baseURL("http://127.0.0.1:8080"),
///   session: session
/// )
/// let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
/// ```
///
/// A client is a value. Overriding a route returns a new client and leaves the original unchanged.
///
/// Isolation: any thread.
public struct URLRoutingClient<Route: Sendable>: Sendable {
  typealias Answer = (data: Data, response: URLResponse)

  /// The function that returns the response to a route, or nil if none will arrive, given the client's overrides.
  let respond: @Sendable (Route, [OverrideRecord]) async throws -> Answer?

  let overrides: [OverrideRecord]

  init(
    overrides: [OverrideRecord] = [],
    respond: @escaping @Sendable (Route, [OverrideRecord]) async throws -> Answer?
  ) {
    self.respond = respond
    self.overrides = overrides
  }

  /// Creates a client from a closure that responds to routes.
  ///
  /// - Parameter request: Returns the body and the response for a route. An error that it throws fails the request.
  public init(request: @escaping @Sendable (Route) async throws -> (Data, URLResponse)) {
    self.init(respond: { route, _ in try await request(route) })
  }

  /// Creates a client that runs a server's code in this process.
  ///
  /// The client prints each route as a request, which the server's own router reads, and receives the server's
  /// response. Everything except the network is real. In a test store, the whole exchange is complete when `send`
  /// returns.
  ///
  /// - Parameters:
  ///   - middleware: The server, which responds to a request.
  ///   - router: The router that prints the routes. If the server checks the host, the router needs a base URL.
  ///   - options: The additional header fields, timeouts, and retries.
  public init(
    middleware: @escaping @Sendable (URLRequest) async -> (Data, HTTPURLResponse),
    router: Router<Route>,
    options: RequestOptions = RequestOptions()
  ) {
    let sender = RequestSender(options: options) { request in
      let (data, response) = await middleware(request)
      return (data, response)
    }
    self.init(respond: { route, _ in try await sender.send(Self.request(for: route, of: router)) })
  }

  /// Returns a client that sends requests over the network.
  ///
  /// Cancelling the task that makes a request cancels the request. If the task is already cancelled, the client sends
  /// no request.
  ///
  /// An invalid response is a transport error. NB: On Linux, up to at least 6.3.1, Foundation terminates the process if
  /// the head of a response ends after the status line.
  ///
  /// - Parameters:
  ///   - router: The router that prints the routes. It needs a base URL.
  ///   - session: The session that sends the requests.
  ///   - options: The additional header fields, timeouts, and retries.
  /// - Returns: The client.
  public static func live(
    router: Router<Route>,
    session: URLSession = .shared,
    options: RequestOptions = RequestOptions()
  ) -> Self {
    let sender = RequestSender(options: options) { try await session.exchange($0) }
    return Self(respond: { route, _ in
      let request = try Self.request(for: route, of: router)
      guard request.url?.scheme != nil else { throw URLRoutingClientError.noBaseURL(of: request) }
      return try await sender.send(request)
    })
  }

  private static func request(
    for route: Route,
    of router: Router<Route>
  ) throws(URLRoutingClientError) -> URLRequest {
    do {
      return try router.request(for: route)
    } catch {
      throw URLRoutingClientError(.unprintable(error))
    }
  }
}
