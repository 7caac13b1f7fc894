// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import SQLiteDatabase
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests cases in which SQLite lists could differ from those of an in-memory database.
@Suite struct BoardTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `ranks of scores of any size equal those of an in-memory database`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let (sqlite, memory) = (TestServer(), InMemoryDatabase(date: { .mock }))
    var scores: [Int] = [.min, -1, 0, 1, 255, 256, 65_535, 65_536, .max]
    for number in 0..<40 {
      let shift = Int.random(in: 0..<63, using: &random)
      let score = random.pick([
        random.pick(scores), Int.random(in: Int.min...Int.max, using: &random) >> shift,
      ])
      scores.append(score)
      let row = LeaderboardScore(
        .by(Player.numbered(number % 25).id, score: score, puzzle: number),
        createdAt: .mock,
        id: LeaderboardScore.ID(rawValue: UUID(number))
      )
      sqlite.database.insert(row)
      memory.insert(row)
    }
    for score in scores {
      for request in [
        FetchLeaderboardSummaryRequest.anonymous(score: score, .allTime),
        .anonymous(score: score, .lastDay),
      ] {
        let expected = try await DatabaseClient.inMemory(memory).fetchLeaderboardSummary(request)
        let rank = try await sqlite.client.fetchLeaderboardSummary(request)
        #expect(rank == expected, "seed \(seed), score \(score)")
      }
    }
    #expect(try await sqlite.database.sqlite.problems() == [])
  }

  /// Scores leave the last day while new scores arrive.
  ///
  /// Each of three players has many scores.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `scores leave a list when they become too old`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = TestServer()
    let memory = InMemoryDatabase(date: { [now = server.now] in now.value })
    for number in 0..<120 {
      server.now.update { $0 += random.pick([0, 0, 3_600, 20_000]) }
      let row = LeaderboardScore(
        .by(
          Player.numbered(Int.random(in: 0..<3, using: &random)).id,
          score: Int.random(in: 0..<6, using: &random),
          puzzle: number
        ),
        // Some scores arrive late.
        createdAt: server.now.value - random.pick([0, 0, 0, 50_000]),
        id: LeaderboardScore.ID(rawValue: UUID(number))
      )
      server.database.insert(row)
      memory.insert(row)
      let request = FetchLeaderboardRequest(
        gameMode: .timed,
        language: .en,
        playerId: Player.numbered(0).id,
        timeScope: random.pick([.lastDay, .lastWeek])
      )
      let expected = try await DatabaseClient.inMemory(memory).fetchLeaderboard(request)
      let list = try await server.client.fetchLeaderboard(request)
      try #require(list == expected, "seed \(seed), number \(number)")
    }
    #expect(try await server.database.sqlite.problems() == [])
  }

  @Test func `a score that has left a list does not return if the clock goes back`() async throws {
    let server = TestServer()
    _ = try await server.client.submitLeaderboardScore(.numbered(1))
    server.now.update { $0 += 86_401 }
    let request = FetchLeaderboardSummaryRequest.anonymous(score: 0, .lastDay)
    #expect(try await server.client.fetchLeaderboardSummary(request).outOf == 1)
    server.now.update { $0 -= 1 }
    #expect(try await server.client.fetchLeaderboardSummary(request).outOf == 1)
    _ = try await server.client.submitLeaderboardScore(.numbered(2))
    #expect(try await server.client.fetchLeaderboardSummary(request).outOf == 2)
  }

  @Test func `texts and puzzles with special characters are stored unchanged`() async throws {
    let server = TestServer()
    var odd = ArchivablePuzzle.mock
    odd[.corner].left.side = .top
    var puzzles = [odd]
    for letters in ["", ",", "[", "\"", "\0", "Q\0U", "é", "🧩", "A,B\0"] {
      var puzzle = ArchivablePuzzle.mock
      puzzle[.corner].top.letters = letters
      puzzles.append(puzzle)
      let player = try await server.client.insertPlayer(
        .init(
          deviceId: DeviceId(rawValue: UUID(9_000 + puzzles.count)),
          displayName: letters,
          gameCenterLocalPlayerId: GameCenterPlayerId(rawValue: letters),
          timeZone: letters
        )
      )
      #expect(player.displayName == letters)
      #expect(try await server.client.fetchPlayerByDeviceId(player.deviceId) == player)
    }
    for puzzle in puzzles {
      var game = CompletedGame.mock
      game.cubes = puzzle
      let shared = try await server.client.insertSharedGame(game)
      #expect(try await server.client.fetchSharedGame(shared.code) == shared)
      var score = SubmitLeaderboardScore.numbered(1)
      score.puzzle = puzzle
      let stored = try await server.client.submitLeaderboardScore(score)
      #expect(try await server.client.submitLeaderboardScore(score) == stored)
    }
    let totals = try await server.database.sqlite.totals()
    #expect(totals.scores == puzzles.count)
  }
}

extension SubmitLeaderboardScore {
  fileprivate static func by(_ playerId: Player.ID, score: Int, puzzle: Int) -> Self {
    var request = numbered(puzzle)
    request.playerId = playerId
    request.score = score
    return request
  }
}
