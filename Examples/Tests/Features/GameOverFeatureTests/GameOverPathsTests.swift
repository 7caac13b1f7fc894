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

/// Tests paths through the screen that `GameOverFeatureTests` does not cover.
@Suite struct GameOverPathsTests {
  private func store(
    _ game: CompletedGame,
    isDemo: Bool = false,
    environment: GameOverEnvironment = .failing,
    _ update: (inout GameOverState) -> Void = { _ in }
  ) -> TestStore<GameOverState, GameOverAction, GameOverEnvironment> {
    var state = GameOverState(completedGame: game, isDemo: isDemo)
    update(&state)
    return TestStore(initialState: state, reducer: gameOverReducer, environment: environment)
  }

  @Test
  func `a demo requests the ranks of its score`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.request = { route in
      #expect(route == .demo(.submitGame(.init(gameMode: .timed, score: 27))))
      return .ok(["ranks": ["allTime": ["outOf": 10, "rank": 2]]])
    }
    let store = store(.mock, isDemo: true, environment: environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(
      .submitGameResponse(.success(.solo(.init(ranks: ["allTime": .init(outOf: 10, rank: 2)]))))
    ) {
      $0.summary = .leaderboard([.allTime: .init(outOf: 10, rank: 2)])
    }
  }

  @Test func `a demo without points shows its rank and does not close`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.request = { route in
      #expect(route == .demo(.submitGame(.init(gameMode: .timed, score: 0))))
      return .ok(["ranks": ["allTime": ["outOf": 10, "rank": 10]]])
    }
    var game = CompletedGame.mock
    game.moves = []
    let store = store(game, isDemo: true, environment: environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(
      .submitGameResponse(.success(.solo(.init(ranks: ["allTime": .init(outOf: 10, rank: 10)]))))
    ) {
      $0.summary = .leaderboard([.allTime: .init(outOf: 10, rank: 10)])
    }
  }

  @Test
  func `the effects started by onAppear deliver their actions in order`() {
    let ranks = ["nextYear": LeaderboardScoreResult.Rank(outOf: 1, rank: 1)]
    var environment = GameOverEnvironment.appearing
    environment.apiClient.currentPlayer = { .mock }
    environment.apiClient.apiRequest = { _ in .ok(["solo": ["ranks": ranks]]) }
    environment.audioPlayer.loop = { sound in
      .fireAndForget { #expect(sound == .gameOverMusicLoop) }
    }
    environment.audioPlayer.play = { sound in
      .fireAndForget { #expect(sound == .transitionIn) }
    }
    environment.database.playedGamesCount = { kind in
      #expect(kind == .solo)
      return .init(value: 9)
    }
    environment.userNotifications.getNotificationSettings = .init(
      value: .init(authorizationStatus: .denied)
    )
    let store = store(.mock, environment: environment)

    store.send(.onAppear)
    store.fireAndForget()
    store.fireAndForget()
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    // The summary omits unknown time scopes.
    store.receive(.submitGameResponse(.success(.solo(.init(ranks: ranks))))) {
      $0.summary = .leaderboard([:])
    }
    store.receive(.delayedShowUpgradeInterstitial) { $0.upgradeInterstitial = .init() }
    store.receive(.userNotificationSettingsResponse(.init(authorizationStatus: .denied))) {
      $0.userNotificationSettings = .init(authorizationStatus: .denied)
    }
    store.send(.upgradeInterstitial(.delegate(.close))) { $0.upgradeInterstitial = nil }
  }

  @Test
  func `failed responses show no error`() {
    let error = ApiError(error: URLError(.timedOut))
    let store = store(.dailyChallenge) { $0.gameModeIsLoading = .timed }

    store.send(.submitGameResponse(.failure(error)))
    store.send(.submitGameResponse(.success(.shared(.mock))))
    store.send(.dailyChallengeResponse(.failure(error)))
    store.send(.startDailyChallengeResponse(.failure(.couldNotFetch(nextStartsAt: .mock)))) {
      $0.gameModeIsLoading = nil
    }
    store.send(.rematchButtonTapped)
    store.send(.showConfetti)
    store.send(.delegate(.close))
  }

  @Test
  func `tapping a mode starts a solo game and does nothing for multiplayer games`() {
    let solo = store(.mock)
    solo.send(.gameButtonTapped(.unlimited))
    solo.receive(.delegate(.startSoloGame(.unlimited)))

    var sharedGame = CompletedGame.mock
    sharedGame.gameContext = .shared("deadbeef")
    store(sharedGame).send(.gameButtonTapped(.timed))

    var turnBasedGame = CompletedGame.mock
    turnBasedGame.gameContext = .turnBased([0: .deadbeef])
    store(turnBasedGame).send(.gameButtonTapped(.timed))

    let withoutChallenges = store(.dailyChallenge) { $0.gameModeIsLoading = .timed }
    withoutChallenges.send(.gameButtonTapped(.timed)) { $0.gameModeIsLoading = nil }
  }

  @Test
  func `tapping the other mode starts the other daily challenge`() {
    let now = Date(timeIntervalSince1970: 0)
    let response = StartDailyChallengeResponse(
      dailyChallenge: .mock,
      dailyChallengePlayId: .deadbeef
    )
    let game = InProgressGame(response: response, date: now)
    var environment = GameOverEnvironment.failing
    environment.apiClient.override(
      route: .dailyChallenge(.start(gameMode: .timed, language: .en)),
      withResponse: .ok(response)
    )
    environment.mainRunLoop = .immediate
    let store = store(.dailyChallenge, environment: environment) {
      $0.dailyChallenges = [
        .init(dailyChallenge: .init(.mock), yourResult: .init(outOf: 0))
      ]
    }

    store.send(.gameButtonTapped(.timed)) { $0.gameModeIsLoading = .timed }
    store.receive(.startDailyChallengeResponse(.success(game))) { $0.gameModeIsLoading = nil }
    store.receive(.delegate(.startGame(game)))
  }

  @Test(
    arguments: [.authorized, .denied, .notDetermined, .provisional, nil]
      as [UserNotificationClient.AuthorizationStatus?]
  )
  func `closing a daily challenge asks about notifications if the player has not decided`(
    status: UserNotificationClient.AuthorizationStatus?
  ) {
    var environment = GameOverEnvironment.failing
    environment.database.fetchStats = .none
    environment.mainRunLoop = .immediate
    environment.userDefaults = .noop
    let settings = status.map(UserNotificationClient.Settings.init(authorizationStatus:))

    let dailyChallenge = store(.dailyChallenge, environment: environment) {
      $0.userNotificationSettings = settings
    }
    if status == .notDetermined || status == .provisional {
      dailyChallenge.send(.closeButtonTapped) { $0.notificationsAuthAlert = .init() }
    } else {
      dailyChallenge.send(.closeButtonTapped)
      dailyChallenge.receive(.delegate(.close))
    }

    let solo = store(.mock, environment: environment) { $0.userNotificationSettings = settings }
    solo.send(.closeButtonTapped)
    solo.receive(.delegate(.close))
  }

  @Test
  func `closing the notifications alert closes the screen and may request a review`() {
    var environment = GameOverEnvironment.failing
    environment.database.fetchStats = .init(value: .init(gamesPlayed: 3))
    environment.mainRunLoop = .immediate
    environment.storeKit.requestReview = { .fireAndForget(name: "review") {} }
    environment.userDefaults = .noop
    let store = store(.dailyChallenge, environment: environment) {
      $0.notificationsAuthAlert = .init()
    }

    store.send(.notificationsAuthAlert(.closeButtonTapped))
    store.receive(.notificationsAuthAlert(.delegate(.close))) { $0.notificationsAuthAlert = nil }
    store.fireAndForget("review")
    store.receive(.delegate(.close))
  }

  @Test
  func `choosing notification settings closes the screen`() {
    let store = store(.dailyChallenge) { $0.notificationsAuthAlert = .init() }

    store.send(
      .notificationsAuthAlert(
        .delegate(.didChooseNotificationSettings(.init(authorizationStatus: .authorized)))
      )
    )
    store.receive(.delegate(.close))
  }

  @Test
  func `the screen requests the next review no earlier than a week after the last one`() {
    let week = 60.0 * 60 * 24 * 7
    let mainRunLoop = RunLoop.test
    var environment = GameOverEnvironment.failing
    environment.database.fetchStats = .init(value: .init(gamesPlayed: 3))
    environment.mainRunLoop = mainRunLoop
    environment.storeKit.requestReview = { .fireAndForget {} }
    environment.userDefaults.override(double: 10, forKey: "last-review-request-timeinterval")
    environment.userDefaults.setDouble = { value, _ in
      .fireAndForget { #expect(value == week + 10) }
    }
    let store = store(.mock, environment: environment)

    mainRunLoop.advance(by: .seconds(week + 9))
    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))

    mainRunLoop.advance(by: 1)
    store.send(.closeButtonTapped)
    store.fireAndForget()
    store.fireAndForget()
    store.receive(.delegate(.close))
  }

  @Test
  func `closing reads the last request time and the current time even without a review`() {
    let issues = withReportedIssues {
      let store = store(.mock)
      store.send(.closeButtonTapped)
      store.receive(.delegate(.close))
    }
    let inFlight = """
      Action in flight: GameOverAction.closeButtonTapped

      Supply it in the environment of the test, or change the feature so that this action does not \
      use it.
      """
    #expect(
      issues.map(\.message)
        == [
          "UserDefaultsClient.doubleForKey(last-review-request-timeinterval) is unimplemented",
          "RunLoop - A failing scheduler was asked for the current time.",
          "UserDefaultsClient.doubleForKey(last-review-request-timeinterval) is unimplemented",
          "LocalDatabaseClient.fetchStats is unimplemented - A failing effect ran.",
        ].map { "\($0)\n\n\(inFlight)" }
    )
  }

  @Test
  func `the preview environment enables and closes the screen immediately`() {
    let store = store(.mock, environment: .preview)
    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))
  }
}
