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

/// Tests the screen with dependencies that fail or send no values.
@Suite struct GameOverFailuresTests {
  private struct Failure: Error {}

  /// The reduced actions, in order.
  private let actions = Recorder<[GameOverAction]>([])

  private func store(
    _ game: CompletedGame,
    _ environment: GameOverEnvironment,
    _ update: (inout GameOverState) -> Void = { _ in }
  ) -> TestStore<GameOverState, GameOverAction, GameOverEnvironment> {
    var state = GameOverState(completedGame: game, isDemo: false)
    update(&state)
    return TestStore(
      initialState: state,
      reducer: .combine(
        gameOverReducer,
        Reducer { [actions] _, action, _ in
          actions.update { $0.append(action) }
          return .none
        }
      ),
      environment: environment
    )
  }

  /// The error of the request, with its source location in the reducer.
  private func error(_ casePath: CasePath<GameOverAction, ApiError>) throws -> ApiError {
    try #require(actions.value.compactMap { casePath.extract(from: $0) }.first)
  }

  private let submitFailure =
    /GameOverAction.submitGameResponse .. /Result<SubmitGameResponse, ApiError>.failure
  private let todayFailure =
    /GameOverAction.dailyChallengeResponse
    .. /Result<[FetchTodaysDailyChallengeResponse], ApiError>.failure

  @Test func `a network failure shows no ranks and no alert`() throws {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .init(error: URLError(.notConnectedToInternet)) }
    let store = store(.mock, environment)

    store.send(.onAppear)
    let error = try error(submitFailure)
    #expect(error.message == URLError(.notConnectedToInternet).localizedDescription)
    #expect(error.file == "GameOverFeature/GameOver.swift")
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.failure(error)))
  }

  @Test func `a rejected game does not change the state`() {
    let error = ApiError(error: Failure())
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .ok(error) }
    let store = store(.mock, environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.failure(error)))
  }

  @Test func `the summary omits ranks with an unknown time scope`() {
    let known = LeaderboardScoreResult.Rank(outOf: 100, rank: 1)
    let result = LeaderboardScoreResult(
      ranks: ["lastDay": known, "lastYear": .init(outOf: 5_000, rank: 500)]
    )
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .ok(SubmitGameResponse.solo(result)) }
    let store = store(.mock, environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.success(.solo(result)))) {
      $0.summary = .leaderboard([.lastDay: known])
    }
  }

  @Test func `an invalid response does not change the state`() throws {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .ok(["solo": true, "shared": true]) }
    let store = store(.mock, environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.failure(try error(submitFailure))))
  }

  @Test func `the summary of a daily challenge does not need today's challenges`() throws {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { route in
      route == .dailyChallenge(.today(language: .en))
        ? .init(error: URLError(.timedOut))
        : .ok(["dailyChallenge": ["outOf": 100, "rank": 2, "started": true]])
    }
    let store = store(.dailyChallenge, environment)
    let result = DailyChallengeResult(outOf: 100, rank: 2, started: true)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.submitGameResponse(.success(.dailyChallenge(result)))) {
      $0.summary = .dailyChallenge(result)
    }
    store.receive(.dailyChallengeResponse(.failure(try error(todayFailure))))
  }

  @Test(
    arguments: [
      (nil, .couldNotFetch(nextStartsAt: .mock)),
      (7, .alreadyPlayed(endsAt: .mock)),
    ] as [(Int?, DailyChallengeError)]
  )
  func `a failure to start a daily challenge ends its loading state`(
    rank: Int?,
    error: DailyChallengeError
  ) {
    var environment = GameOverEnvironment.failing
    environment.apiClient.override(
      route: .dailyChallenge(.start(gameMode: .timed, language: .en)),
      withResponse: .init(error: URLError(.timedOut))
    )
    environment.mainRunLoop = .immediate
    let store = store(.dailyChallenge, environment) {
      $0.dailyChallenges = [
        .init(dailyChallenge: .init(.mock), yourResult: .init(outOf: 8, rank: rank))
      ]
    }

    store.send(.gameButtonTapped(.timed)) { $0.gameModeIsLoading = .timed }
    store.receive(.startDailyChallengeResponse(.failure(error))) { $0.gameModeIsLoading = nil }
  }

  @Test(arguments: [Effect.none, .init(error: Failure())] as [Effect<Int, any Error>])
  func `the upgrade interstitial does not appear if the number of games is unavailable`(
    count: Effect<Int, any Error>
  ) {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .none }
    environment.apiClient.currentPlayer = { nil }
    environment.database.playedGamesCount = { _ in count }
    let store = store(.mock, environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
  }

  @Test func `the upgrade interstitial appears if the current player is unknown`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { _ in .none }
    environment.apiClient.currentPlayer = { nil }
    environment.database.playedGamesCount = { _ in .init(value: 6) }
    let store = store(.mock, environment)

    store.send(.onAppear)
    store.receive(.delayedOnAppear) { $0.isViewEnabled = true }
    store.receive(.delayedShowUpgradeInterstitial) { $0.upgradeInterstitial = .init() }
  }

  @Test(
    arguments: [.none, .init(error: Failure())]
      as [Effect<LocalDatabaseClient.Stats, any Error>]
  )
  func `the screen requests no review if the statistics are unavailable`(
    stats: Effect<LocalDatabaseClient.Stats, any Error>
  ) {
    var environment = GameOverEnvironment.failing
    environment.database.fetchStats = stats
    environment.mainRunLoop = .immediate
    environment.userDefaults.override(double: 0, forKey: "last-review-request-timeinterval")
    let store = store(.mock, environment)

    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))
  }
}
