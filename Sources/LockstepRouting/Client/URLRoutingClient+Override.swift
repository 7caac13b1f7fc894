// SPDX-License-Identifier: MIT

public import Foundation
public import LockstepBase

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRoutingClient {
  /// The response to an overridden route, such as `Result.ok(_:)`.
  public typealias Response = Result<(Data, URLResponse), URLError>

  /// Returns a client that overrides the response to one route.
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
  ///   - response: Creates the response. An error that it throws fails the request.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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

  /// Returns a client that overrides the responses to all routes that satisfy a predicate.
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
  ///   - predicate: Returns whether the override applies to a route.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Creates the response. An error that it throws fails the request.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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

  /// Returns a client that overrides the responses to all routes of a case, with access to the payload.
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
  ///   - response: Creates the response from the payload. An error that it throws fails the request.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
  public func override<Payload>(
    _ path: CasePath<Route, Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    with response: @escaping @Sendable (Payload) async throws -> Response
  ) -> Self {
    overriding(path, nil, fileID, line) { _, payload in try await response(payload) }
  }

  /// Returns a client that overrides the responses to routes of a case that use a method, with access to the payload.
  ///
  /// ```swift
  /// .override(/SiteRoute.users .. /UsersRoute.user, method: .delete, router: router) { id, _ in
  ///   try .response(status: 204)
  /// }
  /// ```
  ///
  /// The override does not apply to routes of the case with other methods.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - method: The method.
  ///   - router: The router that determines the methods of routes. A route that it cannot print fails with
  ///     ``URLRoutingClientError/Cause/unprintable(_:)``.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  ///   - response: Creates the response from the payload. An error that it throws fails the request.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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
  /// Returns a client that responds to one route with a sequence of responses.
  ///
  /// ```swift
  /// try client.override(.posts, withSequence: [.ok([first]), .ok([second, first])])
  /// ```
  ///
  /// If a request follows the last response, the client reports and fails it, unless the last response repeats. Copies
  /// of the client share the sequence.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - responses: The responses in order.
  ///   - repeatsLast: Whether all further requests receive the last response.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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

  /// Returns a client that responds to all routes that satisfy a predicate with a sequence of responses.
  ///
  /// - Parameters:
  ///   - predicate: Returns whether the override applies to a route.
  ///   - responses: The responses in order, which all routes share.
  ///   - repeatsLast: Whether all further requests receive the last response.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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

  /// Returns a client that responds to all routes of a case with a sequence of responses, with access to the payload.
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
  ///   - responses: Closures that create the responses in order, which all routes share. An error that a closure throws
  ///     fails the request.
  ///   - repeatsLast: Whether the last closure responds to all further requests.
  ///   - fileID: The file that ``reportUnusedOverrides(fileID:filePath:line:column:)`` names.
  ///   - line: The line that it names.
  /// - Returns: A new client. If several overrides apply, the client uses the last one.
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
  /// Returns a client that prefers `makeResponse`, which first calls `use` if it responds, and otherwise returns nil.
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
