// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels

extension MultiplayerDemoState {
  var table: Table? {
    get { table(columns: 80) }
    set {
      guard let newValue, let matches = listedMatches else { return }
      firstRow = newValue.firstRow
      selection = newValue.selection.flatMap { matches.indices.contains($0) ? matches[$0] : nil }
    }
  }

  func table(columns: Int) -> Table? {
    guard let matches = listedMatches, matches.isEmpty == false else { return nil }
    let isNarrow = columns < 56
    return Table(
      columns: pastGames == nil ? openColumns(isNarrow) : pastColumns(isNarrow),
      rows: pastGames?.map { row($0, isNarrow) } ?? openMatches?.map { row($0, isNarrow) } ?? [],
      selection: selection.flatMap { matches.firstIndex(of: $0) } ?? 0,
      firstRow: firstRow
    )
  }

  private func openColumns(_ isNarrow: Bool) -> [Table.Column] {
    [Table.Column("Against", length: .flexible(minimum: 4)), Table.Column("Turn")]
      + (isNarrow ? [] : [Table.Column("Mode")])
      + [Table.Column("You", alignment: .trailing), Table.Column("They", alignment: .trailing)]
  }

  private func row(_ match: OpenMatchState, _ isNarrow: Bool) -> [String] {
    let turn =
      switch (match.match.status, match.isLocalPlayersTurn) {
      case (.open, true): "yours"
      case (.open, false): "theirs"
      case (.ended, _), (.matching, _): "–"
      }
    return [match.opponentDisplayName ?? "nobody yet", turn]
      + (isNarrow ? [] : [match.gameMode?.rawValue ?? "–"])
      + ["\(match.score)", "\(match.opponentScore)"]
  }

  private func pastColumns(_ isNarrow: Bool) -> [Table.Column] {
    [Table.Column("Against", length: .flexible(minimum: 4)), Table.Column("Outcome")]
      + [Table.Column("You", alignment: .trailing), Table.Column("They", alignment: .trailing)]
      + (isNarrow ? [] : [Table.Column("Ended on")])
  }

  private func row(_ game: PastGameState, _ isNarrow: Bool) -> [String] {
    let (mine, theirs) = game.scores
    let outcome = game.isRematchRequestInFlight ? "asking …" : game.outcome(isShort: isNarrow)
    return [game.opponentDisplayName, outcome, "\(mine)", "\(theirs)"]
      + (isNarrow ? [] : [game.endDate.formatted(.iso8601.year().month().day())])
  }
}

extension PastGameState {
  private var isChallenger: Bool { challengerDisplayName != opponentDisplayName }

  fileprivate var scores: (mine: Int, theirs: Int) {
    isChallenger ? (challengerScore, challengeeScore) : (challengeeScore, challengerScore)
  }

  fileprivate func outcome(isShort: Bool) -> String {
    if outcome == .tied { return isShort ? "tie" : "It is a tie" }
    let hasWon = (outcome == .challenger) == isChallenger
    return isShort ? hasWon ? "won" : "lost" : hasWon ? "You have won" : "You have lost"
  }
}
