// SPDX-License-Identifier: MIT

internal import DemoSupport
package import GameOverFeature
package import LockstepTerminal
internal import SharedModels

extension GameOverDemoState {
  func keys(_ size: Screen.Size) -> [KeyBinding<GameOverDemoAction>] {
    let choices = GameOverDemoScreen.choices(gameOver).map { $0.map(GameOverDemoAction.gameOver) }
    let quit = KeyBinding<GameOverDemoAction>.quit("q", .control("c"))
    guard GameOverDemoScreen.dialog(gameOver, size) == nil else {
      return choices.shownElsewhere() + [quit]
    }
    // The scrolling keys need room in the help line themselves.
    let line = Screen.Area(row: 0, column: 0, rows: 2, columns: 80)
    let most = words.keys(in: line).map { $0.map(GameOverDemoAction.words) }
    let layout = GameOverDemoLayout(self, size, HelpLine(choices + most + [quit]))
    let scrolling =
      layout.title == nil
      ? report.keys(in: layout.words).map {
        $0.map(GameOverDemoAction.report)
      }
      : words.keys(in: layout.words).map {
        $0.map(GameOverDemoAction.words)
      }
    return choices + scrolling + [quit]
  }
}

extension GameOverDemoScreen {
  /// Returns the keys that the screen offers, or an empty array while the screen is disabled.
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
  fileprivate var key: Key {
    switch self {
    case .timed: "t"
    case .unlimited: "u"
    }
  }
}
