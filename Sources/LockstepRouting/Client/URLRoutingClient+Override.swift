// SPDX-License-Identifier: MIT

public import Foundation
public import LockstepBase

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// The response to an overridden route: see `Result.ok(_:)`.
  public typealias Response = Result<(Data, URLResponse), URLError>

  /// Returns a client that answers one route differently, and every other route as this client does.
  ///
  /// ```swift
  /// let client = URLRoutingClient<SiteRoute>.failing
  ///   .override(.users(.user(1, .books()))) { try .ok(BooksResponse(books: [])) }
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Makes the answer; errors that it throws are thrown to the code that makes the
  ///     request.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override(
    _ route: Route,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    with response: @escaping @Sendable () async throws -> Response
  ) -> Self where Route: Equatable {
    overriding(Self.record(of: route, fileID, line)) { other, use in
      guard other == route else { return nil }
      use()
      return try await response()
    }
  }

  /// Returns a client that gives a different answer to the routes that satisfy a predicate.
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
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Makes the answer; errors that it throws are thrown to the code that makes the
  ///     request.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override(
    where predicate: @escaping @Sendable (Route) -> Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    with response: @escaping @Sendable () async throws -> Response
  ) -> Self {
    overriding(Self.predicateRecord(fileID, line)) { route, use in
      guard predicate(route) else { return nil }
      use()
      return try await response()
    }
  }

  /// Returns a client that gives a different answer to the routes of one case, with access to their
  /// payload.
  ///
  /// ```swift
  /// .override(/SiteRoute.users .. /UsersRoute.search) { text, page in
  ///   try .ok(SearchResponse(text: text, page: page))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Makes the answer from the payload; errors that it throws are thrown to the code that
  ///     makes the request.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override<Payload>(
    _ path: CasePath<Route, Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    with response: @escaping @Sendable (Payload) async throws -> Response
  ) -> Self {
    overriding(path, nil, fileID, line) { _, payload in try await response(payload) }
  }

  /// Returns a client that gives a different answer to the routes of one case that are requested with a
  /// method, with access to their payload.
  ///
  /// ```swift
  /// .override(/SiteRoute.users .. /UsersRoute.user, method: .delete, router: router) { id, _ in
  ///   try .response(status: 204)
  /// }
  /// ```
  ///
  /// Routes of the case with other methods are answered as this client does.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - method: The method.
  ///   - router: Prints the routes, which shows their methods. A route that it cannot print fails with
  ///     ``URLRoutingClientError/Cause/unprintable(_:)``.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Makes the answer from the payload; errors that it throws are thrown to the code that
  ///     makes the request.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override<Payload>(
    _ path: CasePath<Route, Payload>,
    method: Method,
    router: Router<Route>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    with response: @escaping @Sendable (Payload) async throws -> Response
  ) -> Self {
    overriding(path, (method, router), fileID, line) { _, payload in try await response(payload) }
  }
}

extension URLRoutingClient {
  /// Returns a client that answers one route with one response after the other.
  ///
  /// ```swift
  /// try client.override(.posts, withSequence: [.ok([first]), .ok([second, first])])
  /// ```
  ///
  /// A request after the last response is reported and fails, unless the last response is to be
  /// repeated. Copies of the new client take responses from the same sequence.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - responses: The answers in order.
  ///   - repeatsLast: Whether the last answer is given to all subsequent requests.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override(
    _ route: Route,
    withSequence responses: [Response],
    repeatsLast: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self where Route: Equatable {
    let sequence = ResponseSequence<Route, Response>(responses, repeatsLast: repeatsLast)
    return overriding(Self.record(of: route, fileID, line)) { other, use in
      guard other == route else { return nil }
      use()
      return try sequence.next(for: other)
    }
  }

  /// Returns a client that answers the routes that satisfy a predicate with one response after the
  /// other.
  ///
  /// - Parameters:
  ///   - predicate: Whether a route is answered.
  ///   - responses: The answers in order, whichever of the routes is requested.
  ///   - repeatsLast: Whether the last answer is given to all subsequent requests.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override(
    where predicate: @escaping @Sendable (Route) -> Bool,
    withSequence responses: [Response],
    repeatsLast: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let sequence = ResponseSequence<Route, Response>(responses, repeatsLast: repeatsLast)
    return overriding(Self.predicateRecord(fileID, line)) { route, use in
      guard predicate(route) else { return nil }
      use()
      return try sequence.next(for: route)
    }
  }

  /// Returns a client that answers the routes of one case with one response after the other, with
  /// access to their payload.
  ///
  /// ```swift
  /// .override(
  ///   /SiteRoute.users .. /UsersRoute.search,
  ///   withSequence: [
  ///     { _ in .failure(URLError(.timedOut)) },
  ///     { try .ok(SearchResponse(text: $0.0, page: $0.1)) },
  ///   ]
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - responses: Closures that make the answers from the payload, in order, whichever of the routes
  ///     is requested; errors that they throw are thrown to the code that makes the request.
  ///   - repeatsLast: Whether the last closure answers all subsequent requests.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the last one made is used.
  public func override<Payload>(
    _ path: CasePath<Route, Payload>,
    withSequence responses: [@Sendable (Payload) async throws -> Response],
    repeatsLast: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let sequence = ResponseSequence<Route, @Sendable (Payload) async throws -> Response>(
      responses,
      repeatsLast: repeatsLast
    )
    return overriding(path, nil, fileID, line) { route, payload in
      try await sequence.next(for: route)(payload)
    }
  }
}

extension URLRoutingClient {
  /// Returns a client that first asks a function, which calls `use` before it makes an answer, and
  /// returns nil for a route that it does not answer.
  private func overriding(
    _ record: OverrideRecord,
    by makeResponse:
      @escaping @Sendable (Route, _ use: () -> Void) async throws -> Response?
  ) -> Self {
    Self(overrides: overrides + [record]) { [respond] route, overrides in
      guard let response = try await makeResponse(route, record.use) else {
        return try await respond(route, overrides)
      }
      return try response.get()
    }
  }

  /// Returns a client that first asks a function for the routes of a case, or only for those of them
  /// that a router prints with a method.
  private func overriding<Payload>(
    _ path: CasePath<Route, Payload>,
    _ requirement: (method: Method, router: Router<Route>)?,
    _ fileID: StaticString,
    _ line: UInt,
    by makeResponse: @escaping @Sendable (Route, Payload) async throws -> Response
  ) -> Self {
    let record = OverrideRecord(
      CodeLocation(fileID: fileID, line: line),
      subject: .routesOfCase(path, requirement?.method)
    )
    return overriding(record) { route, use in
      guard let payload = path.extract(from: route) else { return nil }
      if let (method, router) = requirement, try router.print(route).method != method { return nil }
      use()
      return try await makeResponse(route, payload)
    }
  }

  private static func record(
    of route: Route,
    _ fileID: StaticString,
    _ line: UInt
  ) -> OverrideRecord {
    OverrideRecord(CodeLocation(fileID: fileID, line: line), subject: .route(route))
  }

  private static func predicateRecord(_ fileID: StaticString, _ line: UInt) -> OverrideRecord {
    OverrideRecord(CodeLocation(fileID: fileID, line: line), subject: .routesOfPredicate)
  }
}
