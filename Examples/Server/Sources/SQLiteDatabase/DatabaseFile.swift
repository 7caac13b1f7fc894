// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The reason why a file was not opened, apart from the errors of SQLite.
public enum OpeningError: Error, Equatable, LocalizedError {
  /// Another process, or another object in this process, has opened the database.
  case inUse

  /// The file is a database of another program, or of a later version of this one.
  case foreign

  /// A sentence that describes the reason.
  public var errorDescription: String? {
    switch self {
    case .inUse: "The database is in use by another process."
    case .foreign: "The file is a database of another program, or of a later version of this one."
    }
  }
}

/// A lock that gives one object exclusive access to a database.
///
/// Two servers that share a file would disagree about the time, and each would see turns played through the other. The
/// lock uses a file of its own, `…-lock`, because closing any descriptor of the database file releases SQLite's locks
/// on it. The lock file is never deleted: two processes could lock a deleted file and its replacement at the same time.
final class DatabaseLock: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // `SQLITE_CANTOPEN`.
    guard descriptor >= 0 else { throw StorageError(code: 14) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw OpeningError.inUse
    }
  }

  convenience init?(ofExisting path: String) throws {
    guard access(path + "-lock", F_OK) == 0 else { return nil }
    try self.init(path)
  }

  deinit {
    close(descriptor)
  }
}

enum DatabaseFile {
  /// Creates the file if it is missing, and restricts access to its owner.
  ///
  /// SQLite gives its additional files the same mode.
  ///
  /// - Throws: An ``OpeningError`` for a database of another program, or a ``StorageError`` for a file that is not a
  ///   database or cannot be opened. The file is left unchanged.
  static func prepare(_ path: String) throws {
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 {
      close(made)
      return
    }
    guard errno == EEXIST else { throw StorageError(code: 14) }
    guard try isOwn(path) else { throw OpeningError.foreign }
    for name in [path, path + "-wal", path + "-shm"] where access(name, F_OK) == 0 {
      guard chmod(name, 0o600) == 0 else { throw StorageError(code: 14) }
    }
  }

  /// Whether a file is empty or contains the tables of this program and version.
  private static func isOwn(_ path: String) throws -> Bool {
    try StorageError.wrapping {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isOwn = try queue.read { db in
        let tables = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
        if tables == 0 { return true }
        let migrator = makeMigrator()
        return try migrator.appliedIdentifiers(db).isSubset(of: migrator.migrations)
          && db.tableExists("grdb_migrations") && db.tableExists("tally")
      }
      try queue.close()
      return isOwn
    }
  }
}
