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
  var isEditing: Bool {
    switch place {
    case .game: true
    case .onboarding: app.onboarding?.step.word != nil
    case .away, .gameOver, .home, .matches, .pastGames: false
    }
  }

  func keys(size: Screen.Size) -> [KeyBinding<AppDemoAction>] {
    switch place {
    case .away:
      return [KeyBinding("o", "Open the app again", .appeared)]
    case .game:
      return gameKeys
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
      ] + (hasRecordFailed ? [KeyBinding("r", "Try again", .app(.home(.onAppear)))] : [])
    case .matches:
      let pastGames = KeyBinding("p", "Past games", multiplayer(.setNavigation(tag: .pastGames)))
      return (app.home.multiplayer?.hasPastGames == true ? [pastGames] : [])
        + [KeyBinding("b", "Back", .app(.home(.multiplayerDismissed)))]
    case .onboarding:
      return app.onboarding?.keys.map { $0.map { .app(.onboarding($0)) } } ?? []
    case .pastGames:
      return pastGamesKeys(size: size)
    }
  }

  private var gameKeys: [KeyBinding<AppDemoAction>] {
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

  private func pastGamesKeys(size: Screen.Size) -> [KeyBinding<AppDemoAction>] {
    var keys: [KeyBinding<AppDemoAction>] = []
    if let game = pastGames.selection.flatMap({ games.dropFirst($0).first }) {
      let open = multiplayer(.pastGames(.pastGame(game.id, .tappedRow)))
      keys = pastGames.keys(in: Screen.content(size: size))
        .map { $0.map(AppDemoAction.pastGames) }
      keys.append(KeyBinding(.return, "Open", open))
    }
    if notice != nil {
      keys.append(KeyBinding("r", "Try again", multiplayer(.pastGames(.onAppear))))
    }
    return keys + [KeyBinding("b", "Back", multiplayer(.setNavigation(tag: nil)))]
  }

  private func multiplayer(_ action: MultiplayerAction) -> AppDemoAction {
    .app(.home(.multiplayer(action)))
  }
}

extension AppDemoState {
  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    if let onboarding = app.onboarding, isAway == false {
      return onboarding.screen(size: size, help: help)
    }
    if let gameOver = app.game?.gameOver, isAway == false {
      let notices = notice.map { [$0] } ?? []
      return GameOverDemoScreen.screen(gameOver, notices: notices, size: size, help: help)
    }
    var (screen, _, content) = Screen.framed(title, size: size)
    let showsGames = place == .game || games.isEmpty == false
    let needed = showsGames ? nil : text.leastRows(columns: content.columns)
    let main = screen.footer(help, in: content, below: needed)
    switch place {
    case .game: drawGame(in: main, on: &screen)
    case .pastGames where games.isEmpty == false: drawPastGames(in: main, on: &screen)
    case .away, .gameOver, .home, .matches, .onboarding, .pastGames:
      let middle = main.centered(
        rows: min(text.rows(columns: main.columns), main.rows),
        columns: main.columns
      )
      text.draw(in: middle, on: &screen)
    }
    return screen
  }

  private var text: StyledLines {
    var lines = StyledLines()
    switch place {
    case .away:
      let saved =
        app.home.savedGames.unlimited == nil
        ? "No game is saved." : "A game without a time limit is saved."
      lines.add("The app does not run. \(saved)")
    case .home:
      let record =
        app.home.record.map { "\($0.won) won, \($0.lost) lost, \($0.tied) tied" }
        ?? (hasRecordFailed ? "could not be loaded" : "not known yet")
      lines.add("What do you want to play?")
      lines.add()
      lines.add("Your matches", style: Style(bold: true))
      lines.add(record, style: Style(.cyan))
      if let saved = app.home.savedGames.unlimited {
        lines.add()
        lines.add("A game with \(counted(saved.moves.score, "point")) is saved.")
      }
    case .matches:
      lines.add("Matches are games of two, in turns.")
    case .pastGames where notice == nil:
      lines.add(hasPastGamesAnswer ? "There are none." : "Loading …")
    case .game, .gameOver, .onboarding, .pastGames:
      break
    }
    if let notice {
      lines.add()
      lines.add(notice, style: Style(.yellow))
    }
    return lines
  }

  private var title: String {
    switch place {
    case .away: "No app"
    case .game where app.game?.turnBasedContext != nil: "A match"
    case .game where app.game?.gameMode == .timed: "A timed game"
    case .game: "An unlimited game"
    case .home: "The app"
    case .matches: "Matches"
    case .pastGames: "Past games"
    case .gameOver, .onboarding: ""
    }
  }

  private func drawGame(in area: Screen.Area, on screen: inout Screen) {
    var lines = StyledLines()
    lines.add(
      notice ?? "Letters of a word must touch.",
      style: Style(notice == nil ? .green : .yellow)
    )
    let rows = min(lines.rows(columns: area.columns), max(1, area.rows / 4))
    let parts = area.rows([.fixed(rows), .fixed(area.rows < 12 ? 0 : 1), .flexible()])
    lines.draw(in: parts[0], on: &screen)
    app.game?.draw(in: parts[2], on: &screen)
  }

  private func drawPastGames(in area: Screen.Area, on screen: inout Screen) {
    var lines = StyledLines()
    if let notice { lines.add(notice, style: Style(.yellow), alignment: .leading) }
    let rows = notice == nil ? 0 : min(lines.rows(columns: area.columns), area.rows / 2)
    let parts = area.rows([.flexible(), .fixed(rows)])
    screen.draw(pastGames, in: parts[0])
    lines.draw(in: parts[1], on: &screen)
  }
}
