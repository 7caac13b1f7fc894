// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import MultiplayerFeature
internal import SharedModels
internal import TerminalSupport

extension MultiplayerDemoState {
  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen { draw(self, size: size) }
}

private func draw(_ state: MultiplayerDemoState, size: Screen.Size) -> Screen {
  var screen = Screen(size: size)
  let frame = screen.area.centered(rows: min(size.rows, 24), columns: min(size.columns, 80))
  let content = frame.inset(rows: 1, columns: 3)
  screen.box(frame, title: state.title, border: .rounded, style: Style(.blue))
  if let match = state.match {
    drawMatch(match, in: content, on: &screen)
  } else if let pastGames = state.pastGames {
    drawPastGames(pastGames.elements, state, in: content, on: &screen)
  } else {
    drawHome(state, in: content, on: &screen)
  }
  drawFooter(state, in: content, on: &screen)
  guard let dialog = state.dialogTexts else { return screen }
  screen.restyle(frame) { $0.dim = true }
  screen.dialog(dialog.title, dialog.lines, choices: state.choices.map(\.text), in: frame)
  return screen
}

extension MultiplayerDemoState {
  fileprivate var title: String {
    if match != nil { return "Match" }
    return pastGames == nil ? "Multiplayer" : "Past games"
  }

  /// What the dialog in front says; nil if there is none.
  fileprivate var dialogTexts: (title: String, lines: [String])? {
    if let game = alertedGame, let alert = game.alert {
      let message = alert.message?.string ?? ""
      return (alert.title.string, message.wrapped(columns: 40))
    }
    let lines: [String]
    let title: String
    switch dialog {
    case .signIn:
      title = "Who are you?"
      lines = ["Matches are for players who are", "signed in."]
    case .matchmaker:
      title = "Find an opponent"
      lines = ["Whoever waits for a match of the same", "kind plays against you."]
    case nil:
      return nil
    }
    let isWaiting = pending.contains(dialog == .signIn ? .signIn : .start)
    let waiting = isWaiting ? ["\(spinner) asking the server"] : []
    return (title, lines + (dialogError?.wrapped(columns: 40) ?? waiting))
  }

  fileprivate var spinner: Character { Screen.spinner(phase: spinnerPhase) }
}

private func drawHome(
  _ state: MultiplayerDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  screen.putCentered("Play words against others, in turns.", row: area.row + 1, in: area)
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
  let mode = match.gameMode.map { "A match, \($0.rawValue)" } ?? "A match"
  screen.putCentered(mode, row: area.row + 1, in: area)
  screen.putCentered(
    match.status,
    row: area.row + 3,
    in: area,
    style: Style(.yellow, bold: true)
  )
  let left = area.column + (area.columns - 36) / 2
  for (index, side) in match.sides.enumerated() {
    let row = area.row + 6 + index
    let words = side.words == 1 ? "1 word" : "\(side.words) words"
    let points = "\(side.points) points"
    screen.put(side.name, row: row, column: left)
    screen.put(words, row: row, column: left + 22 - words.count)
    screen.put(points, row: row, column: left + 36 - points.count, style: Style(.cyan))
  }
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
  let titles = [(2, "Against"), (20, "Outcome"), (36, "You"), (42, "They"), (52, "Ended on")]
  for (column, title) in titles {
    screen.put(title, row: area.row + 1, column: area.column + column, style: Style(bold: true))
  }
  // A long list shows the part around the selected match.
  let room = max(1, area.rows - 9)
  let selected = games.firstIndex { $0.id == state.selection } ?? 0
  let first = max(0, min(selected - room / 2, games.count - room))
  for (index, game) in games[first..<min(games.count, first + room)].enumerated() {
    let row = area.row + 2 + index
    let isSelected = game.id == state.selection
    let (mine, theirs) = game.scores
    screen.put(isSelected ? ">" : " ", row: row, column: area.column)
    screen.put(game.opponentDisplayName.prefix(17), row: row, column: area.column + 2)
    screen.put(game.outcomeText, row: row, column: area.column + 20)
    screen.put("\(mine)", row: row, column: area.column + 39 - "\(mine)".count)
    screen.put("\(theirs)", row: row, column: area.column + 46 - "\(theirs)".count)
    let waiting = "\(state.spinner) asking"
    let date = game.endDate.formatted(.iso8601.year().month().day())
    screen.put(
      game.isRematchRequestInFlight ? waiting : date,
      row: row,
      column: area.column + 52
    )
    if isSelected {
      let line = Screen.Area(row: row, column: area.column, rows: 1, columns: area.columns)
      screen.restyle(line) { $0.bold = true }
    }
  }
}

private func drawFooter(
  _ state: MultiplayerDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  let row = area.row + area.rows - 2
  if let notice = state.notice {
    for (index, line) in notice.wrapped(columns: area.columns).prefix(2).enumerated() {
      screen.put(line, row: row - 4 + index, column: area.column, style: Style(.yellow))
    }
  }
  let hasDialog = state.dialogTexts != nil
  if state.isBusy && hasDialog == false {
    screen.putCentered(
      "\(state.spinner) asking the server",
      row: row - 2,
      in: area,
      style: Style(.magenta)
    )
  }
  let choices = hasDialog ? [] : state.choices.map(\.text)
  screen.putCentered(
    choices.joined(separator: "   "),
    row: row,
    in: area,
    style: Style(bold: true)
  )
  screen.putCentered("[q] Quit the demo", row: row + 1, in: area, style: Style(dim: true))
}

extension PastGameState {
  private var isChallenger: Bool { challengerDisplayName != opponentDisplayName }

  /// The points of the player at this device, and those of the other.
  fileprivate var scores: (mine: Int, theirs: Int) {
    isChallenger ? (challengerScore, challengeeScore) : (challengeeScore, challengerScore)
  }

  fileprivate var outcomeText: String {
    switch outcome {
    case .tied: "It is a tie"
    case .challenger: isChallenger ? "You have won" : "You have lost"
    case .challengee: isChallenger ? "You have lost" : "You have won"
    }
  }
}
