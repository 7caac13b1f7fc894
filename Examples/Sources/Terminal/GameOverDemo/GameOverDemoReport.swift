// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import GameOverFeature
internal import LockstepTerminal
internal import SharedModels

extension GameOverDemoState {
  var title: [String] {
    let game = gameOver.completedGame
    let kind =
      switch game.gameContext {
      case .dailyChallenge: "Daily challenge"
      case .shared: "Shared game"
      case .solo: "Solo game"
      case .turnBased: "Match"
      }
    return [
      "\(kind), \(game.gameMode.rawValue)", counted(game.currentScore, "point"), praise(gameOver),
    ]
  }

  /// The player's ranks, or the points of a match.
  ///
  /// Missing ranks appear as dashes.
  var standing: Table {
    let isMatch =
      if case .turnBased = gameOver.completedGame.gameContext { true } else { false }
    return Table(
      columns: [
        Table.Column(isMatch ? "The points" : "Your rank", length: .fixed(14)),
        Table.Column("", length: .flexible()),
      ],
      rows: standingRows(gameOver).map { [$0.name, $0.value] }
    )
  }

  var words: Table {
    get {
      let game = gameOver.completedGame
      let puzzle = Puzzle(game.cubes)
      let words = game.moves.compactMap { move -> (word: String, score: Int)? in
        guard case .playedWord(let faces) = move.type else { return nil }
        return (puzzle.string(from: faces), move.score)
      }
      .sorted { ($0.score, $1.word) > ($1.score, $0.word) }
      return Table(
        columns: [
          Table.Column(counted(words.count, "word"), length: .flexible(minimum: 8)),
          Table.Column("", alignment: .trailing),
        ],
        rows: words.map { [$0.word, "\($0.score)"] },
        firstRow: firstRow
      )
    }
    set { firstRow = newValue.firstRow }
  }

  /// The title, the standing and the words as one scrolling text, for small screens.
  var report: Viewport {
    get { Viewport(reportLines.joined(separator: "\n"), firstRow: firstRow) }
    set { firstRow = newValue.firstRow }
  }

  var reportLines: [String] {
    title + [""] + lines(of: standing) + [""] + lines(of: words)
  }

  private func lines(of table: Table) -> [String] {
    let texts = table.rows.map { ($0[0], $0[1]) }
    let columns = texts.map { $0.0.terminalColumns + $0.1.terminalColumns + 2 }.max() ?? 0
    return [table.columns[0].title]
      + texts.map { name, value in
        let gap = max(24, columns) - name.terminalColumns - value.terminalColumns
        return name + String(repeating: " ", count: gap) + value
      }
  }
}

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

private func standingRows(_ state: GameOverState) -> [(name: String, value: String)] {
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
    return [match.you, match.them].map { ($0.name, counted($0.score, "point")) }
  }
  let players = Set(game.moves.compactMap(\.playerIndex)).sorted()
  return players.map { player in
    let points = game.moves.lazy.filter { $0.playerIndex == player }.map(\.score).reduce(0, +)
    let name = player == game.localPlayerIndex ? "You" : "Your opponent"
    return (name, counted(points, "point"))
  }
}
