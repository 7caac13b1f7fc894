// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB
public import SiteMiddleware

/// A failure of SQLite: a full disk, a locked or damaged file, a broken rule of the tables.
///
/// It says nothing of statements and values, because its text is answered to clients.
public struct StorageError: StatusError, Equatable, LocalizedError {
  /// The code of SQLite, with the details in its higher bits.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>
  public var code: Int32

  /// An error by its code.
  public init(code: Int32) {
    self.code = code
  }

  /// The code, and SQLite's name for it.
  public var errorDescription: String? { "The storage failed with \(ResultCode(rawValue: code))." }

  /// 503 for what passes, such as a full disk and a lock; 500 for anything else.
  public var status: Int { retryAfter == nil ? 500 : 503 }

  /// The seconds after which to try again; nil for errors that do not pass by themselves.
  public var retryAfter: Int? {
    switch ResultCode(rawValue: code).primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_INTERRUPT, .SQLITE_LOCKED, .SQLITE_PROTOCOL: 5
    case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_READONLY: 60
    default: nil
    }
  }

  /// A change that was given up before it was begun.
  static let cancelled = Self(code: ResultCode.SQLITE_INTERRUPT.rawValue)

  static func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as GRDB.DatabaseError {
      throw StorageError(code: error.extendedResultCode.rawValue)
    }
  }

  static func wrappingAsync<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as GRDB.DatabaseError {
      throw StorageError(code: error.extendedResultCode.rawValue)
    } catch is CancellationError {
      throw StorageError.cancelled
    }
  }
}
