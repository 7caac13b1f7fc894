// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import GameOverFeature
internal import LockstepTerminal
internal import SharedModels

/// The game-over feature, and the demo's additions to it: a spinner, confetti, device actions and an ending.
struct GameOverDemoState: Equatable {
  enum Ending: Equatable {
    case closed
    case game(GameMode, isDailyChallenge: Bool)
  }

  var confetti: Confetti?
  var ending: Ending?
  /// The index of the first visible word, or of the first visible line of the report.
  var firstRow = 0
  var gameOver: GameOverState
  var isSubmitting = false
  /// The looping music.
  ///
  /// A terminal cannot play it, so the screen shows its name.
  var music: AudioPlayerClient.Sound?
  var notices: [String] = []
  /// The sound played within the last second.
  var sound: AudioPlayerClient.Sound?
  var spinnerPhase = 0

  var isBusy: Bool { isSubmitting || gameOver.gameModeIsLoading != nil }
}

extension GameOverDemoState {
  init(game: CompletedGame) {
    self.init(gameOver: GameOverState(completedGame: game, isDemo: false))
  }
}
