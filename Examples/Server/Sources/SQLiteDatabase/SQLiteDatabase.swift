// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB
public import Lockstep
public import SharedModels
public import SiteMiddleware
internal import Synchronization

/// The server's storage in an SQLite database.
///
/// A database file uses write-ahead logging, and each change is on disk before the request is answered. Reads run
/// concurrently with a change, and see all changes answered before.
///
/// Only its owner can read the file. It contains neither access tokens nor device ids in plain text, and only one
/// object can open it at a time.
///
/// Isolation: any thread. Each operation is atomic. Concurrent changes share a transaction.
public final class SQLiteDatabase: Sendable {
  let writer: any DatabaseWriter
  private let lock: Mutex<DatabaseLock?>
  private let changes: SharedTransactions
  let date: @Sendable () -> Date
  let uuid: @Sendable () -> UUID

  /// Opens a database, creating it if it is missing, and migrates its tables.
  ///
  /// - Parameters:
  ///   - path: A file, or `:memory:` for a database that lasts as long as the object.
  ///   - date: The current date.
  ///   - patience: The time to wait for a file that another program, such as a backup, has locked.
  ///   - uuid: A function that creates the ids of new records.
  /// - Throws: A ``StorageError`` for a file that cannot be opened or is not a database, or an ``OpeningError`` for one
  ///   that is in use or belongs to another program. In both cases the file is unchanged.
  public init(
    path: String,
    date: @escaping @Sendable () -> Date,
    patience: Duration = .seconds(2),
    uuid: @escaping @Sendable () -> UUID = { UUID() }
  ) throws {
    self.date = date
    self.uuid = uuid
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience / .seconds(1))
    configuration.foreignKeysEnabled = true
    configuration.label = "SQLiteDatabase"
    let now = date()
    if path != ":memory:" { try DatabaseFile.prepare(path) }
    lock = Mutex(path == ":memory:" ? nil : try DatabaseLock(path))
    writer = try StorageError.wrapping {
      let writer: any DatabaseWriter =
        path == ":memory:"
        ? try DatabaseQueue(configuration: configuration)
        : try DatabasePool(path: path, configuration: configuration)
      try writer.writeWithoutTransaction { db in
        // Otherwise the pages of deleted rows keep their data, such as the tokens of the first version.
        try db.execute(sql: "PRAGMA secure_delete = ON")
        // Answered changes survive a power failure, not only the end of the process.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        // In KiB. Scores are written to all parts of the boards, so the cache should hold the boards.
        try db.execute(sql: "PRAGMA cache_size = -65536")
      }
      try makeMigrator().migrate(writer)
      try writer.write { db in
        for board in Board.windowed { try OpenBoard(board, db)?.removeExpired(now) }
      }
      return writer
    }
    changes = SharedTransactions(writer)
  }

  /// Moves all changes into the file and closes it.
  ///
  /// If that fails, the changes stay in the write-ahead log, and SQLite finds them there at the next start.
  ///
  /// - Throws: A ``StorageError`` if an operation is still running.
  public func close() throws {
    // The connection that closes last would do this, but that connection is read-only.
    try? (writer as? DatabasePool)?.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try StorageError.wrapping { try writer.close() }
    lock.withLock { $0 = nil }
  }

  /// Returns whether the database can be read.
  public func isReadable() async throws -> Bool {
    try await read { try Bool.fetchOne($0, sql: "SELECT 1") } ?? false
  }

  // MARK: Transactions

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    try await StorageError.wrappingAsync { try await writer.read(body) }
  }

  func blockingRead<Value>(_ body: (GRDB.Database) throws -> Value) throws -> Value {
    try StorageError.wrapping { try writer.read(body) }
  }

  private func blockingWrite(_ body: (GRDB.Database) throws -> Void) throws {
    try StorageError.wrapping { try writer.write(body) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    try await StorageError.wrappingAsync { try await changes.write(body) }
  }

  /// Reads boards as of a date, and first removes the scores that have expired by then.
  ///
  /// Without expired scores, this only reads. Removed scores do not return for a caller whose clock is behind.
  func read<Value: Sendable>(
    _ boards: [Board],
    at now: Date,
    _ body: @escaping @Sendable (GRDB.Database) throws -> Value
  ) async throws -> Value {
    let current = try await read { db in
      for board in boards where try OpenBoard(board, db)?.isDue(now) ?? false { return Value?.none }
      return try body(db)
    }
    if let current { return current }
    return try await write { db in
      for board in boards { try OpenBoard(board, db)?.removeExpired(now) }
      return try body(db)
    }
  }

  // MARK: Seeding

  /// Stores a player, replacing one with the same id.
  public func insert(_ player: Player) throws {
    try blockingWrite { try $0.insert(player, orElse: .update) }
  }

  /// Stores scores unchanged, except where the player already has one for the same game.
  public func insert(_ scores: [LeaderboardScore]) throws {
    let now = date()
    try blockingWrite { db in
      for score in scores { _ = try db.insert(score, words: [], now: now) }
    }
  }

  /// Stores a daily challenge.
  public func insert(_ challenge: DailyChallenge) throws {
    try blockingWrite { try $0.insert(challenge) }
  }

  /// Stores a match, replacing one with the same id.
  public func insert(_ match: Match) throws {
    try blockingWrite { try $0.insert(match) }
  }

  /// Stores a shared game, replacing one with the same code.
  public func insert(_ game: SharedGame) throws {
    try blockingWrite { try $0.insert(game) }
  }

  /// Stores a player's receipt, replacing an earlier one.
  public func insert(_ receipt: AppleReceipt, of playerId: Player.ID) throws {
    try blockingWrite { try $0.insert(receipt, of: playerId) }
  }
}
