// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

extension MultiplayerDemoState {
  typealias Keys = [KeyBinding<MultiplayerDemoAction>]

  func keys(_ size: Screen.Size) -> Keys {
    if let front { return front.keys.shownElsewhere() + ways }
    if match != nil { return matchKeys + ways }
    return pastGames != nil || openMatches != nil ? listKeys(size) + ways : homeKeys + ways
  }

  /// Whether typed letters may belong to a word.
  ///
  /// It stays true after the match ends, because a player who is typing may not notice the end at once.
  var isEditing: Bool { match != nil && front == nil }

  /// Returns the action for an event that is not a key binding.
  func action(for event: TerminalEvent) -> MultiplayerDemoAction? {
    guard isEditing, match?.takesWords == true, case .key(let key) = event else { return nil }
    return key.letter.map { .letterTyped($0) }
  }

  /// The keys that break or fix the in-process server, and the key that quits.
  ///
  /// In a match these are control keys, because letters belong to the word.
  private var ways: Keys {
    let server: Keys =
      isServerBroken.map { isBroken in
        let label = isBroken ? "Fix the server" : "Break the server"
        return [KeyBinding(match == nil ? "!" : .control("b"), label, .serverSwitchTapped)]
      } ?? []
    return server + [match == nil ? .quit("q", .control("c")) : .quit(.control("c"))]
  }

  private var homeKeys: Keys {
    var keys: Keys = [KeyBinding("s", "Start a match", .multiplayer(.startButtonTapped))]
    if multiplayer.hasOpenMatches {
      let open = MultiplayerDemoAction.multiplayer(.setNavigation(tag: .openMatches))
      keys.append(KeyBinding("m", "Go on", open))
    }
    if multiplayer.hasPastGames {
      let open = MultiplayerDemoAction.multiplayer(.setNavigation(tag: .pastGames))
      keys.append(KeyBinding("p", "Past games", open))
    }
    return keys + [KeyBinding("c", "Close", .closeButtonTapped)]
  }

  private var matchKeys: Keys {
    var keys: Keys = []
    if let match, match.takesWords, let game = match.game, let last = game.selectedFaces.last {
      if match.canPlay && game.selectedWord.count >= 3 {
        keys.append(KeyBinding(.return, "Play the word", .match(.game(.submitButtonTapped))))
      }
      keys.append(KeyBinding(.backspace, "Take back", .match(.game(.faceTapped(last)))))
      if match.canPlay {
        let remove = MultiplayerDemoAction.match(.game(.removeCubeTapped(last.index)))
        keys.append(KeyBinding(.tab, "Take its cube away", remove))
      }
    }
    return keys + [KeyBinding(.escape, "Back", .match(.closeButtonTapped))]
  }

  private func listKeys(_ size: Screen.Size) -> Keys {
    var keys: Keys = []
    if let game = selectedGame {
      if pending.contains(.match) == false {
        keys.append(KeyBinding(["o", .return], "Open", game.action(.tappedRow)))
      }
      if game.isRematchRequestInFlight == false {
        keys.append(KeyBinding("r", "Rematch", game.action(.rematchButtonTapped)))
      }
    } else if let match = selectedMatch {
      let open = MultiplayerDemoAction.multiplayer(.openMatches(.tappedRow(match.id)))
      keys.append(KeyBinding(["o", .return], "Open", open))
    }
    var rest: Keys = []
    if pending.contains(.matches) == false {
      let action: MultiplayerAction =
        pastGames == nil ? .openMatches(.reloadButtonTapped) : .pastGames(.reloadButtonTapped)
      rest.append(KeyBinding("l", "Load again", .multiplayer(action)))
    }
    rest.append(KeyBinding(["b", .escape], "Back", .multiplayer(.setNavigation(tag: nil))))
    guard let table else { return keys + rest }
    func moving(_ area: Screen.Area) -> Keys {
      table.keys(in: area).map { $0.map(MultiplayerDemoAction.table) }
    }
    // The keys that move the selection need room in the help line themselves.
    let most = keys + moving(Screen.Area(row: 0, column: 0, rows: 2, columns: 80)) + rest + ways
    let layout = MultiplayerDemoLayout(self, size, HelpLine(most))
    return keys + moving(layout.body) + rest
  }
}

// MARK: Dialogs

extension MultiplayerDemoState {
  var front: Dialog<MultiplayerDemoAction>? {
    if let game = alertedGame, let alert = game.alert {
      return Dialog(alert, dismissal: .dismissAlert, reservedKeys: ["q"]).map(game.action)
    }
    if let alert = match?.alert {
      // The player may be typing ahead when the alert appears.
      let letters = Set("abcdefghijklmnopqrstuvwxyz0")
      return Dialog(alert, dismissal: .takeBackButtonTapped, reservedKeys: letters)
        .map { .match($0) }
    }
    switch presentation {
    case .signIn:
      return dialog(
        "Who are you?",
        "Matches are for players who are signed in.",
        isWaiting: pending.contains(.signIn),
        [KeyBinding("i", "Sign in", .signInButtonTapped)],
        end: "Not now"
      )
    case .matchmaker:
      return dialog(
        "Find an opponent",
        "Whoever waits for a match of the same kind plays against you.",
        isWaiting: pending.contains(.start),
        [
          KeyBinding("t", "A timed match", .gameModeChosen(.timed)),
          KeyBinding("u", "An unlimited match", .gameModeChosen(.unlimited)),
        ],
        end: "Cancel"
      )
    case nil:
      return nil
    }
  }

  private func dialog(
    _ title: String,
    _ text: String,
    isWaiting: Bool,
    _ keys: Keys,
    end: String
  ) -> Dialog<MultiplayerDemoAction> {
    Dialog(
      title,
      message: isWaiting ? text : presentationError ?? text,
      contentRows: isWaiting ? 1 : 0,
      keys: (isWaiting ? [] : keys) + [KeyBinding(["x", .escape], end, .dialogClosed)]
    )
  }
}

extension Dialog {
  fileprivate func map<Other>(_ transform: (Action) -> Other) -> Dialog<Other> {
    Dialog<Other>(title, message: message, keys: keys.map { $0.map(transform) })
  }
}

extension PastGameState {
  fileprivate func action(_ action: PastGameAction) -> MultiplayerDemoAction {
    .multiplayer(.pastGames(.pastGame(matchId, action)))
  }
}
