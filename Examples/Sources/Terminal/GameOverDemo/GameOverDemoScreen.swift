// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
package import GameOverFeature
package import LockstepTerminal
internal import SharedModels

/// The screen after a game, for demos in which a game leads to it.
package enum GameOverDemoScreen {
  /// Returns the screen of a state, with notices below; equal input gives equal screens.
  package static func screen(
    _ state: GameOverState,
    notices: [String] = [],
    size: Screen.Size
  ) -> Screen {
    GameOverDemoState(gameOver: state, notices: notices).screen(size: size)
  }
}

extension GameOverDemoState {
  /// Returns the screen of the state; equal states and sizes give equal screens.
  func screen(size: Screen.Size) -> Screen { draw(self, size: size) }
}

private func draw(_ state: GameOverDemoState, size: Screen.Size) -> Screen {
  var (screen, frame, content) = Screen.framed("Game over", size: size)
  let hasOverlay =
    state.gameOver.upgradeInterstitial != nil || state.gameOver.notificationsAuthAlert != nil
  let texts = hasOverlay ? [] : choices(in: state).map(\.text)
  screen.footer(
    state.gameOver.isViewEnabled ? texts : ["One moment …"],
    in: content
  ) { main, screen in
    drawTitle(state.gameOver, in: main, on: &screen)
    drawStandingAndWords(state, in: main, on: &screen)
  }
  drawSounds(state, in: frame, on: &screen)
  if state.gameOver.isViewEnabled == false || hasOverlay {
    screen.restyle(frame) { $0.dim = true }
  }
  if let confetti = state.confetti { screen.draw(confetti, in: frame.inset()) }
  drawOverlay(state, in: frame, on: &screen)
  return screen
}

/// The standing beside the words, or above them where there is no room; notices below.
private func drawStandingAndWords(
  _ state: GameOverDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  let notices = state.notices.lastLines(columns: area.columns)
  let top = area.row + 4
  let columns = area.columns / 2
  var words = Screen.Area(
    row: top,
    column: area.column + columns,
    rows: min(11, area.rows - 4),
    columns: area.columns - columns
  )
  if area.columns < 56 {
    let standing = standing(state.gameOver).count + 2
    words = Screen.Area(
      row: top + standing,
      column: area.column,
      rows: area.rows - 4 - standing - notices.count,
      columns: area.columns
    )
  }
  drawStanding(state, in: area.inset(rows: 4, columns: 0), on: &screen)
  drawWords(state.gameOver.completedGame, in: words, on: &screen)
  // Where there is room they do not move when others come.
  let first = area.row + area.rows - (area.columns < 56 ? notices.count : max(4, notices.count))
  for (index, line) in notices.enumerated() {
    screen.put(line, row: first + index, column: area.column, style: Style(.yellow))
  }
}

extension [String] {
  /// The last texts that have room in four lines together; the very last one in any case.
  fileprivate func lastLines(columns: Int) -> [String] {
    var lines: [String] = []
    for text in reversed() {
      let added = text.wrapped(columns: columns)
      guard lines.isEmpty || lines.count + added.count <= 4 else { break }
      lines = added + lines
    }
    return lines
  }
}

/// Draws the names of the sounds that would be heard.
private func drawSounds(
  _ state: GameOverDemoState,
  in frame: Screen.Area,
  on screen: inout Screen
) {
  let names = [state.music, state.sound].compactMap { $0?.name }
  guard names.isEmpty == false else { return }
  screen.put(
    " ♪ \(names.joined(separator: ", ")) ",
    row: frame.row + frame.rows - 1,
    column: frame.column + 2,
    style: Style(.blue)
  )
}

private func drawTitle(_ state: GameOverState, in area: Screen.Area, on screen: inout Screen) {
  let game = state.completedGame
  let kind =
    switch game.gameContext {
    case .dailyChallenge: "Daily challenge, \(game.gameMode.rawValue)"
    case .shared: "Shared game, \(game.gameMode.rawValue)"
    case .solo: "Solo game, \(game.gameMode.rawValue)"
    case .turnBased: "Match, \(game.gameMode.rawValue)"
    }
  screen.putCentered(kind, row: area.row, in: area)
  screen.putCentered(
    "\(game.currentScore) points",
    row: area.row + 1,
    in: area,
    style: Style(.yellow, bold: true)
  )
  screen.putCentered(praise(state), row: area.row + 2, in: area, style: Style(.green))
}

/// Returns the message to the player: about the rank of the day as soon as it is known, until then about the
/// score.
private func praise(_ state: GameOverState) -> String {
  if let match = state.completedMatch {
    switch match.you.outcome {
    case .won: return "You have won!"
    case .lost, .quit: return "You have lost."
    case .tied: return "It is a tie."
    case .none: break
    }
  }
  switch state.summary {
  case .dailyChallenge(let result):
    guard let rank = result.rank else { return state.completedGame.praise }
    return LeaderboardScoreResult.Rank(outOf: result.outOf, rank: rank).praise
  case .leaderboard(let ranks):
    return ranks[.lastDay]?.praise ?? state.completedGame.praise
  case nil:
    return state.completedGame.praise
  }
}

private func drawStanding(
  _ state: GameOverDemoState,
  in area: Screen.Area,
  on screen: inout Screen
) {
  let isMatch =
    if case .turnBased = state.gameOver.completedGame.gameContext { true } else { false }
  screen.put(
    isMatch ? "The points" : "Your rank",
    row: area.row,
    column: area.column,
    style: Style(bold: true)
  )
  let rows = standing(state.gameOver)
  for (index, row) in rows.enumerated() {
    let line = area.row + 1 + index
    screen.put(row.name.prefix(15), row: line, column: area.column)
    screen.put(row.value, row: line, column: area.column + 16, style: Style(.cyan))
  }
  if state.isBusy {
    screen.put(
      "\(Screen.spinner(phase: state.spinnerPhase)) asking the server",
      row: area.row + rows.count + 2,
      column: area.column,
      style: Style(.magenta)
    )
  }
}

/// The rows of the standing; dashes where the server has not answered.
private func standing(_ state: GameOverState) -> [(name: String, value: String)] {
  if case .turnBased = state.completedGame.gameContext { return matchStanding(state) }
  switch state.summary {
  case .dailyChallenge(let result):
    let rank = result.rank.map { "\($0) of \(result.outOf)" } ?? "–"
    return [("Today", rank)]
  case .leaderboard(let ranks):
    return [(.lastDay, "Last day"), (.lastWeek, "Last week"), (.allTime, "All time")]
      .map { (scope: TimeScope, name: String) in
        (name, ranks[scope].map { "\($0.rank) of \($0.outOf)" } ?? "–")
      }
  case nil:
    if case .dailyChallenge = state.completedGame.gameContext { return [("Today", "–")] }
    return [("Last day", "–"), ("Last week", "–"), ("All time", "–")]
  }
}

private func matchStanding(_ state: GameOverState) -> [(name: String, value: String)] {
  let game = state.completedGame
  if let match = state.completedMatch {
    return [match.you, match.them].map { ($0.name, "\($0.score) points") }
  }
  let players = Set(game.moves.compactMap(\.playerIndex)).sorted()
  return players.map { player in
    let points = game.moves.lazy.filter { $0.playerIndex == player }.map(\.score).reduce(0, +)
    let name = player == game.localPlayerIndex ? "You" : "Your opponent"
    return (name, "\(points) points")
  }
}

private func drawWords(_ game: CompletedGame, in area: Screen.Area, on screen: inout Screen) {
  let puzzle = Puzzle(game.cubes)
  let words = game.moves.compactMap { move -> (word: String, score: Int)? in
    guard case .playedWord(let faces) = move.type else { return nil }
    return (puzzle.string(from: faces), move.score)
  }
  .sorted { ($0.score, $1.word) > ($1.score, $0.word) }
  let title = words.count == 1 ? "1 word" : "\(words.count) words"
  screen.put(title, row: area.row, column: area.column, style: Style(bold: true))
  guard area.rows > 0 else { return }
  let room = area.rows - 1
  let shown = words.prefix(words.count > room ? max(0, room - 1) : room)
  for (index, entry) in shown.enumerated() {
    let row = area.row + 1 + index
    screen.put(entry.word.prefix(max(0, area.columns - 8)), row: row, column: area.column)
    let points = "\(entry.score)"
    screen.put(points, row: row, column: area.column + area.columns - points.count)
  }
  if shown.count < words.count {
    screen.put(
      "… and \(words.count - shown.count) more",
      row: area.row + 1 + shown.count,
      column: area.column,
      style: Style(dim: true)
    )
  }
}

private func drawOverlay(
  _ state: GameOverDemoState,
  in frame: Screen.Area,
  on screen: inout Screen
) {
  if let upgrade = state.gameOver.upgradeInterstitial {
    let seconds = upgrade.duration - upgrade.secondsPassedCount
    let waiting =
      upgrade.isDismissable || seconds <= 0
      ? [] : ["You can go on in \(seconds) \(seconds == 1 ? "second" : "seconds")."]
    screen.dialog(
      "A word from the makers",
      ["Enjoying the game? The full version helps us to make more of it."]
        + (upgrade.isPurchasing ? ["Buying …"] : waiting),
      choices: choices(in: state).map(\.text),
      in: frame
    )
  } else if state.gameOver.notificationsAuthAlert != nil {
    screen.dialog(
      "Want to be notified?",
      ["We can tell you about your rank, and when a new challenge starts."],
      choices: choices(in: state).map(\.text),
      in: frame
    )
  }
}

extension GameOverDemoState.Ending {
  /// The text in the terminal after the screen has gone.
  var farewell: String {
    switch self {
    case .closed: "You have left the game."
    case .game(let gameMode, isDailyChallenge: true):
      "Here the \(gameMode.rawValue) daily challenge would begin."
    case .game(let gameMode, isDailyChallenge: false):
      "Here a new \(gameMode.rawValue) game would begin."
    }
  }
}
