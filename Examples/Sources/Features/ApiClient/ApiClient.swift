// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import ServerRouter
public import SharedModels

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client that sends a feature's requests to the server.
///
/// A feature requests a route, and decodes the response as a type:
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
  /// The body of a response, and its metadata.
  public typealias Response = (data: Data, response: URLResponse)

  /// The value of a response whose body is ignored.
  public struct Unit: Equatable, Sendable {
    /// Creates the only value.
    public init() {}
  }

  /// Sends a request of the current player.
  public var apiRequest: @Sendable (ServerRoute.Api.Route) -> Effect<Response, URLError>

  /// Authenticates this device, and stores the current player.
  public var authenticate:
    @Sendable (AuthenticateRequest) -> Effect<CurrentPlayerEnvelope, ApiError>

  /// The address of the server.
  public var baseUrl: @Sendable () -> URL

  /// The current player, as last received from the server; `nil` before authentication.
  public var currentPlayer: @Sendable () -> CurrentPlayerEnvelope?

  /// Forgets the current player.
  public var logout: @Sendable () -> Effect<Never, Never>

  /// Requests the current player from the server, and stores the response.
  public var refreshCurrentPlayer: @Sendable () -> Effect<CurrentPlayerEnvelope, ApiError>

  /// Sends a request for any route.
  public var request: @Sendable (ServerRoute) -> Effect<Response, URLError>

  /// Changes the address of the server.
  public var setBaseUrl: @Sendable (URL) -> Effect<Never, Never>

  /// Creates a client from its endpoints.
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
  /// Sends a request of the current player and decodes the response.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - type: The type of the value.
  ///   - file: The file that an error reports.
  ///   - line: The line that an error reports.
  /// - Returns: The effect. `Effect.apiDecode(as:file:line:)` lists its errors.
  public func apiRequest<Value: Decodable & Sendable>(
    route: ServerRoute.Api.Route,
    as type: Value.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, ApiError> {
    apiRequest(route).apiDecode(as: type, file: file, line: line)
  }

  /// Sends a request of the current player and ignores the response, unless it is an error.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - file: The file that an error reports.
  ///   - line: The line that an error reports.
  /// - Returns: An effect that sends one empty value. It fails if the request fails, or if the server returns an error.
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

  /// Sends a request for any route and decodes the response.
  ///
  /// - Parameters:
  ///   - route: The route of the request.
  ///   - type: The type of the value.
  ///   - file: The file that an error reports.
  ///   - line: The line that an error reports.
  /// - Returns: The effect. `Effect.apiDecode(as:file:line:)` lists its errors.
  public func request<Value: Decodable & Sendable>(
    route: ServerRoute,
    as type: Value.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<Value, ApiError> {
    request(route).apiDecode(as: type, file: file, line: line)
  }
}
