// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels

/// A value by which players are ranked.
protocol Rankable {
  var createdAt: Date { get }
  var playerId: Player.ID { get }
  var score: Int { get }
}

extension LeaderboardScore: Rankable {}

/// The best row of a player, and its rank.
struct Standing<Row> {
  var outOf: Int
  var rank: Int
  var row: Row
}

/// The best row of each player, the best player first.
///
/// Equal scores share a rank, the next rank follows without a gap, and the earlier one comes first.
///
/// - Complexity: O(*n* + *p* log *p*) in the number of rows and of players.
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
  /// The first hundred, and the standing of a player who comes later.
  func top<Row: Rankable>(with playerId: Player.ID) -> [Element] where Element == Standing<Row> {
    enumerated().lazy.filter { $0 < 100 || $1.row.playerId == playerId }.map(\.element)
  }
}
