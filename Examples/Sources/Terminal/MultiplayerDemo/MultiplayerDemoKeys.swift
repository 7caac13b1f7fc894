// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels

extension MultiplayerDemoState {
  typealias Choices = [Choice<MultiplayerDemoAction>]

  /// What the screen offers; only what is in front can be used.
  var choices: Choices {
    if let game = alertedGame, let alert = game.alert {
      return alert.choices(dismissal: .dismissAlert).map { $0.map(game.action) }
    }
    switch dialog {
    case .signIn: return signInChoices
    case .matchmaker: return matchmakerChoices
    case nil: break
    }
    if match != nil { return [Choice("b", "Back", .matchClosed)] }
    return pastGames == nil ? homeChoices : pastGamesChoices
  }

  private var signInChoices: Choices {
    let signIn: Choices =
      pending.contains(.signIn) ? [] : [Choice("i", "Sign in", .signInButtonTapped)]
    return signIn + [Choice("x", "Not now", .dialogClosed)]
  }

  private var matchmakerChoices: Choices {
    let modes: Choices =
      pending.contains(.start)
      ? []
      : [
        Choice("t", "A timed match", .gameModeChosen(.timed)),
        Choice("u", "An unlimited match", .gameModeChosen(.unlimited)),
      ]
    return modes + [Choice("x", "Cancel", .dialogClosed)]
  }

  private var homeChoices: Choices {
    var choices: Choices = [Choice("s", "Start a match", .multiplayer(.startButtonTapped))]
    if multiplayer.hasPastGames {
      choices.append(Choice("p", "Past games", .multiplayer(.setNavigation(tag: .pastGames))))
    }
    return choices + [Choice("c", "Close", .closeButtonTapped)]
  }

  private var pastGamesChoices: Choices {
    var choices: Choices = []
    if let id = game(below: -1) { choices.append(Choice(.up, "Up", .rowSelected(id))) }
    if let id = game(below: 1) { choices.append(Choice(.down, "Down", .rowSelected(id))) }
    if let game = selectedGame {
      choices.append(Choice("o", "Open", game.action(.tappedRow)))
      if game.isRematchRequestInFlight == false {
        choices.append(Choice("r", "Rematch", game.action(.rematchButtonTapped)))
      }
    }
    return choices + [Choice("b", "Back", .multiplayer(.setNavigation(tag: nil)))]
  }

  /// What a key means; nil if nothing.
  func action(for key: Key) -> MultiplayerDemoAction? {
    choices.first { $0.key == key }?.action
  }
}

extension PastGameState {
  fileprivate func action(_ action: PastGameAction) -> MultiplayerDemoAction {
    .multiplayer(.pastGames(.pastGame(matchId, action)))
  }
}
