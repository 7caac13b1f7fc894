// SPDX-License-Identifier: MIT

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// Requests a route and returns the bytes, whatever the status.
  ///
  /// - Parameter route: The route.
  /// - Returns: The body and the response.
  /// - Throws: A ``URLRoutingClientError``, or `CancellationError` if the task was cancelled.
  public func data(for route: Route) async throws -> (data: Data, response: URLResponse) {
    if let answer = try await answer(to: route) { return answer }
    try await waitForCancellation()
  }

  /// Requests a route and decodes the JSON of a successful response.
  ///
  /// The type ``NoContent`` stands for a body that is ignored.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - type: The type of the value.
  ///   - decoder: Reads the value.
  /// - Returns: The value, and the response that contained it.
  /// - Throws: A ``URLRoutingClientError`` that says whether the route could not be printed, the
  ///   request could not be sent, the status was not in the 200s, or the body was not the value; or
  ///   `CancellationError` if the task was cancelled.
  public func request<Value: Decodable>(
    _ route: Route,
    as type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder()
  ) async throws -> (value: Value, response: URLResponse) {
    let answer = try await data(for: route)
    return (try Self.decode(answer, as: type, by: decoder), answer.response)
  }

  /// Requests a route for which only the success of the response matters, and returns the response.
  ///
  /// ```swift
  /// try await client.request(.push(.register(token)))
  /// ```
  ///
  /// - Parameter route: The route.
  /// - Returns: The response, with a status in the 200s.
  /// - Throws: A ``URLRoutingClientError`` as for a route with a value, or `CancellationError` if the
  ///   task was cancelled.
  @discardableResult
  public func request(_ route: Route) async throws -> URLResponse {
    let answer = try await data(for: route)
    try Self.validate(answer)
    return answer.response
  }
}

extension URLRoutingClient {
  /// Requests a route; returns nil if there will never be an answer.
  ///
  /// - Throws: A client error, or `CancellationError` if the task was cancelled.
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
    // Ends when the task is cancelled; the continuation is kept, or the loop would end immediately.
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
  }
}
