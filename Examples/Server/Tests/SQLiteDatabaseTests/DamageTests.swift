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

/// Tests the problems reported for a file whose lists do not match its scores.
@Suite struct DamageTests {
  @Test(arguments: DamageTests.damages)
  func `the database reports each kind of damage`(sql: String, problems: [String]) async throws {
    try await withFile { path in
      try await fill(path)
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.write { try $0.execute(sql: sql) }
      try other.close()

      let database = try SQLiteDatabase(path: path, date: { .mock })
      #expect(try await database.problems() == problems, "\(sql)")
      try database.close()
    }
  }

  @Test func `scores that have become too old are not reported as damage`() async throws {
    try await withFile { path in
      try await fill(path)
      let now = Recorder(Date.mock)
      let database = try SQLiteDatabase(path: path, date: { now.value })
      for _ in 0..<10 {
        // No request updates the lists in between.
        now.update { $0 += 86_400 }
        #expect(try await database.problems() == [])
      }
      try database.close()
    }
  }

  /// Stores scores of two players.
  ///
  /// One player's best score is two days old, and the other's is one hour old. A list of a day or a week
  /// therefore has more scores than players.
  private func fill(_ path: String) async throws {
    let now = Recorder(Date.mock)
    let database = try SQLiteDatabase(path: path, date: { now.value })
    let client = DatabaseClient.sqlite(database)
    try database.insert(DailyChallenge.mock)
    for (age, player, number) in [
      (172_800.0, Player.blobJr, 9), (3_600.0, Player.blob, 2), (0.0, Player.blob, 1),
      (0.0, Player.blobJr, 1),
    ] {
      now.update { $0 = Date.mock - age }
      var score = SubmitLeaderboardScore.numbered(number)
      score.dailyChallengeId = number == 9 ? DailyChallenge.mock.id : nil
      score.playerId = player.id
      _ = try await client.submitLeaderboardScore(score)
    }
    try database.close()
    // Opening the file removes old scores from its lists.
    try SQLiteDatabase(path: path, date: { .mock }).close()
  }

  /// Statements that damage the file, and the problems that the database reports.
  private static let damages: [(String, [String])] = [
    ("SELECT 1", []),
    (
      "UPDATE board SET players = 9 WHERE name = 'scores timed en ever'",
      ["wrong number of players: scores timed en ever"]
    ),
    (
      "UPDATE tally SET count = 9 WHERE level = 0 AND board = \(day)",
      ["wrong number of players with a score: scores timed en day"]
    ),
    (
      "DELETE FROM tally WHERE level = 0 AND prefix = 2 AND board = \(day)",
      [
        "wrong number of players with a score: scores timed en day",
        "wrong number of scores: scores timed en day",
      ]
    ),
    (
      "UPDATE tally SET count = 9 WHERE level = 3 AND board = \(week)",
      ["wrong number of scores: scores timed en week"]
    ),
    (
      "DELETE FROM tally WHERE level = 3 AND board = \(week)",
      ["wrong number of scores: scores timed en week"]
    ),
    (
      "INSERT INTO tally (board, level, prefix, count) VALUES (\(week), 3, 77, 1)",
      ["wrong number of scores: scores timed en week"]
    ),
    (
      "DELETE FROM entry WHERE board = \(week) AND score = 1",
      ["lacks a score: scores timed en week"]
    ),
    (
      """
      INSERT INTO entry SELECT board, playerId, 0, createdAt, source, 0, 1 FROM entry
      WHERE board = \(week) AND score = 1
      """,
      ["has a score that does not belong there: scores timed en week"]
    ),
    (
      "UPDATE entry SET isWindowed = 0 WHERE board = \(day) AND source = 2",
      [
        "lacks a score: scores timed en day",
        "has a score that does not belong there: scores timed en day",
      ]
    ),
    (
      "UPDATE entry SET isBest = 1 - isBest WHERE board = \(day) AND source IN (2, 3)",
      [
        "not the best score of a player: scores timed en day",
        "wrong number of players with a score: scores timed en day",
      ]
    ),
    (
      """
      DELETE FROM entry WHERE board = \(words); DELETE FROM tally WHERE board = \(words);
      DELETE FROM board WHERE name = 'words en week'
      """,
      ["lacks a score: words en week"]
    ),
    (
      "DELETE FROM entry WHERE board = (SELECT number FROM board WHERE name = '\(challenge)')",
      [
        "lacks a score: \(challenge)",
        "wrong number of players: \(challenge)",
        "wrong number of players with a score: \(challenge)",
      ]
    ),
    // A score that is better and later than the player's other scores.
    (
      "UPDATE score SET score = 1000 WHERE number = 3",
      ["day", "ever", "week"].map { "lacks a score: scores timed en \($0)" }
        + ["day", "ever", "week"].map {
          "has a score that does not belong there: scores timed en \($0)"
        }
    ),
    (
      "UPDATE word SET points = 1000 WHERE number = 3",
      ["day", "ever", "week"].map { "lacks a score: words en \($0)" }
        + ["day", "ever", "week"].map { "has a score that does not belong there: words en \($0)" }
    ),
  ]

  private static let challenge = "dailyChallenge \(DailyChallenge.mock.id.rawValue.uuidString)"
  private static let day = "(SELECT number FROM board WHERE name = 'scores timed en day')"
  private static let week = "(SELECT number FROM board WHERE name = 'scores timed en week')"
  private static let words = "(SELECT number FROM board WHERE name = 'words en week')"
}
