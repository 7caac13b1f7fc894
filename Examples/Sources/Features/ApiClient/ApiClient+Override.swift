// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import LockstepRouting
public import ServerRouter

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ApiClient {
  /// Answers one route of the current player; other routes are answered as before.
  ///
  /// ```swift
  /// environment.apiClient.override(
  ///   route: .dailyChallenge(.today(language: .en)),
  ///   withResponse: .ok([FetchTodaysDailyChallengeResponse]())
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route; of several overrides of one route the last counts.
  ///   - response: Sends what comes back.
  public mutating func override(
    route: ServerRoute.Api.Route,
    withResponse response: Effect<Response, URLError>
  ) {
    apiRequest = { [apiRequest] in $0 == route ? response : apiRequest($0) }
  }

  /// Answers the routes of one case, with their payload at hand; other routes are answered as before.
  ///
  /// ```swift
  /// environment.apiClient.override(
  ///   routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
  ///   withResponse: { _ in .none }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - routeCase: The case; of several overrides that match a route the last counts.
  ///   - response: Makes the effect that sends what comes back.
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
  /// A response with status 200 and a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value; one that cannot be encoded is reported.
  ///   - encoder: Prints the value.
  /// - Returns: The effect that sends the response.
  public static func ok<Value: Encodable>(
    _ value: Value,
    encoder: JSONEncoder = JSONEncoder()
  ) -> Self {
    response { try .ok(value, encoder: encoder) }
  }

  /// A response with status 200 and a JSON object, whose values may be encodable, too.
  ///
  /// - Parameter jsonObject: A dictionary with strings as keys, an array or a single value; what is
  ///   no JSON is reported.
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
