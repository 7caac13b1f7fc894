// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels

extension MultiplayerDemoState {
  func screen(_ size: Screen.Size, _ help: HelpLine) -> Screen {
    let layout = MultiplayerDemoLayout(self, size, help)
    var screen = layout.screen
    if let match {
      drawMatch(match, in: layout.body, on: &screen)
    } else if let matches = listedMatches {
      drawList(isEmpty: matches.isEmpty, in: layout.body, on: &screen)
    } else {
      drawHome(in: layout.body, on: &screen)
    }
    if let failure {
      let lines = failure.wrapped(columns: layout.notice.columns)
      screen.put(lines.joined(separator: "\n"), in: layout.notice, style: Style(.yellow))
    }
    let spinner = Spinner("asking the server", phase: spinnerPhase)
    if let front {
      screen.restyle(layout.frame) { $0.dim = true }
      let row = screen.draw(front, in: layout.dialog, style: Style(.magenta, bold: true))
      screen.draw(spinner, in: row, style: Style(.magenta))
    } else if isBusy {
      screen.draw(spinner, in: layout.spinner, style: Style(.magenta))
    }
    return screen
  }

  // MARK: The main screen

  private func drawHome(in area: Screen.Area, on screen: inout Screen) {
    let isSigningIn = pending.contains(.signIn)
    let signedIn =
      player == nil
      ? isSigningIn ? "Signing you in …" : "You are not signed in." : "You are signed in."
    let numbers = [
      ("Won", record?.won), ("Lost", record?.lost), ("Tied", record?.tied),
      ("Not over", record?.open),
    ]
    var lines = StyledLines()
    lines.add()
    lines.add("Play words against others, in turns.")
    lines.add()
    lines.add(signedIn, style: Style(.green))
    lines.add()
    let rows = lines.rows(columns: area.columns)
    let table = Table(
      columns: [
        Table.Column("Your matches"), Table.Column("", length: .fixed(4), alignment: .trailing),
      ],
      rows: numbers.map { [$0, $1.map(String.init) ?? "–"] }
    )
    guard area.rows >= rows + table.rows.count + 1 else {
      if let record {
        lines.add(
          "Won \(record.won), Lost \(record.lost), Tied \(record.tied), Not over \(record.open)",
          style: Style(.cyan)
        )
      }
      lines.draw(in: area, on: &screen)
      return
    }
    let parts = area.rows([.fixed(rows), .flexible()])
    lines.draw(in: parts[0], on: &screen)
    let middle = parts[1].columns([.flexible(), .fixed(18), .flexible()])[1]
    screen.draw(table, in: middle)
  }

  // MARK: Lists

  private func drawList(isEmpty: Bool, in area: Screen.Area, on screen: inout Screen) {
    // A limited width keeps the columns close together.
    let place = area.columns([.flexible(), .fixed(min(area.columns, 80)), .flexible()])[1]
    if let table = table(columns: place.columns) {
      screen.draw(table, in: place)
    } else {
      var lines = StyledLines()
      lines.add()
      if pending.contains(.matches) {
        lines.add("Loading …")
      } else if listFailure == nil {
        lines.add("There are none.")
      }
      lines.draw(in: area, on: &screen)
    }
  }

  // MARK: A match

  private func drawMatch(_ match: MatchState, in area: Screen.Area, on screen: inout Screen) {
    let summary = MatchSummary(match)
    guard match.takesWords, let game = match.game else {
      drawSummary(summary, in: area, on: &screen)
      return
    }
    // The word and the sides of the cube, side by side, need at least four rows.
    let isRoomy = area.rows >= 15
    let sides = isRoomy ? summary.sides.count + (area.rows >= 16 ? 2 : 1) : 0
    var lines = StyledLines()
    lines.add(summary.status, style: Style(.yellow, bold: true))
    if isRoomy {
      lines.add(summary.hint)
    } else if let failure {
      lines.add(failure, style: Style(.yellow))
    } else {
      let points = summary.sides.map { "\($0.name) \($0.points)" }
      lines.add(points.joined(separator: ", "), style: Style(.cyan))
      if area.rows >= 9 { lines.add(summary.hint) }
    }
    let rows = min(lines.rows(columns: area.columns), max(2, area.rows - (isRoomy ? 9 + sides : 4)))
    let parts = area.rows([.fixed(rows), .fixed(sides), .flexible(minimum: 4)])
    lines.draw(in: parts[0], on: &screen)
    let middle = parts[1].columns([.flexible(), .fixed(min(area.columns, 44)), .flexible()])[1]
    if sides > 0 {
      let table = Table(
        columns: [
          Table.Column("", length: .flexible(minimum: 4)), Table.Column("", alignment: .trailing),
          Table.Column("", alignment: .trailing),
        ],
        rows: summary.sides.map {
          [$0.name, counted($0.words, "word"), counted($0.points, "point")]
        }
      )
      screen.draw(table, in: middle, style: Style(.cyan))
    }
    if isRoomy == false && isBusy {
      let corner = parts[0].columns([.flexible(), .fixed(1)])[1]
      screen.draw(Spinner(phase: spinnerPhase), in: corner, style: Style(.magenta))
    }
    game.draw(in: parts[2], showsTotals: false, isFocused: front == nil, on: &screen)
  }

  private func drawSummary(
    _ summary: MatchSummary,
    in area: Screen.Area,
    on screen: inout Screen
  ) {
    var lines = StyledLines()
    lines.add()
    lines.add(summary.status, style: Style(.yellow, bold: true))
    lines.add(summary.hint)
    lines.add()
    for side in summary.sides {
      lines.add("\(side.name): \(side.text)", style: Style(.cyan))
    }
    lines.draw(in: area, on: &screen)
  }
}

extension MatchState {
  var takesWords: Bool { match.status == .open && game != nil }
}
