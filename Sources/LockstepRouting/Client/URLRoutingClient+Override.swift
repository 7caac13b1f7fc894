// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// What an overridden route is answered with: see `Result.ok(_:)`.
  public typealias Response = Result<(Data, URLResponse), URLError>

  /// A client that answers one route differently, and every other one as this client does.
  ///
  /// ```swift
  /// let client = URLRoutingClient<SiteRoute>.failing
  ///   .override(.users(.user(1, .books()))) { try .ok(BooksResponse(books: [])) }
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - response: Makes the answer; what it throws is thrown to who asks.
  /// - Returns: A new client. Of several overrides the last one made counts.
  public func override(
    _ route: Route,
    with response: @escaping @Sendable () async throws -> Response
  ) -> Self where Route: Equatable {
    self.override(where: { $0 == route }, with: response)
  }

  /// A client that answers the routes of a predicate differently.
  ///
  /// ```swift
  /// .override {
  ///   guard case .users(.user(_, .books(.search))) = $0 else { return false }
  ///   return true
  /// } with: {
  ///   try .ok(BooksResponse(books: []))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: Whether a route is answered.
  ///   - response: Makes the answer; what it throws is thrown to who asks.
  /// - Returns: A new client. Of several overrides the last one made counts.
  public func override(
    where predicate: @escaping @Sendable (Route) -> Bool,
    with response: @escaping @Sendable () async throws -> Response
  ) -> Self {
    Self { route in
      guard predicate(route) else { return try await respond(route) }
      return try await response().get()
    }
  }

  /// A client that answers the routes of one case differently, with their payload at hand.
  ///
  /// ```swift
  /// .override(/SiteRoute.users .. /UsersRoute.search) { text, page in
  ///   try .ok(SearchResponse(text: text, page: page))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - response: Makes the answer from the payload; what it throws is thrown to who asks.
  /// - Returns: A new client. Of several overrides the last one made counts.
  public func override<Payload>(
    _ path: CasePath<Route, Payload>,
    with response: @escaping @Sendable (Payload) async throws -> Response
  ) -> Self {
    Self { route in
      guard let payload = path.extract(from: route) else { return try await respond(route) }
      return try await response(payload).get()
    }
  }
}
