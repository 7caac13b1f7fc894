// SPDX-License-Identifier: MIT

internal import GameOverFeature
internal import Lockstep
internal import SharedModels

// What the demo adds around the game-over feature: a spinner, notices, and what happens after it.

struct DemoState: Equatable {
  /// What the player has asked for in the end.
  enum Ending: Equatable {
    case closed
    case game(GameMode, isDailyChallenge: Bool)
  }

  var ending: Ending?
  var gameOver: GameOverState
  var isSubmitting = false
  var notices: [String] = []
  var spinnerPhase = 0

  var isBusy: Bool { isSubmitting || gameOver.gameModeIsLoading != nil }
}

enum DemoAction: Equatable {
  case gameOver(GameOverAction)
  case noticed(String)
  case onAppear
  case spinnerTicked
}

struct DemoEnvironment: Sendable {
  var gameOver: GameOverEnvironment
  /// What the dependencies have to tell the player, such as a sound that they cannot play.
  var notices: Effect<String, Never>
}

private enum EffectID: Hashable {
  case notices
  case spinner
}

let demoReducer = Reducer<DemoState, DemoAction, DemoEnvironment>.combine(
  gameOverReducer.pullback(
    state: \.gameOver,
    action: /DemoAction.gameOver,
    environment: { $0.gameOver }
  ),
  Reducer { state, action, environment in
    switch action {
    case .gameOver(.delegate(.close)):
      state.ending = .closed
      return .cancel(ids: [EffectID.notices, .spinner])

    case .gameOver(.delegate(.startGame(let game))):
      state.ending = .game(game.gameMode, isDailyChallenge: true)
      return .cancel(ids: [EffectID.notices, .spinner])

    case .gameOver(.delegate(.startSoloGame(let gameMode))):
      state.ending = .game(gameMode, isDailyChallenge: false)
      return .cancel(ids: [EffectID.notices, .spinner])

    case .gameOver(.delayedShowUpgradeInterstitial):
      return Effect(value: .gameOver(.upgradeInterstitial(.onAppear)))

    case .gameOver(.gameButtonTapped):
      return state.isBusy ? spinner(environment) : .none

    case .gameOver(.rematchButtonTapped):
      state.notices.append("Your opponent would now be asked for a rematch.")
      return .none

    case .gameOver(.startDailyChallengeResponse(.failure(let error))):
      switch error {
      case .alreadyPlayed:
        state.notices.append("You have already played this challenge.")
      case .couldNotFetch:
        state.notices.append("The challenge could not be fetched.")
      }
      return state.isBusy ? .none : .cancel(id: EffectID.spinner)

    case .gameOver(.submitGameResponse(let result)):
      state.isSubmitting = false
      if case .failure(let error) = result {
        state.notices.append("The server did not accept the game. \(error.message)")
      }
      return state.isBusy ? .none : .cancel(id: EffectID.spinner)

    case .gameOver:
      return .none

    case .noticed(let notice):
      state.notices.append(notice)
      return .none

    case .onAppear:
      state.isSubmitting = true
      return .merge(
        environment.notices.map(DemoAction.noticed).cancellable(id: EffectID.notices),
        spinner(environment),
        Effect(value: .gameOver(.onAppear))
      )

    case .spinnerTicked:
      state.spinnerPhase += 1
      return .none
    }
  }
)

private func spinner(_ environment: DemoEnvironment) -> Effect<DemoAction, Never> {
  Effect.timer(id: EffectID.spinner, every: 0.1, on: environment.gameOver.mainRunLoop)
    .map { _ in .spinnerTicked }
}
