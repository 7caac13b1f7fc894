// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import GRDBSQLite
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

@testable import SQLiteDatabase

/// Tests the cost of scores and ranks, in operations of SQLite.
@Suite struct WorkTests {
  private let server = TestServer()
  private var storage: SQLiteDatabase { server.database.sqlite }

  @Test func `no statement for a score or a rank scans a whole table`() async throws {
    let statements = Recorder<[String: String]>([:])
    // An in-memory database has a single connection, for reading and for writing.
    try await storage.writer.write { db in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        let (sql, expanded) = (statement.sql, statement.expandedSQL)
        statements.update { $0[sql] = expanded }
      }
    }
    try await submitAndAsk()
    server.now.update { $0 += 90_000 }
    try await submitAndAsk()
    try await storage.writer.write { $0.trace(options: []) }

    let kinds = ["SELECT", "INSERT", "UPDATE", "DELETE"]
    let explained = statements.value.filter { sql, _ in kinds.contains { sql.hasPrefix($0) } }
    // These statements cover all writes, and the reads for ranks.
    for part in ["INTO score", "INTO word", "INTO entry", "UPDATE tally", "DELETE FROM tally"] {
      #expect(explained.keys.contains { $0.contains(part) }, "\(part)")
    }
    #expect(explained.count > 25)
    for (sql, expanded) in explained {
      let plan = try await storage.writer.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(expanded)").map { $0["detail"] as String }
      }
      let costly = plan.filter { line in
        line != "SCAN CONSTANT ROW" && (line.hasPrefix("SCAN") || line.contains("TEMP B-TREE"))
      }
      #expect(costly == [], "\(sql)")
    }
  }

  @Test func `a score or a rank takes as many steps in a long list as in a short list`()
    async throws
  {
    try fill(upTo: 256)
    let short = try await steps(of: 10_000..<10_008)
    try fill(upTo: 2_048)
    let long = try await steps(of: 20_000..<20_008)
    // Each score adds a line to each list. Reading all lines would take eight times as many steps.
    #expect(long.submissions < short.submissions * 5 / 4, "\(short) \(long)")
    #expect(long.ranks < short.ranks * 5 / 4, "\(short) \(long)")
    #expect(try await storage.problems() == [])
  }

  // MARK: Helpers

  /// Submits a game of each kind, and asks for every rank and list.
  private func submitAndAsk() async throws {
    let (environment, client) = (server.environment, server.client)
    for route in [ServerRoute.soloGame] + SampleRoutes.submissions {
      _ = await environment.answer(try Router.request(route))
    }
    for number in 0..<3 {
      _ = try await client.submitLeaderboardScore(score(number, of: .blob))
      _ = try await client.submitLeaderboardScore(score(7 - number, of: .blobJr))
    }
    for timeScope in TimeScope.soloScopes {
      for subject in [
        FetchLeaderboardSummaryRequest.Subject.anonymous(score: 1),
        .player(scoreId: .deadbeef, playerId: Player.blob.id),
      ] {
        // The request throws if the list has become empty.
        _ = try? await client.fetchLeaderboardSummary(
          .init(gameMode: .timed, language: .en, subject: subject, timeScope: timeScope)
        )
      }
      _ = try await client.fetchLeaderboard(
        .init(gameMode: .timed, language: .en, playerId: Player.blob.id, timeScope: timeScope)
      )
      _ = try await client.fetchVocabLeaderboard(
        .init(language: .en, playerId: Player.blob.id, timeScope: timeScope)
      )
    }
    _ = try await client.fetchWeekInReview(.init(language: .en, playerId: Player.blob.id))
  }

  private func score(_ number: Int, of player: Player) -> SubmitLeaderboardScore {
    var score = SubmitLeaderboardScore.numbered(number)
    score.playerId = player.id
    return score
  }

  /// Stores a score for each player up to a count.
  ///
  /// The scores are distinct even numbers.
  private func fill(upTo count: Int) throws {
    let known = try storage.writer.read {
      try Int.fetchOne($0, sql: "SELECT MAX(score) FROM score")
    }
    let rows = ((known.map { $0 / 2 + 1 } ?? 0)..<count).map { number in
      var score = SubmitLeaderboardScore.numbered(0)
      score.playerId = Player.numbered(number).id
      score.score = 2 * number
      return LeaderboardScore(
        score,
        createdAt: .mock,
        id: LeaderboardScore.ID(rawValue: UUID(5_000_000 + number))
      )
    }
    try storage.insert(rows)
  }

  /// Counts the SQLite steps for a submission of each player, and for as many ranks.
  private func steps(
    of players: Range<Int>
  ) async throws -> (submissions: Int, ranks: Int) {
    let counter = StepCounter()
    try await storage.writer.write { db in
      let context = Unmanaged.passUnretained(counter).toOpaque()
      sqlite3_progress_handler(
        db.sqliteConnection,
        1,
        { context in
          if let context {
            Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().count += 1
          }
          return 0
        },
        context
      )
    }
    for (index, player) in players.enumerated() {
      // The score is odd, so it falls between stored scores.
      var score = SubmitLeaderboardScore.numbered(1)
      score.playerId = Player.numbered(player).id
      score.score = 34 * index + 1
      _ = try await server.client.submitLeaderboardScore(score)
    }
    let submissions = counter.count
    for score in players.indices.map({ $0 - players.lowerBound }) {
      _ = try await server.client.fetchLeaderboardSummary(.anonymous(score: score, .allTime))
      _ = try await server.client.fetchLeaderboardSummary(.anonymous(score: score, .lastDay))
    }
    try await storage.writer.write { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) }
    return (submissions, counter.count - submissions)
  }
}

/// `@unchecked` because only the database queue writes the count, and a test reads it after its work on that
/// queue is done.
private final class StepCounter: @unchecked Sendable {
  var count = 0
}
