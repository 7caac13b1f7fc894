// SPDX-License-Identifier: MIT

import ApiClient
import CaseStudies
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing
import WordGameFeature

/// Tests the whole app from launch to the end of a game, with a server in the same process.
@Suite struct AppIntegrationTests {
  private static let start = Date(timeIntervalSince1970: 0)

  @Test func `a player finishes a game, sees its ranks, and closes it`() async throws {
    let scores = InMemoryDatabase(date: { .mock })
    scores.insert(Player.blob)
    var server = ServerEnvironment.failing
    server.database = .inMemory(scores)
    server.database.fetchPlayerByAccessToken = { _ in .blob }
    server.dictionary.contains = { word, _ in word == "CAB" }
    server.router = .test

    let games = LocalDatabaseClient.inMemory()
    var environment = AppEnvironment.failing
    environment.apiClient = ApiClient(
      middleware: siteMiddleware(environment: server),
      router: .test
    )
    environment.audioPlayer = .noop
    environment.containsWord = { $0 == "CAB" }
    environment.database = games
    environment.deviceId = { .deadbeef }
    environment.fileClient = .noop
    environment.mainRunLoop = .immediate
    environment.randomCubes = { .mock }
    environment.serverConfig = .noop
    environment.timeZone = .constant(.gmt)
    environment.userDefaults = .noop
    environment.userDefaults.override(bool: true, forKey: "has-played-onboarding")
    environment.userNotifications.getNotificationSettings = .none
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: environment
    )

    store.send(.appDelegate(.didFinishLaunching))
    store.receive(.authenticationResponse(.success(.mock)))

    store.send(.home(.soloButtonTapped(.unlimited))) {
      $0.game = WordGameState(cubes: .mock, gameMode: .unlimited, gameStartTime: Self.start)
    }
    let faces: [IndexedCubeFace] = [.cornerTop, .cornerLeft, .cornerRight]
    for face in faces {
      store.send(.currentGame(.faceTapped(face))) { $0.game?.selectedFaces.append(face) }
    }
    store.send(.currentGame(.submitButtonTapped)) {
      $0.game?.selectedFaces = []
      for face in faces { $0.game?.cubes[face].useCount = 1 }
      $0.game?.moves = [Move(playedAt: Self.start, score: 27, type: .playedWord(faces))]
    }
    let completedGame = try #require(store.state.game?.completedGame)
    store.send(.currentGame(.endGameButtonTapped)) {
      $0.game?.gameOver = GameOverState(completedGame: completedGame, isDemo: false)
    }

    store.send(.currentGame(.gameOver(.onAppear)))
    store.fireAndForget()
    store.receive(.currentGame(.gameOver(.delayedOnAppear))) {
      $0.game?.gameOver?.isViewEnabled = true
    }
    let ranks: [TimeScope: LeaderboardScoreResult.Rank] = [
      .allTime: .init(outOf: 1, rank: 1),
      .lastDay: .init(outOf: 1, rank: 1),
      .lastWeek: .init(outOf: 1, rank: 1),
    ]
    store.receive(
      .currentGame(.gameOver(.submitGameResponse(.success(.solo(.init(ranks: ranks))))))
    ) {
      $0.game?.gameOver?.summary = .leaderboard(ranks)
    }
    #expect(try await games.fetchGamesForWord("CAB").value() == [completedGame])

    store.send(.currentGame(.gameOver(.closeButtonTapped)))
    store.receive(.currentGame(.gameOver(.delegate(.close)))) { $0.game = nil }
  }
}
