// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import GameOverFeature
internal import Lockstep
internal import LockstepTerminal
internal import SharedModels

enum DeviceEvent: Equatable, Sendable {
  case looped(AudioPlayerClient.Sound)
  case noticed(String)
  case played(AudioPlayerClient.Sound)
  case stopped(AudioPlayerClient.Sound)
}

enum GameOverDemoAction: Equatable {
  case confettiTicked
  case device(DeviceEvent)
  case gameOver(GameOverAction)
  case onAppear
  case report(Viewport.Action)
  case soundEnded
  case spinnerTicked
  case words(Table.Action)
}

private enum EffectID: Hashable, CaseIterable {
  case confetti
  case device
  case sound
  case spinner
}

let gameOverDemoReducer = Reducer<
  GameOverDemoState, GameOverDemoAction, GameOverDemoEnvironment
>.combine(
  gameOverReducer
    .environment { $0.gameOver }
    .pullback(state: \.gameOver, action: /GameOverDemoAction.gameOver),
  Viewport.reducer.pullback(
    state: \.report,
    action: /GameOverDemoAction.report
  ),

  Table.reducer.pullback(
    state: \.words,
    action: /GameOverDemoAction.words
  ),

  Reducer { state, action, environment in
    switch action {
    case .confettiTicked:
      state.confetti?.phase += 1
      guard let confetti = state.confetti, confetti.phase >= Confetti.duration else { return .none }
      state.confetti = nil
      state.gameOver.showConfetti = false
      return .cancel(id: EffectID.confetti)

    case .device(.looped(let sound)):
      state.music = sound

    case .device(.noticed(let notice)):
      state.notices.append(notice)

    case .device(.played(let sound)):
      state.sound = sound
      return Effect(value: .soundEnded)
        .delay(for: 1, scheduler: environment.gameOver.mainRunLoop)
        .cancellable(id: EffectID.sound, cancelInFlight: true)

    case .device(.stopped(let sound)):
      if state.music == sound { state.music = nil }
      if state.sound == sound { state.sound = nil }

    case .gameOver(.dailyChallengeResponse(.failure)):
      state.notices.append("The other challenge of today could not be loaded.")

    case .gameOver(.delegate(.close)):
      state.ending = .closed
      return .cancel(ids: EffectID.allCases)

    case .gameOver(.delegate(.startGame(let game))):
      state.ending = .game(game.gameMode, isDailyChallenge: true)
      return .cancel(ids: EffectID.allCases)

    case .gameOver(.delegate(.startSoloGame(let gameMode))):
      state.ending = .game(gameMode, isDailyChallenge: false)
      return .cancel(ids: EffectID.allCases)

    case .gameOver(.delayedShowUpgradeInterstitial):
      return Effect(value: .gameOver(.upgradeInterstitial(.onAppear)))

    case .gameOver(.gameButtonTapped):
      return state.isBusy ? spinner(environment) : .none

    case .gameOver(.rematchButtonTapped):
      state.notices.append("Your opponent would now be asked for a rematch.")

    case .gameOver(.showConfetti):
      state.gameOver.showConfetti = true
      state.confetti = Confetti(seed: environment.confettiSeed)
      return Effect.timer(id: EffectID.confetti, every: 0.1, on: environment.gameOver.mainRunLoop)
        .map { _ in .confettiTicked }

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
      return .merge(
        state.isBusy ? .none : .cancel(id: EffectID.spinner),
        state.gameOver.isOnPodium ? Effect(value: .gameOver(.showConfetti)) : .none
      )

    case .gameOver:
      break

    case .onAppear:
      state.isSubmitting = true
      return .merge(
        environment.device.map(GameOverDemoAction.device).cancellable(id: EffectID.device),
        spinner(environment),
        Effect(value: .gameOver(.onAppear))
      )

    case .report, .words:
      break

    case .soundEnded:
      state.sound = nil

    case .spinnerTicked:
      state.spinnerPhase += 1
    }
    return .none
  }
)

extension GameOverState {
  fileprivate var isOnPodium: Bool {
    switch summary {
    case .dailyChallenge(let result): result.rank.map { $0 <= 3 } ?? false
    case .leaderboard(let ranks): ranks.values.contains { $0.rank <= 3 }
    case nil: false
    }
  }
}

private func spinner(_ environment: GameOverDemoEnvironment) -> Effect<GameOverDemoAction, Never> {
  Effect.timer(id: EffectID.spinner, every: 0.1, on: environment.gameOver.mainRunLoop)
    .map { _ in .spinnerTicked }
}
