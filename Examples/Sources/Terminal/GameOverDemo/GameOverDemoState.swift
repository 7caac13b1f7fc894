// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import GameOverFeature
internal import LockstepTerminal
internal import SharedModels

/// The game-over feature and the additions of the demo: a spinner, confetti, the actions of a device, and the
/// ending.
struct GameOverDemoState: Equatable {
  /// The last request of the player.
  enum Ending: Equatable {
    case closed
    case game(GameMode, isDailyChallenge: Bool)
  }

  /// The confetti for a place among the first three, while it falls.
  var confetti: Confetti?
  var ending: Ending?
  /// The first of the words, or of the lines of the report, that is shown.
  var firstRow = 0
  var gameOver: GameOverState
  var isSubmitting = false
  /// The music that is looped.
  ///
  /// A terminal has nothing to play it with but its bell, which would be no music, so the screen names
  /// it.
  var music: AudioPlayerClient.Sound?
  var notices: [String] = []
  /// The sound that was played within the last second.
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
