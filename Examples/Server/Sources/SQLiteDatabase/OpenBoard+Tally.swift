// SPDX-License-Identifier: MIT

internal import GRDB

extension OpenBoard {
  private static let levels = 8

  /// Returns the number of distinct better scores plus one.
  ///
  /// - Complexity: O(1): it reads at most 255 rows at each level.
  func rank(of score: Int) throws -> Int {
    let distinct = try db.cachedStatement(
      sql: "SELECT COUNT(*) FROM tally WHERE board = ? AND level = ? AND prefix > ? AND prefix <= ?"
    )
    let sum = try db.cachedStatement(
      sql: """
        SELECT IFNULL(SUM(count), 0) FROM tally
        WHERE board = ? AND level = ? AND prefix > ? AND prefix <= ?
        """
    )
    var rank = 1
    for level in 0..<Self.levels {
      let prefix = score >> (8 * level)
      let last = level == Self.levels - 1 ? Int.max : prefix | 255
      rank +=
        try Int.fetchOne(
          level == 0 ? distinct : sum,
          arguments: [number, level, prefix, last]
        ) ?? 0
    }
    return rank
  }

  /// Counts a player's best score in place of an earlier one, where nil means a player without an entry.
  func count(_ score: Int?, insteadOf replaced: Int?) throws {
    if score == replaced { return }
    if let score { try change(score, by: 1) }
    if let replaced { try change(replaced, by: -1) }
    guard (score == nil) != (replaced == nil) else { return }
    let statement = try db.cachedStatement(
      sql: "UPDATE board SET players = players + ? WHERE number = ?"
    )
    try statement.execute(arguments: [score == nil ? -1 : 1, number])
  }

  private func change(_ score: Int, by difference: Int) throws {
    let count = try change(level: 0, score, by: difference)
    guard count == (difference > 0 ? 1 : 0) else { return }
    // This is the first or the last player with this score.
    for level in 1..<Self.levels {
      _ = try change(level: level, score >> (8 * level), by: difference)
    }
  }

  private func change(level: Int, _ prefix: Int, by difference: Int) throws -> Int {
    let select = try db.cachedStatement(
      sql: "SELECT count FROM tally WHERE board = ? AND level = ? AND prefix = ?"
    )
    let known = try Int.fetchOne(select, arguments: [number, level, prefix])
    let count = (known ?? 0) + difference
    switch (known, count) {
    case (_, 0):
      let delete = try db.cachedStatement(
        sql: "DELETE FROM tally WHERE board = ? AND level = ? AND prefix = ?"
      )
      try delete.execute(arguments: [number, level, prefix])
    case (nil, _):
      let insert = try db.cachedStatement(
        sql: "INSERT INTO tally (board, level, prefix, count) VALUES (?, ?, ?, ?)"
      )
      try insert.execute(arguments: [number, level, prefix, count])
    default:
      let update = try db.cachedStatement(
        sql: "UPDATE tally SET count = ? WHERE board = ? AND level = ? AND prefix = ?"
      )
      try update.execute(arguments: [count, number, level, prefix])
    }
    return count
  }
}
