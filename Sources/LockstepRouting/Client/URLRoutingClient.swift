// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the API that a router describes: asks for routes and decodes what comes back.
///
/// ```swift
/// let client = URLRoutingClient.live(router: router.baseURL("http://127.0.0.1:8080"))
/// let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
/// ```
///
/// It is a value: overriding a route makes another client, and the first one stays as it is.
///
/// Isolation: any thread.
public struct URLRoutingClient<Route: Sendable>: Sendable {
  let respond: @Sendable (Route) async throws -> (Data, URLResponse)

  /// A client that answers by a function.
  ///
  /// - Parameter request: Returns the bytes and the response for a route.
  public init(request: @escaping @Sendable (Route) async throws -> (Data, URLResponse)) {
    respond = request
  }

  /// A client that runs a server's code in this process.
  ///
  /// Each route is printed as a real request, which the server's own router reads, and the real
  /// response comes back; only the network is left out.
  ///
  /// - Parameters:
  ///   - middleware: The server: answers a request.
  ///   - router: Prints the routes. Give it a base URL if the server looks at the host.
  public init(
    middleware: @escaping @Sendable (URLRequest) async -> (Data, HTTPURLResponse),
    router: Router<Route>
  ) {
    respond = { route in
      let (data, response) = await middleware(try router.request(for: route))
      return (data, response)
    }
  }

  /// A client that sends requests over the network.
  ///
  /// Cancelling the task that asks cancels the request.
  ///
  /// - Parameters:
  ///   - router: Prints the routes; it needs a base URL.
  ///   - session: Sends the requests.
  /// - Returns: The client.
  public static func live(router: Router<Route>, session: URLSession = .shared) -> Self {
    Self { route in
      try await session.data(for: try router.request(for: route))
    }
  }
}

extension URLRoutingClient {
  /// Asks for a route and returns the bytes, whatever the status.
  ///
  /// - Parameter route: The route.
  /// - Returns: The body and the response.
  /// - Throws: A ``URLRoutingClientError``, or `CancellationError` if the task was cancelled.
  public func data(for route: Route) async throws -> (data: Data, response: URLResponse) {
    try Task.checkCancellation()
    do {
      let (data, response) = try await respond(route)
      return (data, response)
    } catch let error as URLRoutingClientError {
      throw error
    } catch let error as RoutingError {
      throw URLRoutingClientError(.unprintable(error), body: nil)
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      throw URLRoutingClientError(.transport(error), body: nil)
    }
  }

  /// Asks for a route and decodes the JSON of a successful response.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - type: The type of the value.
  ///   - decoder: Reads the value.
  /// - Returns: The value, and the response it came with.
  /// - Throws: A ``URLRoutingClientError`` that says whether the route could not be printed, the
  ///   request not be sent, the status was not of the 200s, or the body not the value; or
  ///   `CancellationError` if the task was cancelled.
  public func request<Value: Decodable>(
    _ route: Route,
    as type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder()
  ) async throws -> (value: Value, response: URLResponse) {
    let (data, response) = try await data(for: route)
    if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
      throw URLRoutingClientError(.status(status), body: data)
    }
    do {
      return (try decoder.decode(type, from: data), response)
    } catch let error as DecodingError {
      throw URLRoutingClientError(.decoding(type: "\(type)", error), body: data)
    }
  }
}
