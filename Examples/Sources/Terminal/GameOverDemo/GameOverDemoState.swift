// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import GameOverFeature
internal import SharedModels

/// What the demo adds around the game-over feature: a spinner, confetti, what a device would do, and what
/// happens after the screen.
struct GameOverDemoState: Equatable {
  /// What the player has asked for in the end.
  enum Ending: Equatable {
    case closed
    case game(GameMode, isDailyChallenge: Bool)
  }

  /// What falls for a place among the first three, while it falls.
  var confetti: Confetti?
  var ending: Ending?
  var gameOver: GameOverState
  var isSubmitting = false
  /// What is looped.
  ///
  /// A terminal has nothing to play it with but its bell, which would be no music, so the screen names
  /// it.
  var music: AudioPlayerClient.Sound?
  var notices: [String] = []
  /// What was played within the last second.
  var sound: AudioPlayerClient.Sound?
  var spinnerPhase = 0

  var isBusy: Bool { isSubmitting || gameOver.gameModeIsLoading != nil }
}

extension GameOverDemoState {
  /// The screen after a game.
  init(game: CompletedGame) {
    self.init(gameOver: GameOverState(completedGame: game, isDemo: false))
  }
}
