// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

/// The result of a check.
public struct DatabaseReport: Equatable, Sendable {
  /// The number of players.
  public var players: Int

  /// Sentences that describe the problems, or an empty array if none were found.
  public var problems: [String]

  /// The number of scores.
  public var scores: Int
}

extension SQLiteDatabase {
  /// Checks a database file without changing it.
  ///
  /// It checks a copy in the temporary directory. The copy includes changes that a killed server left in the
  /// write-ahead log.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - date: The current date.
  /// - Returns: The result.
  /// - Throws: An ``OpeningError`` for a database that is in use or belongs to another program, a ``StorageError`` for
  ///   a file that is not a database, or a system error if the file cannot be copied.
  /// - Complexity: O(*n* log *n*) in the size of the database.
  public static func report(
    onFile path: String,
    date: @escaping @Sendable () -> Date
  ) async throws -> DatabaseReport {
    let lock = try DatabaseLock(ofExisting: path)
    defer { withExtendedLifetime(lock) {} }
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "server-check-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    defer { try? files.removeItem(at: folder) }
    let copy = folder.appending(path: "copy").path
    try files.copyItem(atPath: path, toPath: copy)
    if files.fileExists(atPath: path + "-wal") {
      try files.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
    }
    let database = try SQLiteDatabase(path: copy, date: date)
    let problems = try await database.problems()
    let (players, scores) = try await database.totals()
    try database.close()
    return DatabaseReport(players: players, problems: problems, scores: scores)
  }

  /// Rebuilds the boards from all scores and words.
  ///
  /// It restores scores that expired from a board while the clock was ahead.
  ///
  /// - Throws: A ``StorageError``. The boards are then unchanged.
  /// - Complexity: O(*n* log *n*) in the number of scores and words.
  public func rebuild() async throws {
    let now = date()
    try await write { db in
      try db.execute(sql: "DELETE FROM entry; DELETE FROM tally; DELETE FROM board")
      let scores = try Row.fetchCursor(db, sql: "SELECT * FROM score ORDER BY createdAt, number")
      while let row = try scores.next() {
        let score = StoredScore(
          createdAt: row["createdAt"],
          dailyChallengeId: (row["dailyChallengeId"] as UUID?).map { .init(rawValue: $0) },
          gameMode: try row.value("gameMode"),
          language: try row.value("language"),
          number: row["number"],
          playerId: row.id("playerId"),
          score: row["score"]
        )
        try db.enter(score, now: now)
        try db.enterBestWord(of: score, now: now)
      }
    }
  }

  /// Returns the number of stored players and scores.
  ///
  /// - Complexity: O(size of the two tables).
  public func totals() async throws -> (players: Int, scores: Int) {
    try await read { db in
      let players = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM player")
      let scores = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM score")
      return (players ?? 0, scores ?? 0)
    }
  }

  /// Returns the problems of the file, found by SQLite's own checks and by recomputing the boards.
  ///
  /// Expired scores are ignored. If the clock was set back, scores that have already expired are reported as missing
  /// until the clock catches up, or until ``rebuild()``.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the database.
  /// - Complexity: O(*n* log *n*) in the size of the database.
  public func problems() async throws -> [String] {
    let now = date()
    return try await read { db in
      let damage = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { "orphan: \($0)" }
      return damage + orphans + (try db.wrongCounts(now))
    }
  }
}
