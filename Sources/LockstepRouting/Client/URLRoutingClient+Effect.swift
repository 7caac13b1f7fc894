// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// An effect that asks for a route and sends the value of a successful response.
  ///
  /// ```swift
  /// environment.apiClient.effect(for: .posts, as: [Post].self)
  ///   .receive(on: environment.mainQueue)
  ///   .catchToEffect()
  ///   .map(FeedAction.postsResponse)
  /// ```
  ///
  /// Cancelling the effect cancels the request. A client that never answers, ``noop``, makes it
  /// complete without a value.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - type: The type of the value.
  ///   - decoder: Reads the value.
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect; it fails as ``request(_:as:decoder:)`` throws.
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

  /// An effect that asks for a route of whose response only the success matters.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect, which sends the response; it fails as ``request(_:)`` throws.
  public func effect(
    for route: Route,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<URLResponse, URLRoutingClientError> {
    effect(for: route, name: name, fileID: fileID, line: line) {
      answer throws(URLRoutingClientError) in
      try Self.validate(answer)
      return answer.response
    }
  }

  /// An effect that asks for a route and sends the bytes, whatever the status.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect, which sends the body and the response; it fails as ``data(for:)`` throws.
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
        // The effect was cancelled, so this reaches nobody.
        throw URLRoutingClientError(.transport(error))
      }
      if let answer { send(try read(answer)) }
    }
  }
}
