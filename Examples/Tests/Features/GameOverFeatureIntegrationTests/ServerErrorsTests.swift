// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the errors that the feature receives from a server.
@Suite struct ServerErrorsTests {
  private struct DatabaseIsDown: LocalizedError {
    var errorDescription: String? { "The database is down." }
  }

  private let actions = Recorder<[GameOverAction]>([])
  private let statuses = Recorder<[Int]>([])

  /// Submits a game and returns the error of the response.
  private func submit(
    path: String? = nil,
    _ update: (inout ServerEnvironment) -> Void
  ) throws -> ApiError {
    var server = ServerEnvironment.failing
    server.database.fetchPlayerByAccessToken = { _ in .blob }
    server.dictionary.contains = { _, _ in true }
    server.mailgun = .noop
    server.router = .test
    update(&server)

    var environment = GameOverEnvironment.failing
    environment.apiClient = .init(
      middleware: { [statuses, middleware = siteMiddleware(environment: server)] request in
        var request = request
        if let path { request.url = URL(string: path) }
        let (body, response) = await middleware(request)
        statuses.update { $0.append(response.statusCode) }
        return (body, response)
      },
      router: .test
    )
    environment.audioPlayer = .noop
    environment.database.playedGamesCount = { _ in .init(value: 0) }
    environment.mainRunLoop = .immediate
    environment.serverConfig.config = { .init() }
    environment.userNotifications.getNotificationSettings = .none
    let store = TestStore(
      initialState: GameOverState(completedGame: .mock, isDemo: false),
      reducer: .combine(
        gameOverReducer,
        Reducer { [actions] _, action, _ in
          actions.update { $0.append(action) }
          return .none
        }
      ),
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    let failure =
      /GameOverAction.submitGameResponse .. /Result<SubmitGameResponse, ApiError>.failure
    let error = try #require(actions.value.compactMap { failure.extract(from: $0) }.first)
    store.receive(.submitGameResponse(.failure(error)))
    return error
  }

  @Test func `the server responds with status 401 if no player has the access token`() throws {
    let error = try submit { $0.database.fetchPlayerByAccessToken = { _ in nil } }
    #expect(statuses.value == [401])
    #expect(error.message == "The access token is invalid.")
    #expect(error.file.hasPrefix("SiteMiddleware/"))
  }

  @Test func `the server responds with status 500 if the token lookup fails`() throws {
    let error = try submit {
      $0.database.fetchPlayerByAccessToken = { _ in throw DatabaseIsDown() }
    }
    #expect(statuses.value == [500])
    #expect(error.message == "The database is down.")
  }

  @Test func `the server responds with status 500 if storing the score fails`() throws {
    let error = try submit {
      $0.database.submitLeaderboardScore = { _ in throw DatabaseIsDown() }
    }
    #expect(statuses.value == [500])
    #expect(error.message == "The database is down.")
    #expect(error.file.hasPrefix("SiteMiddleware/"))
  }

  @Test func `the server responds with status 500 if reading the ranks fails`() throws {
    let database = InMemoryDatabase(date: { .mock })
    let error = try submit {
      $0.database.submitLeaderboardScore = DatabaseClient.inMemory(database).submitLeaderboardScore
      $0.database.fetchLeaderboardSummary = { _ in throw DatabaseIsDown() }
    }
    #expect(statuses.value == [500])
    #expect(error.message == "The database is down.")
  }

  @Test func `the server responds with status 400 if the dictionary does not have the word`() throws
  {
    let error = try submit { $0.dictionary.contains = { _, _ in false } }
    #expect(statuses.value == [400])
    #expect(
      error.message == "Move 1, \"CAB\", is not valid: the dictionary does not have it."
    )
  }

  @Test func `the server responds with status 404 if the route is unknown`() throws {
    let error = try submit(path: "http://localhost/api/scores?accessToken=\(UUID.deadbeef)") { _ in
    }
    #expect(statuses.value == [404])
    // The body is an empty object, which decodes neither as a response nor as an error.
    #expect(error.file == "GameOverFeature/GameOver.swift")
    #expect(error.errorDump.contains("DecodingError.dataCorrupted"))
  }
}
