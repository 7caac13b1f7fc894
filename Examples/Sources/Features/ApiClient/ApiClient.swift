// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import ServerRouter
public import SharedModels

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A feature's access to the server.
///
/// Features ask for a route and a type:
///
/// ```swift
/// environment.apiClient.apiRequest(
///   route: .dailyChallenge(.today(language: .en)),
///   as: [FetchTodaysDailyChallengeResponse].self
/// )
/// .receive(on: environment.mainRunLoop)
/// .catchToEffect()
/// .map(GameOverAction.dailyChallengeResponse)
/// ```
public struct ApiClient: Sendable {
  /// The bytes that came back, and what came with them.
  public typealias Response = (data: Data, response: URLResponse)

  /// An answer that does not matter.
  public struct Unit: Equatable, Sendable {
    /// The only one.
    public init() {}
  }

  /// Sends a request of the current player.
  public var apiRequest: @Sendable (ServerRoute.Api.Route) -> Effect<Response, URLError>

  /// Makes this device known to the server; from then on there is a current player.
  public var authenticate:
    @Sendable (AuthenticateRequest) -> Effect<CurrentPlayerEnvelope, ApiError>

  /// The address of the server.
  public var baseUrl: @Sendable () -> URL

  /// The player at this device, as last heard from the server; nil before it was authenticated.
  public var currentPlayer: @Sendable () -> CurrentPlayerEnvelope?

  /// Forgets the current player.
  public var logout: @Sendable () -> Effect<Never, Never>

  /// Asks the server for the current player, and remembers the answer.
  public var refreshCurrentPlayer: @Sendable () -> Effect<CurrentPlayerEnvelope, ApiError>

  /// Sends a request for any place of the site.
  public var request: @Sendable (ServerRoute) -> Effect<Response, URLError>

  /// Goes to another server from now on.
  public var setBaseUrl: @Sendable (URL) -> Effect<Never, Never>

  /// A client made of its endpoints.
  public init(
    apiRequest: @escaping @Sendable (ServerRoute.Api.Route) -> Effect<Response, URLError>,
    authenticate:
      @escaping @Sendable (AuthenticateRequest) -> Effect<CurrentPlayerEnvelope, ApiError>,
    baseUrl: @escaping @Sendable () -> URL,
    currentPlayer: @escaping @Sendable () -> CurrentPlayerEnvelope?,
    logout: @escaping @Sendable () -> Effect<Never, Never>,
    refreshCurrentPlayer: @escaping @Sendable () -> Effect<CurrentPlayerEnvelope, ApiError>,
    request: @escaping @Sendable (ServerRoute) -> Effect<Response, URLError>,
    setBaseUrl: @escaping @Sendable (URL) -> Effect<Never, Never>
  ) {
    self.apiRequest = apiRequest
    self.authenticate = authenticate
    self.baseUrl = baseUrl
    self.currentPlayer = currentPlayer
    self.logout = logout
    self.refreshCurrentPlayer = refreshCurrentPlayer
    self.request = request
    self.setBaseUrl = setBaseUrl
  }
}

extension ApiClient {
  /// Sends a request of the current player, and decodes the answer.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - type: The type of the answer.
  ///   - file: The file that an error names.
  ///   - line: The line that an error names.
  /// - Returns: The effect; see `Effect.apiDecode(as:file:line:)` for how it fails.
  public func apiRequest<Value: Decodable & Sendable>(
    route: ServerRoute.Api.Route,
    as type: Value.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, ApiError> {
    apiRequest(route).apiDecode(as: type, file: file, line: line)
  }

  /// Sends a request of the current player whose answer does not matter, unless it is an error.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - file: The file that an error names.
  ///   - line: The line that an error names.
  /// - Returns: The effect, which sends one empty value, or fails if nothing came back or the
  ///   server's error did.
  public func apiRequest(
    route: ServerRoute.Api.Route,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Unit, ApiError> {
    apiRequest(route)
      .mapError { ApiError(error: $0, file: file, line: line) }
      .flatMap { data, _ in
        .sync { () throws(ApiError) in
          if let error = try? JSONDecoder().decode(ApiError.self, from: data) { throw error }
          return Unit()
        }
      }
  }

  /// Sends a request for any place of the site, and decodes the answer.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - type: The type of the answer.
  ///   - file: The file that an error names.
  ///   - line: The line that an error names.
  /// - Returns: The effect; see `Effect.apiDecode(as:file:line:)` for how it fails.
  public func request<Value: Decodable & Sendable>(
    route: ServerRoute,
    as type: Value.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, ApiError> {
    request(route).apiDecode(as: type, file: file, line: line)
  }
}
