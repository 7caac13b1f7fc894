// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

extension MultiplayerDemoState {
  typealias Choices = [KeyBinding<MultiplayerDemoAction>]

  /// The keys that the screen offers; only those of the part in front.
  var choices: Choices {
    if let game = alertedGame, let alert = game.alert {
      return alert.choices(dismissal: .dismissAlert).map { $0.map(game.action) }
    }
    if let alert = match?.alert {
      let choices = alert.choices(dismissal: .takeBackButtonTapped)
      return choices.map { $0.map(MultiplayerDemoAction.match) } + serverChoices
    }
    switch dialog {
    case .signIn: return signInChoices
    case .matchmaker: return matchmakerChoices
    case nil: break
    }
    if let match { return match.choices.map { $0.map(MultiplayerDemoAction.match) } + matchEnd }
    return pastGames == nil ? homeChoices : pastGamesChoices
  }

  private var signInChoices: Choices {
    let signIn: Choices =
      pending.contains(.signIn) ? [] : [KeyBinding("i", "Sign in", .signInButtonTapped)]
    return signIn + [KeyBinding("x", "Not now", .dialogClosed)]
  }

  private var matchmakerChoices: Choices {
    let modes: Choices =
      pending.contains(.start)
      ? []
      : [
        KeyBinding("t", "A timed match", .gameModeChosen(.timed)),
        KeyBinding("u", "An unlimited match", .gameModeChosen(.unlimited)),
      ]
    return modes + [KeyBinding("x", "Cancel", .dialogClosed)]
  }

  private var homeChoices: Choices {
    var choices: Choices = [KeyBinding("s", "Start a match", .multiplayer(.startButtonTapped))]
    if multiplayer.hasPastGames {
      choices.append(KeyBinding("p", "Past games", .multiplayer(.setNavigation(tag: .pastGames))))
    }
    return choices + serverChoices + [KeyBinding("c", "Close", .closeButtonTapped)]
  }

  /// The key that switches the failure of the in-process server on and off; none for a remote server.
  private var serverChoices: Choices {
    isServerBroken.map { isBroken in
      [KeyBinding("!", isBroken ? "Mend the server" : "Break the server", .serverSwitchTapped)]
    } ?? []
  }

  /// The ways out of a match; letters are no commands while they are typed into words.
  private var matchEnd: Choices {
    takesText
      ? serverChoices + [KeyBinding(.escape, "Back", .match(.closeButtonTapped))]
      : [KeyBinding("b", "Back", .match(.closeButtonTapped))]
  }

  /// True if letters are typed into a word.
  var takesText: Bool {
    match?.takesWords == true && match?.alert == nil && dialog == nil && alertedGame == nil
  }

  private var pastGamesChoices: Choices {
    var choices: Choices = []
    if let id = game(below: -1) { choices.append(KeyBinding(.up, "Up", .rowSelected(id))) }
    if let id = game(below: 1) { choices.append(KeyBinding(.down, "Down", .rowSelected(id))) }
    if let game = selectedGame {
      choices.append(KeyBinding("o", "Open", game.action(.tappedRow)))
      if game.isRematchRequestInFlight == false {
        choices.append(KeyBinding("r", "Rematch", game.action(.rematchButtonTapped)))
      }
    }
    return choices + [KeyBinding("b", "Back", .multiplayer(.setNavigation(tag: nil)))]
  }

  /// Returns the action of a key; `nil` if it has none.
  func action(for key: Key) -> MultiplayerDemoAction? {
    if let action = choices.action(for: .key(key)) { return action }
    return takesText ? key.letter.map { .letterTyped($0) } : nil
  }
}

extension MatchState {
  /// True if the match is open and its game is shown.
  var takesWords: Bool { match.status == .open && game != nil }

  /// The keys for the word that is being spelled.
  fileprivate var choices: [KeyBinding<MatchAction>] {
    guard takesWords, let game, let last = game.selectedFaces.last else { return [] }
    var choices: [KeyBinding<MatchAction>] = []
    if canPlay && game.selectedWord.count >= 3 {
      choices.append(KeyBinding(.return, "Play the word", .game(.submitButtonTapped)))
    }
    choices.append(KeyBinding(.backspace, "Take back", .game(.faceTapped(last))))
    if canPlay {
      choices.append(
        KeyBinding(.tab, "Take its cube away", .game(.removeCubeTapped(last.index)))
      )
    }
    return choices
  }
}

extension PastGameState {
  fileprivate func action(_ action: PastGameAction) -> MultiplayerDemoAction {
    .multiplayer(.pastGames(.pastGame(matchId, action)))
  }
}
