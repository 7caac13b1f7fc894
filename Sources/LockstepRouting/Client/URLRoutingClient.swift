// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the API that a router describes, which requests routes and decodes the responses.
///
/// ```swift
/// let client = URLRoutingClient.live(
///   router: router.baseURL("http://127.0.0.1:8080"),
///   session: session
/// )
/// let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
/// ```
///
/// A client is a value: overriding a route makes a new client and leaves the original unchanged.
///
/// Isolation: any thread.
public struct URLRoutingClient<Route: Sendable>: Sendable {
  typealias Answer = (data: Data, response: URLResponse)

  /// Returns the answer to a route, told the overrides of the client that is asked; nil if there will never be one.
  let respond: @Sendable (Route, [OverrideRecord]) async throws -> Answer?

  /// The overrides, in the order in which they were made.
  let overrides: [OverrideRecord]

  init(
    overrides: [OverrideRecord] = [],
    respond: @escaping @Sendable (Route, [OverrideRecord]) async throws -> Answer?
  ) {
    self.respond = respond
    self.overrides = overrides
  }

  /// Creates a client that answers with a function.
  ///
  /// - Parameter request: Returns the bytes and the response for a route; an error that it throws is
  ///   the failure of the request.
  public init(request: @escaping @Sendable (Route) async throws -> (Data, URLResponse)) {
    self.init(respond: { route, _ in try await request(route) })
  }

  /// Creates a client that runs a server's code in this process.
  ///
  /// Each route is printed as a real request, which the server's own router reads, and the real
  /// response is returned; only the network is left out. In a test store, all of this has happened when
  /// `send` returns.
  ///
  /// - Parameters:
  ///   - middleware: The server, which answers a request.
  ///   - router: Prints the routes. Give it a base URL if the server looks at the host.
  ///   - options: The headers added to each request, its time limit, and when it is sent again.
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
  /// Cancelling the task that makes a request cancels the request; a task that is already cancelled
  /// sends none.
  ///
  /// A reply of a server that is not a valid answer is a transport error. NB: On Linux, up to at least
  /// 6.3.1, one such reply ends the process within Foundation: a head that breaks off after its status
  /// line.
  ///
  /// - Parameters:
  ///   - router: Prints the routes; it needs a base URL.
  ///   - session: Sends the requests.
  ///   - options: The headers added to each request, its time limit, and when it is sent again.
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
