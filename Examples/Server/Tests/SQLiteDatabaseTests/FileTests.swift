// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Lockstep
import SQLiteDatabase
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests databases in files.
@Suite struct FileTests {
  @Test func `stored data is available when the file is opened again`() async throws {
    try await withFile { path in
      let first = try SQLiteDatabase(path: path, date: { .mock })
      try first.insert(Player.blob)
      let score = try await DatabaseClient.sqlite(first).submitLeaderboardScore(.numbered(1))
      try first.close()

      let second = try SQLiteDatabase(path: path, date: { .mock })
      let client = DatabaseClient.sqlite(second)
      #expect(try await client.fetchPlayerByAccessToken(Player.blob.accessToken) == .blob)
      #expect(try await client.submitLeaderboardScore(.numbered(1)) == score)
      #expect(try await second.problems() == [])
      let totals = try await second.totals()
      #expect(totals == (1, 1))
      try second.close()
    }
  }

  @Test func `closing the database writes all changes to the main file`() async throws {
    try await withFile { path in
      let database = try SQLiteDatabase(path: path, date: { .mock })
      let client = DatabaseClient.sqlite(database)
      _ = try await client.submitLeaderboardScore(.numbered(1))
      // The reading connection outlives the writing connection.
      _ = try await client.fetchLeaderboardSummary(.anonymous(score: 0, .allTime))
      try database.close()

      let copy = path + ".copy"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let second = try SQLiteDatabase(path: copy, date: { .mock })
      let totals = try await second.totals()
      #expect(totals == (0, 1))
      try second.close()
    }
  }

  @Test func `scores that are too old when the file is opened are removed from its lists`()
    async throws
  {
    try await withFile { path in
      let first = try SQLiteDatabase(path: path, date: { .mock })
      _ = try await DatabaseClient.sqlite(first).submitLeaderboardScore(.numbered(1))
      try first.close()

      let second = try SQLiteDatabase(path: path, date: { .mock + 86_401 })
      let client = DatabaseClient.sqlite(second)
      var outOf: [Int] = []
      for timeScope in TimeScope.soloScopes {
        outOf.append(
          try await client.fetchLeaderboardSummary(.anonymous(score: 0, timeScope)).outOf
        )
      }
      #expect(outOf == [2, 1, 2])
      #expect(try await second.problems() == [])
      try second.close()
    }
  }

  @Test func `a file uses write-ahead logging and enforces foreign keys`() async throws {
    try await withFile { path in
      let database = try SQLiteDatabase(path: path, date: { .mock })
      let other = try DatabaseQueue(path: path)
      let mode = try await other.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
      #expect(mode == "wal")
      let client = DatabaseClient.sqlite(database)
      // The code 787 means a violated foreign key.
      await #expect(
        throws: StorageError(code: 787)
      ) {
        try await client.startDailyChallenge(DailyChallenge.mock.id, Player.blob.id)
      }
      try database.close()
    }
  }

  @Test func `a file that is not a database is refused`() async throws {
    try await withFile { path in
      try Data("This is a letter, and not a database.".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: StorageError(code: 26)) {
        try SQLiteDatabase(path: path, date: { .mock })
      }
    }
  }
}

/// Runs a body with the path of a file that does not exist yet, in a temporary folder.
func withFile(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "game.sqlite").path)
}

extension SubmitLeaderboardScore {
  /// A solo game of Blob on a numbered puzzle.
  ///
  /// The number is also its score.
  static func numbered(_ number: Int) -> Self {
    Self(
      dailyChallengeId: nil,
      gameContext: .solo,
      gameMode: .timed,
      language: .en,
      moves: [.cab],
      playerId: Player.blob.id,
      puzzle: .numbered(number),
      score: number,
      words: [.init(moveIndex: 0, score: number, word: "CAB")]
    )
  }
}

extension FetchLeaderboardSummaryRequest {
  static func anonymous(score: Int, _ timeScope: TimeScope) -> Self {
    Self(gameMode: .timed, language: .en, subject: .anonymous(score: score), timeScope: timeScope)
  }
}
