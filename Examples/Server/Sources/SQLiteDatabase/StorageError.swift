// SPDX-License-Identifier: MIT

public import Foundation
internal import GRDB

/// What SQLite could not do: a full disk, a damaged file, a broken rule of the tables.
///
/// It says nothing of statements and values, because its text is answered to clients.
public struct StorageError: Error, Equatable, LocalizedError {
  /// The code of SQLite, with the details in its higher bits.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>
  public var code: Int32

  /// An error by its code.
  public init(code: Int32) {
    self.code = code
  }

  /// The code, and what SQLite calls it.
  public var errorDescription: String? { "The storage failed with \(ResultCode(rawValue: code))." }

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
    }
  }
}
