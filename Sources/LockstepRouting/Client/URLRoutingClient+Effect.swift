// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// Returns an effect that requests a route and sends the decoded value of a successful response.
  ///
  /// ```swift
  /// environment.apiClient.effect(for: .posts, as: [Post].self)
  ///   .receive(on: environment.mainQueue)
  ///   .catchToEffect()
  ///   .map(Feed.Action.postsResponse)
  /// ```
  ///
  /// To ignore the body of the response, use the type ``NoContent``. To receive the response itself, call
  /// ``request(_:)`` in a task.
  ///
  /// Cancelling the effect cancels the request. The effect of a client that never responds, ``noop``, finishes without
  /// a value.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - type: The type of the value.
  ///   - decoder: The decoder for the body.
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect, which fails with the errors that ``request(_:as:decoder:)`` throws.
  public func effect<Value: Decodable & Sendable>(
    for route: Route,
    as type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder(),
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, URLRoutingClientError> {
    effect(for: route, name: name, fileID: fileID, line: line) {
      answer throws(URLRoutingClientError) in
      try Self.decode(answer, as: type, by: decoder)
    }
  }

  /// Returns an effect that requests a route and sends the body and the response, regardless of the status.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect, which fails with the errors that ``data(for:)`` throws.
  public func dataEffect(
    for route: Route,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<(data: Data, response: URLResponse), URLRoutingClientError> {
    effect(for: route, name: name, fileID: fileID, line: line) { $0 }
  }

  private func effect<Value: Sendable>(
    for route: Route,
    name: String?,
    fileID: StaticString,
    line: UInt,
    reading read: @escaping @Sendable (Answer) throws(URLRoutingClientError) -> Value
  ) -> Effect<Value, URLRoutingClientError> {
    .run(name: name ?? "\(Self.self).effect", fileID: fileID, line: line) {
      send throws(URLRoutingClientError) in
      let answer: Answer?
      do {
        answer = try await self.answer(to: route)
      } catch let error as URLRoutingClientError {
        throw error
      } catch {
        // The effect was cancelled, so nothing receives this error.
        throw URLRoutingClientError(.transport(error))
      }
      if let answer { send(try read(answer)) }
    }
  }
}
