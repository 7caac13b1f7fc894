// SPDX-License-Identifier: MIT

package import DemoSupport
package import GameOverFeature
internal import LockstepTerminal
internal import SharedModels

/// What the screen offers in a state; nothing while it is inert.
func choices(in state: DemoState) -> [Choice<DemoAction>] {
  GameOverScreen.choices(state.gameOver).map { $0.map(DemoAction.gameOver) }
}

extension GameOverScreen {
  /// What the screen offers in a state; nothing while it is inert.
  package static func choices(_ state: GameOverState) -> [Choice<GameOverAction>] {
    guard state.isViewEnabled else { return [] }
    if let upgrade = state.upgradeInterstitial {
      var choices: [Choice<GameOverAction>] = [
        Choice("p", "Buy the full game", .upgradeInterstitial(.upgradeButtonTapped))
      ]
      if upgrade.isDismissable || upgrade.secondsPassedCount >= upgrade.duration {
        choices.append(Choice("m", "Maybe later", .upgradeInterstitial(.maybeLaterButtonTapped)))
      }
      return choices
    }
    if state.notificationsAuthAlert != nil {
      return [
        Choice(
          "n",
          "Turn on notifications",
          .notificationsAuthAlert(.turnOnNotificationsButtonTapped)
        ),
        Choice("x", "Not now", .notificationsAuthAlert(.closeButtonTapped)),
      ]
    }
    return gameChoices(in: state) + [Choice("c", "Close", .closeButtonTapped)]
  }
}

private func gameChoices(in state: GameOverState) -> [Choice<GameOverAction>] {
  switch state.completedGame.gameContext {
  case .dailyChallenge:
    guard let gameMode = state.unplayedDaily, state.gameModeIsLoading == nil else { return [] }
    return [
      Choice(
        gameMode.key,
        "Play the \(gameMode.rawValue) daily challenge",
        .gameButtonTapped(gameMode)
      )
    ]
  case .solo:
    return GameMode.allCases.map { gameMode in
      Choice(gameMode.key, "Play again, \(gameMode.rawValue)", .gameButtonTapped(gameMode))
    }
  case .shared:
    return []
  case .turnBased:
    return [Choice("r", "Rematch", .rematchButtonTapped)]
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

extension DemoState {
  /// What a key means; nil if nothing.
  func action(for key: Key) -> DemoAction? {
    choices(in: self).first { $0.key == key }?.action
  }
}
