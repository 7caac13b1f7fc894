// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels

protocol Rankable {
  var createdAt: Date { get }
  var playerId: Player.ID { get }
  var score: Int { get }
}

extension LeaderboardScore: Rankable {}

struct Standing<Row> {
  var outOf: Int
  var rank: Int
  var row: Row
}

/// Returns the best row of each player, best player first.
///
/// Players with equal scores share a rank, without gaps between ranks. Among equal scores, the earlier score is first.
///
/// - Complexity: O(*n* + *p* log *p*), where *n* is the number of rows and *p* the number of players.
func standings<Row: Rankable>(_ rows: some Sequence<Row>) -> [Standing<Row>] {
  var best: [Player.ID: (offset: Int, row: Row)] = [:]
  for (offset, row) in rows.enumerated() {
    if let known = best[row.playerId], !isBetter((offset, row), than: known) { continue }
    best[row.playerId] = (offset, row)
  }
  var (rank, last) = (0, Int?.none)
  return best.values.sorted(by: isBetter).map { _, row in
    if row.score != last { rank += 1 }
    last = row.score
    return Standing(outOf: best.count, rank: rank, row: row)
  }
}

private func isBetter<Row: Rankable>(
  _ one: (offset: Int, row: Row),
  than other: (offset: Int, row: Row)
) -> Bool {
  if one.row.score != other.row.score { return one.row.score > other.row.score }
  if one.row.createdAt != other.row.createdAt { return one.row.createdAt < other.row.createdAt }
  return one.offset < other.offset
}

extension Array {
  /// Returns the first hundred standings and the player's standing.
  func top<Row: Rankable>(with playerId: Player.ID) -> [Element] where Element == Standing<Row> {
    enumerated().lazy.filter { $0 < 100 || $1.row.playerId == playerId }.map(\.element)
  }
}
