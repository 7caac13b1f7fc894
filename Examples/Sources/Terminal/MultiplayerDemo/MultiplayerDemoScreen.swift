// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels

extension MultiplayerDemoState {
  /// Returns the screen of the state; equal states and sizes give equal screens.
  func screen(size: Screen.Size) -> Screen { draw(self, size: size) }
}

private func draw(_ state: MultiplayerDemoState, size: Screen.Size) -> Screen {
  var (screen, frame, content) = Screen.framed(state.title, size: size)
  let choices = state.choices.map(\.text)
  let quit = state.takesText ? "[Ctrl-C] Quit the demo" : "[q] Quit the demo"
  screen.footer(state.isAsking ? [] : choices, quit: quit, in: content) { main, screen in
    if let match = state.match {
      drawMatch(match, in: main, on: &screen)
    } else if let pastGames = state.pastGames {
      drawPastGames(pastGames.elements, state, in: main, on: &screen)
    } else {
      drawHome(state, in: main, on: &screen)
    }
    drawNotice(state, in: main, on: &screen)
  }
  if state.isAsking { screen.restyle(frame) { $0.dim = true } }
  if let alert = state.alertedGame?.alert {
    screen.dialog(alert, choices: choices, in: frame)
  } else if let alert = state.match?.alert {
    screen.dialog(alert, choices: choices, in: frame)
  } else if let dialog = state.dialogTexts {
    screen.dialog(dialog.title, dialog.lines, choices: choices, in: frame)
  }
  return screen
}

extension MultiplayerDemoState {
  fileprivate var title: String {
    if match != nil { return "Match" }
    return pastGames == nil ? "Multiplayer" : "Past games"
  }

  /// True if a part in front has to be answered first.
  fileprivate var isAsking: Bool {
    alertedGame != nil || match?.alert != nil || dialog != nil
  }

  /// The error of the screen in front.
  fileprivate var failure: String? {
    if let notice { return notice }
    if let match {
      return match.loadFailure.map {
        "The match could not be loaded. \($0.localizedDescription)"
      }
    }
    return pastGames == nil && isAsking == false ? accountFailure : nil
  }

  /// The texts of the dialog in front; `nil` if there is none.
  fileprivate var dialogTexts: (title: String, lines: [String])? {
    let lines: [String]
    let title: String
    switch dialog {
    case .signIn:
      title = "Who are you?"
      lines = ["Matches are for players who are signed in."]
    case .matchmaker:
      title = "Find an opponent"
      lines = ["Whoever waits for a match of the same kind plays against you."]
    case nil:
      return nil
    }
    let isWaiting = pending.contains(dialog == .signIn ? .signIn : .start)
    let waiting = isWaiting ? ["\(spinner) asking the server"] : []
    return (title, lines + (dialogError.map { [$0] } ?? waiting))
  }

  fileprivate var spinner: Character { Screen.spinner(phase: spinnerPhase) }
}

private func drawHome(
  _ state: MultiplayerDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  screen.putWrapped("Play words against others, in turns.", row: area.row + 1, in: area)
  let isSigningIn = state.pending.contains(.signIn)
  let player =
    state.player == nil
    ? isSigningIn ? "Signing you in …" : "You are not signed in."
    : "You are signed in."
  screen.putCentered(player, row: area.row + 3, in: area, style: Style(.green))
  let numbers = [
    ("Won", state.record?.won), ("Lost", state.record?.lost), ("Tied", state.record?.tied),
    ("Not over", state.record?.open),
  ]
  let left = area.column + (area.columns - 16) / 2
  screen.put("Your matches", row: area.row + 6, column: left, style: Style(bold: true))
  for (index, (name, number)) in numbers.enumerated() {
    let text = number.map { "\($0)" } ?? "–"
    let row = area.row + 7 + index
    screen.put(name, row: row, column: left)
    screen.put(text, row: row, column: left + 16 - text.count, style: Style(.cyan))
  }
}

private func drawMatch(_ match: MatchState, in area: Screen.Area, on screen: inout Screen) {
  let summary = MatchSummary(match)
  // While a match is played, its cubes need the room.
  let (statusRow, sidesRow) = match.takesWords ? (0, 2) : (3, 6)
  if match.takesWords == false {
    let mode = summary.gameMode.map { "A match, \($0.rawValue)" } ?? "A match"
    screen.putCentered(mode, row: area.row + 1, in: area)
  }
  screen.putWrapped(
    summary.status,
    row: area.row + statusRow,
    in: area,
    style: Style(.yellow, bold: true)
  )
  let columns = min(36, area.columns)
  let left = area.column + (area.columns - columns) / 2
  for (index, side) in summary.sides.enumerated() {
    let row = area.row + sidesRow + index
    let words = side.words == 1 ? "1 word" : "\(side.words) words"
    let points = "\(side.points) points"
    screen.put(side.name, row: row, column: left)
    screen.put(words, row: row, column: left + columns - 14 - words.count)
    screen.put(points, row: row, column: left + columns - points.count, style: Style(.cyan))
  }
  guard match.takesWords, let game = match.game else { return }
  let cubes = Screen.Area(
    row: area.row + 5,
    column: area.column,
    rows: max(0, area.rows - 5),
    columns: area.columns
  )
  game.draw(in: cubes, showsTotals: false, on: &screen)
}

private func drawPastGames(
  _ games: [PastGameState],
  _ state: MultiplayerDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  guard games.isEmpty == false else {
    if state.pending.contains(.matches) {
      screen.putCentered("Loading …", row: area.row + 6, in: area)
    } else if state.notice == nil {
      screen.putCentered("There are none.", row: area.row + 6, in: area)
    }
    return
  }
  let columns = PastGameColumns(area)
  let titles: [(Int?, String)] = [
    (columns.opponent, "Against"), (columns.outcome, "Outcome"), (columns.mine - 3, "You"),
    (columns.theirs - 4, "They"), (columns.date, "Ended on"),
  ]
  for case (let column?, let title) in titles {
    screen.put(title, row: area.row + 1, column: area.column + column, style: Style(bold: true))
  }
  // A long list shows the part around the selected match.
  let room = max(1, area.rows - 7)
  let selected = games.firstIndex { $0.id == state.selection } ?? 0
  let first = max(0, min(selected - room / 2, games.count - room))
  for (index, game) in games[first..<min(games.count, first + room)].enumerated() {
    let row = area.row + 2 + index
    let isSelected = game.id == state.selection
    let (mine, theirs) = game.scores
    screen.put(isSelected ? ">" : " ", row: row, column: area.column)
    let name = game.opponentDisplayName.prefix(columns.outcome - columns.opponent - 1)
    screen.put(name, row: row, column: area.column + columns.opponent)
    let outcome = columns.date == nil ? game.outcome(.short) : game.outcome(.long)
    screen.put(outcome, row: row, column: area.column + columns.outcome)
    screen.put("\(mine)", row: row, column: area.column + columns.mine - "\(mine)".count)
    screen.put("\(theirs)", row: row, column: area.column + columns.theirs - "\(theirs)".count)
    if let column = columns.date {
      let waiting = "\(state.spinner) asking"
      let date = game.endDate.formatted(.iso8601.year().month().day())
      screen.put(
        game.isRematchRequestInFlight ? waiting : date,
        row: row,
        column: area.column + column
      )
    }
    if isSelected {
      let line = Screen.Area(row: row, column: area.column, rows: 1, columns: area.columns)
      screen.restyle(line) { $0.bold = true }
    }
  }
}

/// Where the columns of the list begin; those of points are named by their ends.
///
/// There is none for the date where there is no room.
private struct PastGameColumns {
  let opponent = 2
  let outcome: Int
  let mine: Int
  let theirs: Int
  let date: Int?

  init(_ area: Screen.Area) {
    (outcome, mine, theirs, date) = area.columns < 62 ? (14, 26, 32, nil) : (20, 39, 46, 52)
  }
}

/// Draws the error and the requests under way at the bottom of an area.
private func drawNotice(
  _ state: MultiplayerDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  let end = area.row + area.rows
  if let notice = state.failure {
    let lines = notice.wrapped(columns: area.columns).prefix(4)
    let first = end - 2 - max(2, lines.count)
    for (index, line) in lines.enumerated() {
      screen.put(line, row: first + index, column: area.column, style: Style(.yellow))
    }
  }
  if state.isBusy && state.isAsking == false {
    screen.putCentered(
      "\(state.spinner) asking the server",
      row: end - 2,
      in: area,
      style: Style(.magenta)
    )
  }
}

extension PastGameState {
  private var isChallenger: Bool { challengerDisplayName != opponentDisplayName }

  /// The points of the player at this device, and those of the other.
  fileprivate var scores: (mine: Int, theirs: Int) {
    isChallenger ? (challengerScore, challengeeScore) : (challengeeScore, challengerScore)
  }

  fileprivate enum Wording {
    case long, short
  }

  fileprivate func outcome(_ wording: Wording) -> String {
    let hasWon = outcome == .challenger ? isChallenger : isChallenger == false
    switch (outcome, wording) {
    case (.tied, .long): return "It is a tie"
    case (.tied, .short): return "tie"
    case (_, .long): return hasWon ? "You have won" : "You have lost"
    case (_, .short): return hasWon ? "won" : "lost"
    }
  }
}
