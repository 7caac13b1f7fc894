// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import LockstepRouting
public import ServerRouter

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ApiClient {
  /// Overrides the response to one route of the current player.
  ///
  /// ```swift
  /// environment.apiClient.override(
  ///   route: .dailyChallenge(.today(language: .en)),
  ///   withResponse: .ok([FetchTodaysDailyChallengeResponse]())
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route. If it is overridden several times, the last override applies.
  ///   - response: The effect that sends the response.
  public mutating func override(
    route: ServerRoute.Api.Route,
    withResponse response: Effect<Response, URLError>
  ) {
    apiRequest = { [apiRequest] in $0 == route ? response : apiRequest($0) }
  }

  /// Overrides the responses to all routes of one case.
  ///
  /// ```swift
  /// environment.apiClient.override(
  ///   routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
  ///   withResponse: { _ in .none }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - routeCase: The case. If several overrides match a route, the last one applies.
  ///   - response: A function that returns the effect for the payload of a route.
  public mutating func override<Payload>(
    routeCase: CasePath<ServerRoute.Api.Route, Payload>,
    withResponse response: @escaping @Sendable (Payload) -> Effect<Response, URLError>
  ) {
    apiRequest = { [apiRequest] route in
      routeCase.extract(from: route).map(response) ?? apiRequest(route)
    }
  }
}

extension Effect where Output == ApiClient.Response, Failure == URLError {
  /// Returns an effect that sends a JSON-encoded value with status 200.
  ///
  /// - Parameters:
  ///   - value: The value. If it cannot be encoded, an issue is reported and the effect fails.
  ///   - encoder: The encoder of the value.
  /// - Returns: The effect that sends the response.
  public static func ok<Value: Encodable>(
    _ value: Value,
    encoder: JSONEncoder = JSONEncoder()
  ) -> Self {
    response { try .ok(value, encoder: encoder) }
  }

  /// Returns an effect that sends a JSON object with status 200.
  ///
  /// - Parameter jsonObject: A dictionary with string keys, an array or a single value. It may contain encodable
  ///   values. If it is not valid JSON, an issue is reported and the effect fails.
  /// - Returns: The effect that sends the response.
  public static func ok(_ jsonObject: Any) -> Self {
    response { try .ok(jsonObject) }
  }

  private static func response(
    _ make: () throws -> Result<(Data, URLResponse), URLError>
  ) -> Self {
    do {
      let (data, response) = try make().get()
      return Self(value: (data, response))
    } catch let error as URLError {
      return Self(error: error)
    } catch {
      reportIssue("A response is not JSON: \(error)")
      return Self(error: URLError(.cannotDecodeRawData))
    }
  }
}
