// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Lockstep
import LockstepTesting
import SQLiteDatabase
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests a file that another program locks with SQLite's own locks.
@Suite struct LockedFileTests {
  @Test func `changes to a locked file fail together, and reads continue`() async throws {
    try await withFile { path in
      let database = try SQLiteDatabase(path: path, date: { .mock }, patience: .milliseconds(300))
      try database.insert(Player.blob)
      let client = DatabaseClient.sqlite(database)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

      let alone = await ContinuousClock().measure {
        await #expect(throws: StorageError.self) {
          _ = try await client.submitLeaderboardScore(.numbered(0))
        }
      }
      let start = ContinuousClock.now
      let results = await withTaskGroup(of: StorageError?.self) { group in
        for number in 0..<60 {
          group.addTask {
            do {
              _ = try await client.submitLeaderboardScore(.numbered(number))
              return nil
            } catch {
              return error as? StorageError
            }
          }
        }
        return await group.reduce(into: [StorageError?]()) { $0.append($1) }
      }
      let waited = start.duration(to: .now)
      #expect(results == Array(repeating: StorageError(code: 5), count: 60))
      #expect(results.allSatisfy { $0?.status == 503 && $0?.retryAfter == 5 })
      // Two groups wait: the first change, and all others. Separate waits would take 60 times as long.
      #expect(waited < alone * 20)
      #expect(try await client.fetchPlayerByAccessToken(Player.blob.accessToken) == .blob)

      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      _ = try await client.submitLeaderboardScore(.numbered(1))
      #expect(try await database.totals() == (1, 1))
      try database.close()
    }
  }

  @Test(arguments: [
    (5, 503), (6, 503), (10, 503), (13, 503), (14, 503), (9, 503), (8, 503), (7, 503), (1, 500),
    (11, 500), (26, 500), (787, 500), (261, 503),
  ])
  func `a temporary failure has status 503, and any other failure 500`(code: Int, status: Int) {
    let error = StorageError(code: Int32(code))
    #expect(error.status == status)
    #expect((error.retryAfter != nil) == (status == 503))
  }
}
