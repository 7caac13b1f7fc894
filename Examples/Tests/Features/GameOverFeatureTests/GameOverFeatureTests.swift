// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

@Suite struct GameOverFeatureTests {
  @Test func `the screen submits a solo score and shows its ranks`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.override(
      route: .games(
        .submit(
          .init(
            gameContext: .solo(.init(gameMode: .timed, language: .en, puzzle: .mock)),
            moves: [.mock]
          )
        )
      ),
      withResponse: .ok([
        "solo": [
          "ranks": [
            "lastDay": LeaderboardScoreResult.Rank(outOf: 100, rank: 1),
            "lastWeek": .init(outOf: 1000, rank: 10),
            "allTime": .init(outOf: 10000, rank: 100),
          ]
        ]
      ])
    )

    let store = TestStore(
      initialState: GameOverState(
        completedGame: CompletedGame(
          cubes: .mock,
          gameContext: .solo,
          gameMode: .timed,
          gameStartTime: Date(timeIntervalSince1970: 1_234_567_890),
          language: .en,
          moves: [.mock],
          secondsPlayed: 10
        ),
        isDemo: false
      ),
      reducer: gameOverReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.delayedOnAppear) {
      $0.isViewEnabled = true
    }
    store.receive(
      .submitGameResponse(
        .success(
          .solo(
            .init(
              ranks: [
                "lastDay": .init(outOf: 100, rank: 1),
                "lastWeek": .init(outOf: 1000, rank: 10),
                "allTime": .init(outOf: 10000, rank: 100),
              ]
            )
          )
        )
      )
    ) {
      $0.summary = .leaderboard([
        .lastDay: .init(outOf: 100, rank: 1),
        .lastWeek: .init(outOf: 1000, rank: 10),
        .allTime: .init(outOf: 10000, rank: 100),
      ])
    }
  }

  @Test func `the screen submits a daily challenge and shows its rank`() {
    let dailyChallenges: [FetchTodaysDailyChallengeResponse] = [
      .init(
        dailyChallenge: .init(
          endsAt: .mock,
          gameMode: .timed,
          id: .init(rawValue: .dailyChallenge),
          language: .en
        ),
        yourResult: .init(outOf: 42, rank: 1, score: 3600, started: true)
      ),
      .init(
        dailyChallenge: .init(
          endsAt: .mock,
          gameMode: .unlimited,
          id: .init(rawValue: .dailyChallenge),
          language: .en
        ),
        yourResult: .init(outOf: 42, rank: nil, score: nil)
      ),
    ]

    var environment = GameOverEnvironment.appearing
    environment.apiClient.override(
      route: .games(
        .submit(
          .init(
            gameContext: .dailyChallenge(.init(rawValue: .dailyChallenge)),
            moves: [.mock]
          )
        )
      ),
      withResponse: .ok([
        "dailyChallenge": [
          "rank": 2,
          "outOf": 100,
          "score": 1000,
          "started": true,
        ]
      ])
    )
    environment.apiClient.override(
      route: .dailyChallenge(.today(language: .en)),
      withResponse: .ok([
        [
          "dailyChallenge": [
            "endsAt": 1_234_567_890,
            "gameMode": GameMode.timed,
            "id": UUID.dailyChallenge,
            "language": Language.en,
          ],
          "yourResult": [
            "outOf": 42,
            "rank": 1,
            "score": 3600,
            "started": true,
          ],
        ],
        [
          "dailyChallenge": [
            "endsAt": 1_234_567_890,
            "gameMode": GameMode.unlimited,
            "id": UUID.dailyChallenge,
            "language": Language.en,
          ],
          "yourResult": ["outOf": 42, "started": false],
        ],
      ])
    )

    let store = TestStore(
      initialState: GameOverState(completedGame: .dailyChallenge, isDemo: false),
      reducer: gameOverReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.delayedOnAppear) {
      $0.isViewEnabled = true
    }
    store.receive(
      .submitGameResponse(
        .success(.dailyChallenge(.init(outOf: 100, rank: 2, score: 1000, started: true)))
      )
    ) {
      $0.summary = .dailyChallenge(.init(outOf: 100, rank: 2, score: 1000, started: true))
    }
    store.receive(.dailyChallengeResponse(.success(dailyChallenges))) {
      $0.dailyChallenges = dailyChallenges
    }
    #expect(store.state.unplayedDaily == .unlimited)
  }

  @Test func `the screen submits a turn-based score to the leaderboards`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.override(
      route: .games(
        .submit(
          .init(
            gameContext: .turnBased(
              .init(
                gameMode: .unlimited,
                language: .en,
                playerIndexToId: [0: .deadbeef],
                puzzle: .mock
              )
            ),
            moves: [.mock]
          )
        )
      ),
      withResponse: .ok(["turnBased": true])
    )

    let store = TestStore(
      initialState: GameOverState(
        completedGame: CompletedGame(
          cubes: .mock,
          gameContext: .turnBased([0: .deadbeef]),
          gameMode: .unlimited,
          gameStartTime: .mock,
          language: .en,
          localPlayerIndex: 1,
          moves: [.mock],
          secondsPlayed: 10
        ),
        isDemo: false
      ),
      reducer: gameOverReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.delayedOnAppear) {
      $0.isViewEnabled = true
    }
    store.receive(.submitGameResponse(.success(.turnBased)))
  }

  @Test func `closing the screen requests a review`() {
    let lastReviewRequest = Recorder<Double?>(nil)
    let reviewRequestCount = Recorder(0)

    let mainRunLoop = RunLoop.test
    var environment = GameOverEnvironment.failing
    environment.database.fetchStats = .init(value: .init(gamesPlayed: 1))
    environment.mainRunLoop = mainRunLoop
    environment.storeKit.requestReview = {
      .fireAndForget { reviewRequestCount.update { $0 += 1 } }
    }
    environment.userDefaults.override(double: 0, forKey: "last-review-request-timeinterval")
    environment.userDefaults.setDouble = { value, key in
      .fireAndForget {
        #expect(key == "last-review-request-timeinterval")
        lastReviewRequest.set(value)
      }
    }

    let store = TestStore(
      initialState: GameOverState(completedGame: .mock, isDemo: false, isViewEnabled: true),
      reducer: gameOverReducer,
      environment: environment
    )

    // After the first game, the screen requests no review.
    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))
    mainRunLoop.advance()
    #expect(reviewRequestCount.value == 0)
    #expect(lastReviewRequest.value == nil)

    // After three games, the screen requests a review.
    store.environment.database.fetchStats = .init(value: .init(gamesPlayed: 3))
    store.send(.closeButtonTapped)
    store.fireAndForget()
    store.fireAndForget()
    store.receive(.delegate(.close))
    mainRunLoop.advance()
    #expect(reviewRequestCount.value == 1)
    #expect(lastReviewRequest.value == 0)

    // After a week, the screen requests another review.
    mainRunLoop.advance(by: .seconds(60 * 60 * 24 * 7))
    store.send(.closeButtonTapped)
    store.fireAndForget()
    store.fireAndForget()
    store.receive(.delegate(.close))
    mainRunLoop.advance()
    #expect(reviewRequestCount.value == 2)
    #expect(lastReviewRequest.value == 604_800)
  }

  @Test func `the screen closes by itself if no word was played`() {
    let store = TestStore(
      initialState: GameOverState(
        completedGame: CompletedGame(
          cubes: .mock,
          gameContext: .solo,
          gameMode: .timed,
          gameStartTime: .mock,
          language: .en,
          moves: [.removeCube],
          secondsPlayed: 10
        ),
        isDemo: false
      ),
      reducer: gameOverReducer,
      environment: .failing
    )

    store.send(.onAppear)
    store.receive(.delegate(.close))
  }

  @Test func `the upgrade interstitial is shown after enough games`() {
    let mainRunLoop = RunLoop.test
    var environment = GameOverEnvironment.appearing
    environment.apiClient.currentPlayer = { .mock }
    environment.apiClient.override(
      routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
      withResponse: { _ in .none }
    )
    environment.database.playedGamesCount = { _ in .init(value: 6) }
    environment.mainRunLoop = mainRunLoop

    let store = TestStore(
      initialState: GameOverState(
        completedGame: CompletedGame(
          cubes: .mock,
          gameContext: .solo,
          gameMode: .timed,
          gameStartTime: .mock,
          language: .en,
          moves: [.highScoringMove],
          secondsPlayed: 10
        ),
        isDemo: false
      ),
      reducer: gameOverReducer,
      environment: environment
    )

    store.send(.onAppear)
    mainRunLoop.advance(by: .seconds(1))
    store.receive(.delayedShowUpgradeInterstitial) {
      $0.upgradeInterstitial = .init()
    }
    mainRunLoop.advance(by: .milliseconds(999))
    #expect(!store.state.isViewEnabled)
    mainRunLoop.advance(by: .milliseconds(1))
    store.receive(.delayedOnAppear) {
      $0.isViewEnabled = true
    }
  }

  @Test func `the upgrade is not offered before six games`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.currentPlayer = { .mock }
    environment.apiClient.apiRequest = { route in
      switch route {
      case .games(.submit):
        return .none
      default:
        reportIssue("Unexpected route: \(route)")
        return .none
      }
    }
    environment.database.playedGamesCount = { _ in .init(value: 5) }

    let store = TestStore(
      initialState: GameOverState(completedGame: .mock, isDemo: false),
      reducer: gameOverReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.delayedOnAppear) {
      $0.isViewEnabled = true
    }
  }
}

extension GameOverEnvironment {
  /// The dependencies that every screen uses when it appears; all others fail.
  static var appearing: Self {
    var environment = GameOverEnvironment.failing
    environment.apiClient.currentPlayer = { .purchased }
    environment.audioPlayer = .noop
    environment.database.playedGamesCount = { _ in .init(value: 10) }
    environment.mainRunLoop = .immediate
    environment.serverConfig.config = { .init() }
    environment.userNotifications.getNotificationSettings = .none
    return environment
  }
}

extension CompletedGame {
  static let dailyChallenge = CompletedGame(
    cubes: .mock,
    gameContext: .dailyChallenge(.init(rawValue: .dailyChallenge)),
    gameMode: .timed,
    gameStartTime: .mock,
    language: .en,
    moves: [.mock],
    secondsPlayed: 10
  )
}
