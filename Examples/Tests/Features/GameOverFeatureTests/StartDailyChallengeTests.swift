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

/// Tests the effect in isolation, with a feature that only starts it.
@Suite struct StartDailyChallengeTests {
  private typealias Outcome = Result<InProgressGame, DailyChallengeError>

  private enum Action: Equatable, Sendable {
    case start(FetchTodaysDailyChallengeResponse)
    case response(Outcome)
  }

  private struct Environment: Sendable {
    var apiClient = ApiClient.failing
    var fileClient = FileClient.failing
    var mainRunLoop: SchedulerOf<RunLoop> = .failing
  }

  private func store(
    _ update: (inout Environment) -> Void = { _ in }
  ) -> TestStore<Int, Action, Environment> {
    var environment = Environment()
    update(&environment)
    return TestStore(
      initialState: 0,
      reducer: Reducer { _, action, environment in
        guard case .start(let challenge) = action else { return .none }
        return Effect.startDailyChallenge(
          challenge,
          apiClient: environment.apiClient,
          fileClient: environment.fileClient,
          mainRunLoop: environment.mainRunLoop
        )
        .catchToEffect()
        .map(Action.response)
      },
      environment: environment
    )
  }

  private func challenge(
    _ gameMode: GameMode,
    rank: Int? = nil
  ) -> FetchTodaysDailyChallengeResponse {
    .init(
      dailyChallenge: .init(endsAt: .mock, gameMode: gameMode, id: .deadbeef, language: .en),
      yourResult: .init(outOf: 42, rank: rank)
    )
  }

  private let savedGame = InProgressGame(
    cubes: .mock,
    gameContext: .dailyChallenge(.deadbeef),
    gameMode: .unlimited,
    gameStartTime: .mock,
    moves: [.cab],
    secondsPlayed: 5
  )

  @Test
  func `a player with a rank cannot start the challenge again`() {
    let store = store()
    store.send(.start(challenge(.unlimited, rank: 3)))
    store.receive(.response(.failure(.alreadyPlayed(endsAt: .mock))))
  }

  @Test
  func `a saved game resumes without a server request`() throws {
    let file = try JSONEncoder().encode(SavedGames(dailyChallengeUnlimited: savedGame))
    let store = store {
      $0.fileClient.override(load: "saved-games.json", .init(value: file))
    }
    store.send(.start(challenge(.unlimited)))
    store.receive(.response(.success(savedGame)))
  }

  @Test(
    arguments: [
      Effect(error: CocoaError(.fileNoSuchFile)),
      Effect(value: Data("{}".utf8)),
      Effect(value: Data("no JSON".utf8)),
    ] as [Effect<Data, any Error>]
  )
  func `the server starts the challenge if there is no saved game`(file: Effect<Data, any Error>) {
    let mainRunLoop = RunLoop.test
    var daily = DailyChallenge.mock
    daily.gameMode = .unlimited
    let response = StartDailyChallengeResponse(
      dailyChallenge: daily,
      dailyChallengePlayId: .deadbeef
    )
    let store = store {
      $0.apiClient.override(
        route: .dailyChallenge(.start(gameMode: .unlimited, language: .en)),
        withResponse: .ok(response)
      )
      $0.fileClient.override(load: "saved-games.json", file)
      $0.mainRunLoop = mainRunLoop
    }
    mainRunLoop.advance(by: 100)

    store.send(.start(challenge(.unlimited)))
    mainRunLoop.advance()
    store.receive(
      .response(
        .success(
          InProgressGame(
            cubes: .mock,
            gameContext: .dailyChallenge(.init(rawValue: .dailyChallenge)),
            gameMode: .unlimited,
            gameStartTime: Date(timeIntervalSince1970: 100)
          )
        )
      )
    )
  }

  @Test
  func `starting a timed game does not read saved games`() {
    let store = store {
      $0.apiClient.override(
        route: .dailyChallenge(.start(gameMode: .timed, language: .en)),
        withResponse: .ok(
          StartDailyChallengeResponse(dailyChallenge: .mock, dailyChallengePlayId: .deadbeef)
        )
      )
      $0.mainRunLoop = .immediate
    }
    store.send(.start(challenge(.timed)))
    store.receive(
      .response(
        .success(
          InProgressGame(
            cubes: .mock,
            gameContext: .dailyChallenge(.init(rawValue: .dailyChallenge)),
            gameMode: .timed,
            gameStartTime: Date(timeIntervalSince1970: 0)
          )
        )
      )
    )
  }

  @Test
  func `a failed request returns the start time of the next challenge`() {
    let store = store {
      $0.apiClient.override(
        route: .dailyChallenge(.start(gameMode: .timed, language: .en)),
        withResponse: .init(error: URLError(.notConnectedToInternet))
      )
      $0.mainRunLoop = .immediate
    }
    store.send(.start(challenge(.timed)))
    store.receive(.response(.failure(.couldNotFetch(nextStartsAt: .mock))))
  }
}
