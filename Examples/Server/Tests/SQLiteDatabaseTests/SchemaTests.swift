// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import SQLiteDatabase
import SharedModels
import Testing

/// Tests the bounds that the tables enforce themselves.
@Suite struct SchemaTests {
  @Test(arguments: [
    ("INSERT INTO puzzle (letters) VALUES (?)", 32 << 10),
    ("INSERT INTO pushToken VALUES (?, x'00', '', 0, 0, 0)", Bounds.pushToken),
    (
      "INSERT INTO player VALUES (randomblob(16), randomblob(9), x'', randomblob(9), x'', 0, ?, NULL, '')",
      Bounds.displayName
    ),
    (
      "INSERT INTO player VALUES (randomblob(16), randomblob(9), x'', randomblob(9), x'', 0, NULL, ?, '')",
      Bounds.gameCenterPlayerId
    ),
    (
      "INSERT INTO player VALUES (randomblob(16), randomblob(9), x'', randomblob(9), x'', 0, NULL, NULL, ?)",
      Bounds.timeZone
    ),
    ("INSERT INTO matchParticipant VALUES (1, 0, NULL, 0, ?, NULL, '', NULL)", Bounds.displayName),
    ("INSERT INTO sharedGame VALUES (?, x'00', '', '', '', 1)", Bounds.sharedGameCode),
    ("INSERT INTO sharedGame VALUES ('a', x'00', '', '', ?, 1)", 8 << 20),
    ("INSERT INTO match VALUES (1, x'00', 0, 0, '', '', ?, 1, NULL, '')", 8 << 20),
    ("INSERT INTO score VALUES (1, x'00', x'00', 1, 0, NULL, '', '', '', 0, ?)", 8 << 20),
    ("INSERT INTO word VALUES (1, x'00', 1, 0, 0, ?)", 81 * 16),
  ])
  func `a table accepts a text or blob up to its bound in bytes`(
    sql: String,
    bound: Int
  ) async throws {
    try await withFile { path in
      try SQLiteDatabase(path: path, date: { .mock }).close()
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let tables = try DatabaseQueue(path: path, configuration: configuration)
      let fitting = String(repeating: "é", count: bound / 2) + (bound % 2 == 0 ? "" : "e")
      for (text, isTaken) in [(fitting, true), (fitting + "e", false)] {
        for value in [text.databaseValue, Data(text.utf8).databaseValue] {
          // A text column accepts no blob.
          if case .blob = value.storage, bound == 8 << 20 { continue }
          let error = try await tables.write { db -> ResultCode? in
            defer { try? db.execute(sql: "ROLLBACK TO before") }
            try db.execute(sql: "SAVEPOINT before")
            do {
              try db.execute(sql: sql, arguments: [value])
              return nil
            } catch let error as DatabaseError {
              return error.resultCode
            }
          }
          #expect((error == nil) == isTaken)
          if isTaken == false { #expect(error == .SQLITE_CONSTRAINT) }
        }
      }
      try tables.close()
    }
  }
}
