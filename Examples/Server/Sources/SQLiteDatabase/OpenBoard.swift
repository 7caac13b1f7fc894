// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels

struct OpenBoard {
  let board: Board
  let db: GRDB.Database
  let number: Int64

  init?(_ board: Board, _ db: GRDB.Database) throws {
    let statement = try db.cachedStatement(sql: "SELECT number FROM board WHERE name = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [board.name]) else { return nil }
    self.init(board, db, number)
  }

  private init(_ board: Board, _ db: GRDB.Database, _ number: Int64) {
    self.board = board
    self.db = db
    self.number = number
  }

  static func make(_ board: Board, _ db: GRDB.Database) throws -> Self {
    if let open = try OpenBoard(board, db) { return open }
    try db.execute(sql: "INSERT INTO board (name) VALUES (?)", arguments: [board.name])
    return OpenBoard(board, db, db.lastInsertedRowID)
  }

  // MARK: Reading

  func playerCount() throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT players FROM board WHERE number = ?")
    return try Int.fetchOne(statement, arguments: [number]) ?? 0
  }

  func best(of playerId: Player.ID) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry WHERE board = ? AND playerId = ?
        ORDER BY score DESC, createdAt, source LIMIT 1
        """
    )
    return try Row.fetchOne(statement, arguments: [number, playerId.rawValue]).map(Entry.init)
  }

  func top(_ count: Int) throws -> [Entry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry WHERE board = ? AND isBest
        ORDER BY score DESC, createdAt, source LIMIT ?
        """
    )
    return try Row.fetchAll(statement, arguments: [number, count]).map(Entry.init)
  }

  func isDue(_ now: Date) throws -> Bool {
    guard let earliest = board.earliest(now) else { return false }
    let statement = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE board = ? AND createdAt < ? AND isWindowed)"
    )
    return try Bool.fetchOne(statement, arguments: [number, earliest]) ?? false
  }

  // MARK: Writing

  /// Inserts a score unless it can never become the best one of its player.
  ///
  /// - Complexity: O(log *n*) in the number of scores, amortized over the insertions.
  func insert(_ entry: Entry, now: Date) throws {
    if let earliest = board.earliest(now) {
      guard entry.createdAt >= earliest, try isOutlived(entry) == false else { return }
      let best = try best(of: entry.playerId)
      try delete(
        "score < ? AND createdAt <= ?",
        of: entry.playerId,
        [entry.score, entry.createdAt]
      )
      let isBest = best.map(entry.isBetter) ?? true
      if isBest, let best { try setBest(best, false) }
      try add(entry, isBest: isBest)
      if isBest { try count(entry.score, insteadOf: best?.score) }
    } else {
      let best = try best(of: entry.playerId)
      if let best {
        guard entry.isBetter(than: best) else { return }
        try delete("TRUE", of: entry.playerId, [])
      }
      try add(entry, isBest: true)
      try count(entry.score, insteadOf: best?.score)
    }
  }

  /// Removes the expired scores and promotes the next best scores of their players.
  ///
  /// - Complexity: O(log *n*) for each removed score.
  func removeExpired(_ now: Date) throws {
    guard let earliest = board.earliest(now) else { return }
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry
        WHERE board = ? AND createdAt < ? AND isWindowed AND isBest
        """
    )
    let best = try Row.fetchAll(statement, arguments: [number, earliest]).map(Entry.init)
    try db.execute(
      literal:
        "DELETE FROM entry WHERE board = \(number) AND createdAt < \(earliest) AND isWindowed"
    )
    for entry in best {
      let next = try self.best(of: entry.playerId)
      if let next { try setBest(next, true) }
      try count(next?.score, insteadOf: entry.score)
    }
  }

  /// Whether the player has a score that is at least as good and expires no earlier.
  private func isOutlived(_ entry: Entry) throws -> Bool {
    // The lowest of the better scores is the latest, because inserting it did not delete the others.
    let statement = try db.cachedStatement(
      sql: """
        SELECT createdAt FROM entry WHERE board = ? AND playerId = ? AND score > ?
        ORDER BY score, createdAt DESC LIMIT 1
        """
    )
    let latest = try Double.fetchOne(
      statement,
      arguments: [number, entry.playerId.rawValue, entry.score]
    )
    if let latest, latest >= entry.createdAt { return true }
    let same = try db.cachedStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM entry WHERE board = ? AND playerId = ? AND score = ? AND createdAt = ?
        )
        """
    )
    return try Bool.fetchOne(
      same,
      arguments: [number, entry.playerId.rawValue, entry.score, entry.createdAt]
    ) ?? false
  }

  private func add(_ entry: Entry, isBest: Bool) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO entry (board, playerId, score, createdAt, source, isBest, isWindowed)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    )
    try statement.execute(
      arguments: [
        number, entry.playerId.rawValue, entry.score, entry.createdAt, entry.source, isBest,
        board.isWindowed,
      ]
    )
  }

  private func setBest(_ entry: Entry, _ isBest: Bool) throws {
    let statement = try db.cachedStatement(
      sql: """
        UPDATE entry SET isBest = ?
        WHERE board = ? AND playerId = ? AND score = ? AND createdAt = ? AND source = ?
        """
    )
    try statement.execute(
      arguments: [
        isBest, number, entry.playerId.rawValue, entry.score, entry.createdAt, entry.source,
      ]
    )
  }

  private func delete(
    _ condition: String,
    of playerId: Player.ID,
    _ arguments: StatementArguments
  ) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM entry WHERE board = ? AND playerId = ? AND \(condition)"
    )
    try statement.execute(arguments: [number, playerId.rawValue] + arguments)
  }
}
