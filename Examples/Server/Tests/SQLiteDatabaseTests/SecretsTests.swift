// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

@testable import SQLiteDatabase

/// Tests the secrets in the file, and which programs can open it.
@Suite struct SecretsTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// The contents of the database file and of the files next to it.
  private func contents(_ path: String) throws -> [String: Data] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    )
  }

  @Test func `only the owner can read the files, even if others could before`()
    async throws
  {
    try await withFile { path in
      for _ in 0..<2 {
        let database = try SQLiteDatabase(path: path, date: { .mock })
        try database.insert(Player.blob)
        for suffix in ["", "-wal", "-shm", "-lock"] {
          #expect(try mode(path + suffix) == 0o600, "\(suffix)")
        }
        try database.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
    }
  }

  @Test func `the files contain neither the access token nor the device id`() async throws {
    try await withFile { path in
      let database = try SQLiteDatabase(path: path, date: { .mock })
      let request = AuthenticateRequest(deviceId: DeviceId(rawValue: UUID()), displayName: "Ada")
      let client = DatabaseClient.sqlite(database)
      let player = try await client.insertPlayer(request)
      #expect(try await client.insertPlayer(request) == player)
      #expect(try await client.fetchPlayerByDeviceId(request.deviceId) == player)
      #expect(try await client.fetchPlayerByAccessToken(player.accessToken) == player)
      let files = try contents(path)
      for id in [player.accessToken.rawValue, request.deviceId.rawValue] {
        let bytes = withUnsafeBytes(of: id.uuid) { Data($0) }
        for text in [bytes, Data(id.uuidString.utf8), Data(id.uuidString.lowercased().utf8)] {
          #expect(files.filter { $0.value.range(of: text) != nil }.keys.sorted() == [])
        }
      }
      // The files contain the name, so the search works.
      #expect(files.contains { $0.value.range(of: Data("Ada".utf8)) != nil })
      try database.close()
    }
  }

  @Test func `a second server cannot open the file until the first server closes it`()
    async throws
  {
    try await withFile { path in
      let first = try SQLiteDatabase(path: path, date: { .mock })
      #expect(throws: OpeningError.inUse) { try SQLiteDatabase(path: path, date: { .mock }) }
      await #expect(throws: OpeningError.inUse) {
        try await SQLiteDatabase.report(onFile: path, date: { .mock })
      }
      try first.close()
      try SQLiteDatabase(path: path, date: { .mock }).close()
      #expect(try await SQLiteDatabase.report(onFile: path, date: { .mock }).problems == [])
    }
  }

  @Test func `a check changes no file, even after a server was killed`() async throws {
    try await withFile { path in
      let database = try SQLiteDatabase(path: path, date: { .mock })
      try database.insert(Player.blob)
      _ = try await DatabaseClient.sqlite(database).submitLeaderboardScore(.numbered(1))
      // A killed server leaves its last changes in the write-ahead log.
      let killed = path + ".killed"
      for suffix in ["", "-wal", "-lock"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: killed + suffix)
      }
      try database.close()
      for path in [path, killed] {
        let before = try contents(path)
        let report = try await SQLiteDatabase.report(onFile: path, date: { .mock + 9_000_000 })
        #expect(report == DatabaseReport(players: 1, problems: [], scores: 1))
        #expect(try contents(path) == before)
      }
    }
  }

  @Test func `a database of another program is refused and left unchanged`() async throws {
    try await withFile { path in
      let foreign = try DatabaseQueue(path: path)
      try await foreign.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
      try foreign.close()
      let before = try contents(path)
      #expect(throws: OpeningError.foreign) { try SQLiteDatabase(path: path, date: { .mock }) }
      await #expect(throws: OpeningError.foreign) {
        try await SQLiteDatabase.report(onFile: path, date: { .mock })
      }
      #expect(try contents(path) == before)
    }
  }

  @Test func `a database of a later version is refused`() async throws {
    try await withFile { path in
      try SQLiteDatabase(path: path, date: { .mock }).close()
      let later = try DatabaseQueue(path: path)
      try await later.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('3: more')")
      }
      try later.close()
      #expect(throws: OpeningError.foreign) { try SQLiteDatabase(path: path, date: { .mock }) }
    }
  }

  @Test func `a rebuild restores the lists that a wrong clock has emptied`() async throws {
    try await withFile { path in
      let now = Recorder(Date.mock)
      let database = try SQLiteDatabase(path: path, date: { now.value })
      try database.insert(DailyChallenge.mock)
      let client = DatabaseClient.sqlite(database)
      var challenge = SubmitLeaderboardScore.numbered(9)
      challenge.dailyChallengeId = DailyChallenge.mock.id
      challenge.gameContext = .dailyChallenge
      for score in [.numbered(2), .numbered(5), challenge, .numbered(1)] {
        now.update { $0 += 60 }
        _ = try await client.submitLeaderboardScore(score)
      }
      let day = FetchLeaderboardRequest(
        gameMode: .timed,
        language: .en,
        playerId: Player.blob.id,
        timeScope: .lastDay
      )
      let before = try await client.fetchLeaderboard(day)
      #expect(before.entries.map(\.score) == [9])
      now.update { $0 += 10 * 86_400 }
      #expect(try await client.fetchLeaderboard(day).entries == [])
      now.update { $0 -= 10 * 86_400 }
      #expect(try await client.fetchLeaderboard(day).entries == [])
      #expect(try await database.problems() != [])

      try await database.rebuild()
      #expect(try await client.fetchLeaderboard(day) == before)
      #expect(try await database.problems() == [])
      try database.close()
    }
  }

  @Test func `a file of the first version keeps its players, matches and scores`() async throws {
    try await withFile { path in
      let first = try DatabaseQueue(path: path)
      try makeMigrator().migrate(first, upTo: "1: players, games, scores")
      let match = Match.over([.cab.by(0)])
      try await first.write { db in
        let puzzle = try db.number(of: match.puzzle)
        for player in [Player.blob, .blobJr] {
          try db.execute(
            sql: "INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
              player.id.rawValue, player.accessToken.rawValue, player.deviceId.rawValue,
              player.createdAt.timeIntervalSinceReferenceDate,
              player == .blob ? String(repeating: "é", count: 200) : "Blob Jr.", nil,
              player.timeZone,
            ]
          )
        }
        try db.execute(
          sql: "INSERT INTO pushToken VALUES ('c0ffee', ?, 'arn', 3, 42)",
          arguments: [Player.blob.id.rawValue]
        )
        try db.execute(
          sql: "INSERT INTO match VALUES (1, ?, ?, NULL, 'unlimited', 'en', ?, ?, NULL, 'ended')",
          arguments: [
            match.id.rawValue, match.createdAt.timeIntervalSinceReferenceDate,
            try match.moves.storedJSON(), puzzle,
          ]
        )
        for (place, player) in [Player.blob, .blobJr].enumerated() {
          try db.execute(
            sql: "INSERT INTO matchParticipant VALUES (1, ?, ?, NULL, NULL, 'none')",
            arguments: [place, player.id.rawValue]
          )
        }
        try db.execute(
          sql: """
            INSERT INTO score VALUES (1, ?, ?, ?, ?, NULL, 'solo', 'timed', 'en', 27, ?);
            """,
          arguments: [
            UUID(1), Player.blob.id.rawValue, puzzle, Date.mock.timeIntervalSinceReferenceDate,
            try match.moves.storedJSON(),
          ]
        )
      }
      try first.close()

      let database = try SQLiteDatabase(path: path, date: { .mock })
      let client = DatabaseClient.sqlite(database)
      let blob = try await client.fetchPlayerByAccessToken(Player.blob.accessToken)
      #expect(blob?.deviceId == Player.blob.deviceId)
      #expect(blob?.displayName == String(repeating: "é", count: 128))
      #expect(
        try await client.fetchPlayerByDeviceId(Player.blobJr.deviceId)?.id == Player.blobJr.id
      )
      #expect(try database.pushTokens(of: Player.blob.id).map(\.token.token) == ["c0ffee"])
      #expect(
        try await client.fetchMatches(.init(playerId: Player.blob.id)).map(\.id) == [match.id]
      )
      #expect(try await client.fetchPlayerRecord(.blob).won == 1)
      #expect(try await client.fetchPlayerRecord(.blobJr).lost == 1)
      try await database.rebuild()
      #expect(try await database.problems() == [])
      #expect(try await client.fetchLeaderboardSummary(.anonymous(score: 1, .allTime)).outOf == 2)
      try database.close()
      let token = withUnsafeBytes(of: Player.blob.accessToken.rawValue.uuid) { Data($0) }
      #expect(try contents(path).filter { $0.value.range(of: token) != nil }.keys.sorted() == [])
    }
  }
}
