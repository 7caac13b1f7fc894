// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB
public import SiteMiddleware

/// A failure of SQLite, such as a full disk, a locked or damaged file, or a violated constraint.
///
/// Clients receive the description, so it contains no statements or values.
public struct StorageError: StatusError, Equatable, LocalizedError {
  /// The extended result code of SQLite.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>
  public var code: Int32

  /// Creates an error with a result code.
  public init(code: Int32) {
    self.code = code
  }

  /// A sentence with the code and its SQLite name.
  public var errorDescription: String? { "The storage failed with \(ResultCode(rawValue: code))." }

  /// 503 for temporary failures, such as a full disk or a lock, and 500 for all others.
  public var status: Int { retryAfter == nil ? 500 : 503 }

  /// The seconds after which to try again, or nil if the error is permanent.
  public var retryAfter: Int? {
    switch ResultCode(rawValue: code).primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_INTERRUPT, .SQLITE_LOCKED, .SQLITE_PROTOCOL: 5
    case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_READONLY: 60
    default: nil
    }
  }

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
