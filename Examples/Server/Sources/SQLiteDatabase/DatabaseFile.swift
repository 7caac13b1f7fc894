// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The reason for which a file is not opened, besides the errors of SQLite.
public enum OpeningError: Error, Equatable, LocalizedError {
  /// Another process, or another object of this one, has the database open.
  case inUse

  /// The file is a database of another program, or of a later version of this one.
  case foreign

  /// The reason, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .inUse: "The database is in use by another process."
    case .foreign: "The file is a database of another program, or of a later version of this one."
    }
  }
}

/// The right of one object to have a database open.
///
/// Two servers on one file would each keep lists of their own idea of the time, and find turns played by the other.
/// The lock is on a file of its own, `…-lock`, because closing any descriptor of the database would release the
/// locks of SQLite on it. The file stays when the lock goes: one that is removed could be locked twice.
final class DatabaseLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database.
  ///
  /// - Throws: ``OpeningError/inUse``, or a ``StorageError`` if the file of the lock cannot be made.
  init(_ path: String) throws {
    descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // The code of SQLite for a file that it cannot open.
    guard descriptor >= 0 else { throw StorageError(code: 14) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw OpeningError.inUse
    }
  }

  /// Takes the lock of a database that was opened before; nil if it never was.
  convenience init?(ofExisting path: String) throws {
    guard access(path + "-lock", F_OK) == 0 else { return nil }
    try self.init(path)
  }

  /// Gives the lock back.
  deinit {
    close(descriptor)
  }
}

/// The file of a database before SQLite opens it to write.
enum DatabaseFile {
  /// Makes the file readable by nobody else, and makes it if there is none.
  ///
  /// SQLite gives the files beside it the same mode.
  ///
  /// - Throws: An ``OpeningError`` for a database of another program, a ``StorageError`` for a file that is not a
  ///   database, or cannot be opened. Either is left as it is.
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

  /// Whether a file is empty, or has the tables of this program and version.
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
