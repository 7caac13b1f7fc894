// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import SharedModels
import SiteMiddleware
import Testing

/// Tests the ranks of a database.
@Suite struct RankingTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `ranks and results equal those of a naive model`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var model = RankingModel()
    let server = TestServer()
    let challenges = (0..<3).map { DailyChallenge.numbered($0).id }
    for number in 0..<3 { server.database.insert(DailyChallenge.numbered(number)) }
    let players = (0..<6).map { Player.numbered($0).id }
    for number in 0..<6 { server.database.insert(Player.numbered(number)) }

    for step in 1...60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        server.now.update { $0.addTimeInterval(random.pick([0, 1, 3_600, 86_400])) }
      case 1:
        let (challenge, player) = (random.pick(challenges), random.pick(players))
        model.start(challenge, player)
        _ = try await server.client.startDailyChallenge(challenge, player)
      default:
        let request = submission(by: random.pick(players), challenges, &random)
        if Bool.random(using: &random) {
          let stored = try await server.client.submitLeaderboardScore(request)
          #expect(stored == model.insert(stored), "seed \(seed), step \(step)")
        } else {
          let age = random.pick(ages)
          let score = LeaderboardScore(
            request,
            createdAt: server.now.value.addingTimeInterval(-age),
            id: LeaderboardScore.ID(rawValue: UUID(5_000_000 + step))
          )
          _ = model.insert(score)
          server.database.insert(score)
        }
      }
    }

    for request in questions(players) {
      let expected = model.rank(request, now: server.now.value)
      let rank = await rank(request, server.client)
      #expect(rank == expected, "seed \(seed), \(request)")
    }
    for challenge in challenges {
      for player in players {
        let request = FetchDailyChallengeResultRequest(
          dailyChallengeId: challenge,
          playerId: player
        )
        let result = try await server.client.fetchDailyChallengeResult(request)
        #expect(result == model.result(request), "seed \(seed), \(request)")
      }
    }
  }

  @Test func `equal scores share a rank, and the next score gets the next rank`() async throws {
    let server = TestServer()
    for (number, score) in [50, 40, 40, 30].enumerated() {
      server.database.insert(row(number, score: score))
    }
    var ranks: [LeaderboardScoreResult.Rank?] = []
    for number in 0..<4 {
      let subject = FetchLeaderboardSummaryRequest.Subject.player(
        scoreId: .deadbeef,
        playerId: Player.numbered(number).id
      )
      ranks.append(await rank(timed(subject), server.client))
    }
    #expect(ranks == [1, 2, 2, 3].map { .init(outOf: 4, rank: $0) })

    var anonymous: [LeaderboardScoreResult.Rank?] = []
    for score in [60, 50, 45, 40, 35, 30, 0] {
      anonymous.append(await rank(timed(.anonymous(score: score)), server.client))
    }
    #expect(anonymous == [1, 1, 2, 2, 3, 3, 4].map { .init(outOf: 5, rank: $0) })
  }

  @Test(arguments: [
    (TimeScope.lastDay, 86_400.0, 2), (.lastDay, 86_401.0, 1), (.lastWeek, 604_800.0, 2),
    (.lastWeek, 604_801.0, 1), (.allTime, 1e9, 2), (.interesting, 1e9, 2),
  ])
  func `a time scope includes scores of exactly its maximum age`(
    scope: TimeScope,
    age: TimeInterval,
    rank: Int
  ) async {
    let server = TestServer()
    var score = row(0, score: 50)
    score.createdAt = Date.mock.addingTimeInterval(-age)
    server.database.insert(score)
    let answer = await self.rank(timed(.anonymous(score: 40), scope), server.client)
    #expect(answer == .init(outOf: rank, rank: rank))
  }

  @Test func `a player without a score in the window has no rank`() async throws {
    let server = TestServer()
    let subject = FetchLeaderboardSummaryRequest.Subject.player(
      scoreId: LeaderboardScore.ID(rawValue: UUID(1)),
      playerId: Player.ID(rawValue: UUID(2))
    )
    await #expect(
      throws: DatabaseError.notFound("a score \(UUID(1)) of player \(UUID(2))")
    ) {
      try await server.client.fetchLeaderboardSummary(timed(subject))
    }
  }

  @Test func `the first score of a player on a puzzle is kept, and later scores are discarded`()
    async throws
  {
    let server = TestServer()
    var request = SubmitLeaderboardScore(
      dailyChallengeId: nil,
      gameContext: .solo,
      gameMode: .timed,
      language: .en,
      moves: [.cab],
      playerId: Player.blob.id,
      puzzle: .mock,
      score: 27,
      words: []
    )
    let first = try await server.client.submitLeaderboardScore(request)
    server.now.update { $0.addTimeInterval(1) }
    request.score = 1_000
    request.gameMode = .unlimited
    #expect(try await server.client.submitLeaderboardScore(request) == first)

    request.playerId = Player.blobJr.id
    #expect(try await server.client.submitLeaderboardScore(request).score == 1_000)
    request.playerId = Player.blob.id
    request.puzzle = .numbered(1)
    #expect(try await server.client.submitLeaderboardScore(request).score == 1_000)
  }

  // MARK: Helpers

  private let ages: [TimeInterval] = [
    0, 1, 86_399, 86_400, 86_401, 604_799, 604_800, 604_801, 2_600_000,
  ]

  private func submission(
    by playerId: Player.ID,
    _ challenges: [DailyChallenge.ID],
    _ random: inout SplitMix64
  ) -> SubmitLeaderboardScore {
    let challenge = Bool.random(using: &random) ? random.pick(challenges) : nil
    return SubmitLeaderboardScore(
      dailyChallengeId: challenge,
      gameContext: challenge == nil ? .solo : .dailyChallenge,
      gameMode: random.pick(GameMode.allCases),
      language: .en,
      moves: [.cab],
      playerId: playerId,
      puzzle: .numbered(Int.random(in: 0..<12, using: &random)),
      score: Int.random(in: 0..<8, using: &random),
      words: []
    )
  }

  private func questions(_ players: [Player.ID]) -> [FetchLeaderboardSummaryRequest] {
    var subjects = players.map { player in
      FetchLeaderboardSummaryRequest.Subject.player(scoreId: .deadbeef, playerId: player)
    }
    subjects += (-1...8).map { .anonymous(score: $0) }
    return subjects.flatMap { subject in
      GameMode.allCases.flatMap { gameMode in
        TimeScope.allCases.map { timeScope in
          FetchLeaderboardSummaryRequest(
            gameMode: gameMode,
            language: .en,
            subject: subject,
            timeScope: timeScope
          )
        }
      }
    }
  }

  private func rank(
    _ request: FetchLeaderboardSummaryRequest,
    _ client: DatabaseClient
  ) async -> LeaderboardScoreResult.Rank? {
    try? await client.fetchLeaderboardSummary(request)
  }

  private func timed(
    _ subject: FetchLeaderboardSummaryRequest.Subject,
    _ timeScope: TimeScope = .allTime
  ) -> FetchLeaderboardSummaryRequest {
    FetchLeaderboardSummaryRequest(
      gameMode: .timed,
      language: .en,
      subject: subject,
      timeScope: timeScope
    )
  }

  private func row(_ number: Int, score: Int) -> LeaderboardScore {
    LeaderboardScore(
      createdAt: .mock,
      dailyChallengeId: nil,
      gameContext: .solo,
      gameMode: .timed,
      id: LeaderboardScore.ID(rawValue: UUID(number)),
      language: .en,
      moves: [],
      playerId: Player.numbered(number).id,
      puzzle: .mock,
      score: score
    )
  }
}
