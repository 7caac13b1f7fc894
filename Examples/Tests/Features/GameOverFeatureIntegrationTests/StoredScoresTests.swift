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

/// Tests the feature with a server that stores submitted scores.
@Suite struct StoredScoresTests {
  private let database = InMemoryDatabase(date: { .mock })
  private let responses = Recorder<[(status: Int, body: Data)]>([])

  private func store(
    _ game: CompletedGame
  ) -> TestStore<GameOverState, GameOverAction, GameOverEnvironment> {
    var server = ServerEnvironment.failing
    server.database = .inMemory(database)
    server.database.fetchPlayerByAccessToken = { _ in .blob }
    server.dictionary.contains = { word, _ in word == "CAB" }
    server.mailgun = .noop
    server.router = .test

    var environment = GameOverEnvironment.failing
    environment.apiClient = .init(
      middleware: { [responses, middleware = siteMiddleware(environment: server)] request in
        let (body, response) = await middleware(request)
        responses.update { $0.append((response.statusCode, body)) }
        return (body, response)
      },
      router: .test
    )
    environment.audioPlayer = .noop
    environment.database.playedGamesCount = { _ in .init(value: 0) }
    environment.mainRunLoop = .immediate
    environment.serverConfig.config = { .init() }
    environment.userNotifications.getNotificationSettings = .none
    return TestStore(
      initialState: GameOverState(completedGame: game, isDemo: false),
      reducer: gameOverReducer,
      environment: environment
    )
  }

  /// Stores a score of another player with the given age.
  private func insertScore(_ score: Int, ageInDays days: Double) {
    database.insert(
      LeaderboardScore(
        createdAt: Date.mock.addingTimeInterval(-days * 24 * 60 * 60),
        dailyChallengeId: nil,
        gameContext: .solo,
        gameMode: .timed,
        id: .init(rawValue: UUID()),
        language: .en,
        moves: [],
        playerId: .init(rawValue: UUID()),
        puzzle: .mock,
        score: score
      )
    )
  }

  private func submit(expecting ranks: [TimeScope: LeaderboardScoreResult.Rank]) {
    let store = store(.mock)
    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.success(.solo(.init(ranks: ranks))))) {
      $0.summary = .leaderboard(ranks)
    }
  }

  @Test
  func `the ranks include scores that are stored later`() {
    submit(expecting: [
      .allTime: .init(outOf: 1, rank: 1),
      .lastDay: .init(outOf: 1, rank: 1),
      .lastWeek: .init(outOf: 1, rank: 1),
    ])

    insertScore(1_000, ageInDays: 30)
    insertScore(500, ageInDays: 3)
    insertScore(28, ageInDays: 0.5)
    insertScore(26, ageInDays: 0.5)
    submit(expecting: [
      .allTime: .init(outOf: 5, rank: 4),
      .lastDay: .init(outOf: 3, rank: 2),
      .lastWeek: .init(outOf: 4, rank: 3),
    ])
  }

  @Test(arguments: [
    (
      Move(playedAt: .mock, score: 270, type: Move.cab.type),
      "Move 1, \"CAB\", is not valid: it claims 270 points instead of 27."
    ),
    (
      Move(playedAt: .mock, score: score("ABC"), type: Move.mock.type),
      "Move 1, \"ABC\", is not valid: the dictionary does not have it."
    ),
  ]
  )
  func `the server rejects an invalid game without storing a score`(
    move: Move,
    message: String
  ) throws {
    var game = CompletedGame.mock
    game.moves = [move]
    let store = store(game)
    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }

    let (status, body) = try #require(responses.value.first)
    #expect(status == 400)
    let error = try JSONDecoder().decode(ApiError.self, from: body)
    #expect(error.message == message)
    store.receive(.submitGameResponse(.failure(error)))

    insertScore(1, ageInDays: 0)
    submit(expecting: [
      .allTime: .init(outOf: 2, rank: 1),
      .lastDay: .init(outOf: 2, rank: 1),
      .lastWeek: .init(outOf: 2, rank: 1),
    ])
  }
}
