// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// Requests a route and returns the body and the response, regardless of the status.
  ///
  /// - Parameter route: The route.
  /// - Returns: The body and the response.
  /// - Throws: A ``URLRoutingClientError``, or `CancellationError` if the task is cancelled.
  public func data(for route: Route) async throws -> (data: Data, response: URLResponse) {
    if let answer = try await answer(to: route) { return answer }
    try await waitForCancellation()
  }

  /// Requests a route and decodes the JSON of a successful response.
  ///
  /// To ignore the body, use the type ``NoContent``.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - type: The type of the value.
  ///   - decoder: The decoder for the body.
  /// - Returns: The value and the response.
  /// - Throws: A ``URLRoutingClientError`` if the router cannot print the route, the request fails, the status is not
  ///   in the 200s, or the body cannot be decoded. `CancellationError` if the task is cancelled.
  public func request<Value: Decodable>(
    _ route: Route,
    as type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder()
  ) async throws -> (value: Value, response: URLResponse) {
    let answer = try await data(for: route)
    return (try Self.decode(answer, as: type, by: decoder), answer.response)
  }

  /// Requests a route and returns a successful response without decoding its body.
  ///
  /// ```swift
  /// try await client.request(.push(.register(token)))
  /// ```
  ///
  /// - Parameter route: The route.
  /// - Returns: The response, with a status in the 200s.
  /// - Throws: A ``URLRoutingClientError``, or `CancellationError` if the task is cancelled.
  @discardableResult
  public func request(_ route: Route) async throws -> URLResponse {
    let answer = try await data(for: route)
    try Self.validate(answer)
    return answer.response
  }
}

extension URLRoutingClient {
  /// Requests a route, and returns nil if the client never responds.
  func answer(to route: Route) async throws -> Answer? {
    try Task.checkCancellation()
    do {
      return try await respond(route, overrides)
    } catch let error as URLRoutingClientError {
      throw error
    } catch let error as RoutingError {
      throw URLRoutingClientError(.unprintable(error))
    } catch {
      try Task.checkCancellation()
      throw URLRoutingClientError(.transport(error))
    }
  }

  static func validate(_ answer: Answer) throws(URLRoutingClientError) {
    guard let status = (answer.response as? HTTPURLResponse)?.statusCode,
      !(200..<300).contains(status)
    else { return }
    throw URLRoutingClientError(.status(status), answer: answer)
  }

  static func decode<Value: Decodable>(
    _ answer: Answer,
    as type: Value.Type,
    by decoder: JSONDecoder
  ) throws(URLRoutingClientError) -> Value {
    try validate(answer)
    if let value = NoContent() as? Value { return value }
    do {
      return try decoder.decode(type, from: answer.data)
    } catch {
      throw URLRoutingClientError(.decoding(type: "\(type)", error), answer: answer)
    }
  }

  private func waitForCancellation() async throws -> Never {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    // Only cancellation ends the loop. Without the use of `continuation` after it, the stream would finish immediately.
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
  }
}
