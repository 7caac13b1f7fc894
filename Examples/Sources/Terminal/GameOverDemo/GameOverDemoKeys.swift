// SPDX-License-Identifier: MIT

internal import DemoSupport
package import GameOverFeature
package import LockstepTerminal
internal import SharedModels

/// Returns the keys that the screen offers in a state; none while it is inert.
func choices(in state: GameOverDemoState) -> [KeyBinding<GameOverDemoAction>] {
  GameOverDemoScreen.choices(state.gameOver).map { $0.map(GameOverDemoAction.gameOver) }
}

extension GameOverDemoScreen {
  /// Returns the keys that the screen offers in a state; none while it is inert.
  package static func choices(_ state: GameOverState) -> [KeyBinding<GameOverAction>] {
    guard state.isViewEnabled else { return [] }
    if let upgrade = state.upgradeInterstitial {
      var choices: [KeyBinding<GameOverAction>] = [
        KeyBinding("p", "Buy the full game", .upgradeInterstitial(.upgradeButtonTapped))
      ]
      if upgrade.isDismissable || upgrade.secondsPassedCount >= upgrade.duration {
        choices.append(
          KeyBinding("m", "Maybe later", .upgradeInterstitial(.maybeLaterButtonTapped))
        )
      }
      return choices
    }
    if state.notificationsAuthAlert != nil {
      return [
        KeyBinding(
          "n",
          "Turn on notifications",
          .notificationsAuthAlert(.turnOnNotificationsButtonTapped)
        ),
        KeyBinding("x", "Not now", .notificationsAuthAlert(.closeButtonTapped)),
      ]
    }
    return gameChoices(in: state) + [KeyBinding("c", "Close", .closeButtonTapped)]
  }
}

private func gameChoices(in state: GameOverState) -> [KeyBinding<GameOverAction>] {
  switch state.completedGame.gameContext {
  case .dailyChallenge:
    guard let gameMode = state.unplayedDaily, state.gameModeIsLoading == nil else { return [] }
    return [
      KeyBinding(
        gameMode.key,
        "Play the \(gameMode.rawValue) daily challenge",
        .gameButtonTapped(gameMode)
      )
    ]
  case .solo:
    return GameMode.allCases.map { gameMode in
      KeyBinding(gameMode.key, "Play again, \(gameMode.rawValue)", .gameButtonTapped(gameMode))
    }
  case .shared:
    return []
  case .turnBased:
    return [KeyBinding("r", "Rematch", .rematchButtonTapped)]
  }
}

extension GameMode {
  fileprivate var key: Character {
    switch self {
    case .timed: "t"
    case .unlimited: "u"
    }
  }
}

extension GameOverDemoState {
  /// Returns the action of a key; `nil` if it has none.
  func action(for key: Key) -> GameOverDemoAction? {
    choices(in: self).action(for: .key(key))
  }
}
