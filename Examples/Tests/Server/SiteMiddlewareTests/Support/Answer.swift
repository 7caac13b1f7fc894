// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import ServerRouter
import SharedModels
import SiteMiddleware

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answer of a server.
struct Answer: Equatable {
  var status: Int
  var body: String

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.utf8))
  }

  /// The status with the message of its error, or with the whole body if it is not an error.
  var refusal: Refusal {
    Refusal(status, (try? decode(ApiError.self).message) ?? body)
  }
}

/// A status and the message of its error, for comparisons.
struct Refusal: Equatable {
  var status: Int
  var message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

extension ServerEnvironment {
  /// An environment that only matches requests.
  ///
  /// Every other endpoint fails.
  static var unsupplied: Self {
    var environment = failing
    environment.router = .test
    return environment
  }

  /// An environment that knows the fixed players and discards mails.
  static var withPlayers: Self {
    var environment = unsupplied
    environment.database.fetchPlayerByAccessToken = { token in
      [Player.blob, .blobJr].first { $0.accessToken == token }
    }
    environment.mailgun = .noop
    return environment
  }

  func response(to request: URLRequest) async -> (Data, HTTPURLResponse) {
    await siteMiddleware(environment: self)(request)
  }

  func answer(_ request: URLRequest) async -> Answer {
    let (body, response) = await response(to: request)
    return Answer(status: response.statusCode, body: String(decoding: body, as: UTF8.self))
  }

  func answer(_ route: ServerRoute) async throws -> Answer {
    await answer(try Router.test.request(for: route))
  }

  func answer(_ route: ServerRoute.Api.Route, by player: Player = .blob) async throws -> Answer {
    try await answer(.api(ServerRoute.Api(route, by: player)))
  }

  func answer(
    submitting context: ServerRoute.Api.Route.Games.SubmitRequest.GameContext,
    _ moves: Moves,
    by player: Player = .blob
  ) async throws -> Answer {
    try await answer(.games(.submit(.init(gameContext: context, moves: moves))), by: player)
  }
}

extension ServerRoute.Api {
  init(_ route: Route, by player: Player = .blob) {
    self.init(accessToken: player.accessToken, isDebug: false, route: route)
  }
}

extension ServerRoute {
  /// A solo game with one valid word.
  static let soloGame = api(
    Api(.games(.submit(.init(gameContext: .solo(.mock), moves: [.cab]))))
  )
}

extension ServerRoute.Api.Route.Games.SubmitRequest.GameContext.Solo {
  static let mock = Self(gameMode: .timed, language: .en, puzzle: .mock)
}

extension Router where Value == ServerRoute {
  /// Returns the request for a route, after `change` has modified it.
  static func request(
    _ route: ServerRoute,
    _ change: (inout URLRequest) -> Void = { _ in }
  ) throws -> URLRequest {
    var request = try test.request(for: route)
    change(&request)
    return request
  }
}

extension URLRequest {
  /// Creates a request from its method, its target and its body.
  init(_ method: String, _ target: String, body: String? = nil) throws {
    guard let url = URL(string: target) else { throw URLError(.badURL) }
    self.init(url: url)
    httpMethod = method
    httpBody = body.map { Data($0.utf8) }
  }
}
