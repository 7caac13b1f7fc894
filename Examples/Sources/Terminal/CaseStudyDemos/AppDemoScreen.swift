// SPDX-License-Identifier: MIT

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import GameOverDemo
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import WordGameFeature

extension AppDemoState {
  /// Whether letters are typed into a word.
  var takesText: Bool {
    switch place {
    case .game: true
    case .onboarding: app.onboarding?.step.word != nil
    case .away, .gameOver, .home, .matches, .pastGames: false
    }
  }

  /// What a key means; nil if nothing.
  func action(for key: Key) -> AppDemoAction? {
    if let action = choices.action(for: .key(key)) { return action }
    return takesText ? key.letter.map { .letterTyped($0) } : nil
  }

  /// What the screen in front offers; letters are typed beside that.
  var choices: [KeyBinding<AppDemoAction>] {
    switch place {
    case .away:
      return [KeyBinding("o", "Open the app again", .appeared)]
    case .game:
      return gameChoices
    case .gameOver:
      guard let gameOver = app.game?.gameOver else { return [] }
      return GameOverDemoScreen.choices(gameOver).map {
        $0.map { .app(.currentGame(.gameOver($0))) }
      }
    case .home:
      let unlimited =
        app.home.savedGames.unlimited == nil ? "Unlimited game" : "Go on with your game"
      return [
        KeyBinding("t", "Timed game", .app(.home(.soloButtonTapped(.timed)))),
        KeyBinding("u", unlimited, .app(.home(.soloButtonTapped(.unlimited)))),
        KeyBinding("m", "Matches", .app(.home(.multiplayerButtonTapped))),
        KeyBinding("a", "Put the app away", .putAway),
      ]
    case .matches:
      let pastGames = KeyBinding("p", "Past games", multiplayer(.setNavigation(tag: .pastGames)))
      return (app.home.multiplayer?.hasPastGames == true ? [pastGames] : [])
        + [KeyBinding("b", "Back", .app(.home(.multiplayerDismissed)))]
    case .onboarding:
      return app.onboarding?.choices.map { $0.map { .app(.onboarding($0)) } } ?? []
    case .pastGames:
      return pastGamesChoices
    }
  }

  private var gameChoices: [KeyBinding<AppDemoAction>] {
    guard let game = app.game else { return [] }
    var choices: [KeyBinding<AppDemoAction>] = []
    if game.selectedWord.count >= 3 {
      choices = [KeyBinding(.return, "Play the word", .app(.currentGame(.submitButtonTapped)))]
    }
    if let last = game.selectedFaces.last {
      choices += [
        KeyBinding(.backspace, "Take back", .app(.currentGame(.faceTapped(last)))),
        KeyBinding(.tab, "Take its cube away", .app(.currentGame(.removeCubeTapped(last.index)))),
      ]
    }
    return choices + [
      KeyBinding(.left, "Put the app away", .putAway),
      KeyBinding(.escape, "End the game", .app(.currentGame(.endGameButtonTapped))),
    ]
  }

  private var pastGamesChoices: [KeyBinding<AppDemoAction>] {
    let games = pastGames.prefix(9).enumerated().flatMap { index, game in
      let key = Character("\(index + 1)")
      return [
        KeyBinding(key, "Open", multiplayer(.pastGames(.pastGame(game.id, .tappedRow))))
      ]
    }
    return games + [KeyBinding("b", "Back", multiplayer(.setNavigation(tag: nil)))]
  }

  private func multiplayer(_ action: MultiplayerAction) -> AppDemoAction {
    .app(.home(.multiplayer(action)))
  }

  private var pastGames: [PastGameState] {
    guard case .pastGames(let pastGames) = app.home.multiplayer?.route else { return [] }
    return pastGames.pastGames.elements
  }
}

extension AppDemoState {
  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    if let onboarding = app.onboarding, isAway == false { return onboarding.screen(size: size) }
    if let gameOver = app.game?.gameOver, isAway == false {
      return GameOverDemoScreen.screen(gameOver, notices: notice.map { [$0] } ?? [], size: size)
    }
    var (screen, _, content) = Screen.framed(title, size: size)
    let quit = takesText ? "[Ctrl-C] Quit the demo" : "[q] Quit the demo"
    screen.footer(texts, quit: quit, in: content) { main, screen in
      switch place {
      case .away:
        let saved =
          app.home.savedGames.unlimited == nil
          ? "No game is saved." : "A game without a time limit is saved."
        screen.putWrapped("The app does not run. \(saved)", row: main.row + 3, in: main)
      case .game:
        let hint = notice ?? "Type a word of letters that touch, on any side."
        let style = Style(notice == nil ? .green : .yellow)
        screen.putWrapped(hint, row: main.row, in: main, style: style)
        app.game?.draw(in: main.inset(rows: 3, columns: 0), on: &screen)
      case .home:
        drawHome(in: main, on: &screen)
      case .matches:
        screen.putWrapped("Matches are games of two, in turns.", row: main.row + 3, in: main)
      case .pastGames:
        drawPastGames(in: main, on: &screen)
      case .gameOver, .onboarding:
        break
      }
    }
    return screen
  }

  private var title: String {
    switch place {
    case .away: "No app"
    case .game where app.game?.turnBasedContext != nil: "A match"
    case .game where app.game?.gameMode == .timed: "A timed game"
    case .game: "A game without a time limit"
    case .home: "The app"
    case .matches: "Matches"
    case .pastGames: "Past games"
    case .gameOver, .onboarding: ""
    }
  }

  /// What the bottom of the screen says; the keys of rows stand in the rows.
  private var texts: [String] {
    guard place == .pastGames, pastGames.isEmpty == false else { return choices.map(\.text) }
    return ["[1] to [\(min(9, pastGames.count))] Open", "[b] Back"]
  }

  private func drawHome(in area: Screen.Area, on screen: inout Screen) {
    screen.putWrapped("What do you want to play?", row: area.row + 2, in: area)
    let record =
      app.home.record.map { "\($0.won) won, \($0.lost) lost, \($0.tied) tied" }
      ?? (hasRecordFailed ? "could not be loaded" : "not known yet")
    screen.putCentered("Your matches", row: area.row + 4, in: area, style: Style(bold: true))
    screen.putCentered(record, row: area.row + 5, in: area, style: Style(.cyan))
    if let saved = app.home.savedGames.unlimited {
      let points = saved.moves.score == 1 ? "1 point" : "\(saved.moves.score) points"
      screen.putWrapped("A game with \(points) is saved.", row: area.row + 7, in: area)
    }
    if let notice {
      screen.putWrapped(notice, row: area.row + 9, in: area, style: Style(.yellow))
    }
  }

  private func drawPastGames(in area: Screen.Area, on screen: inout Screen) {
    if pastGames.isEmpty && notice == nil {
      let text = hasPastGamesAnswer ? "There are none." : "Loading …"
      screen.putCentered(text, row: area.row + 3, in: area)
    }
    if let notice {
      screen.putWrapped(notice, row: area.row + area.rows - 3, in: area, style: Style(.yellow))
    }
    for (index, game) in pastGames.prefix(9).enumerated() {
      let row = area.row + 1 + index
      screen.put(
        "[\(index + 1)] \(game.opponentDisplayName.prefix(20))",
        row: row,
        column: area.column,
        style: Style(bold: true)
      )
      let isChallenger = game.challengerDisplayName != game.opponentDisplayName
      let scores = [game.challengerScore, game.challengeeScore]
      let (mine, theirs) = isChallenger ? (scores[0], scores[1]) : (scores[1], scores[0])
      let text = "\(mine) : \(theirs)"
      screen.put(text, row: row, column: area.column + min(40, area.columns) - text.count)
    }
  }
}
