// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests the leaderboards, including the line of the requesting player.
@Suite struct LeaderboardTests {
  @Test func `a leaderboard lists each player's best score and public data`()
    async throws
  {
    let server = TestServer()
    server.database.insert(AppleReceipt.mock, of: Player.blobJr.id)
    server.database.insert(row(1, of: .blob, score: 10))
    server.database.insert(row(2, of: .blob, score: 30, puzzle: .numbered(2)))
    server.database.insert(row(3, of: .blobJr, score: 30, puzzle: .numbered(3), age: 1))
    server.database.insert(row(4, of: .numbered(1), score: 5))
    let answer = try await server.environment.answer(
      .leaderboard(.fetch(gameMode: .timed, language: .en, timeScope: .allTime))
    )
    let list = try answer.decode(FetchLeaderboardResponse.self)
    let expected = FetchLeaderboardResponse(entries: [
      entry(3, "Blob Jr.", rank: 1, score: 30, isSupporter: true),
      entry(2, "Blob", rank: 1, score: 30, isYourScore: true),
      entry(4, nil, rank: 2, score: 5),
    ])
    #expect(answer.status == 200)
    #expect(list == expected)
  }

  @Test func `a leaderboard lists 100 players and the requesting player`() async throws {
    let server = TestServer()
    for number in 1...150 {
      server.database.insert(row(number, of: .numbered(number), score: 1_000 - number))
    }
    server.database.insert(row(500, of: .blob, score: 1))
    let route = ServerRoute.Api.Route.leaderboard(
      .fetch(gameMode: .timed, language: .en, timeScope: .lastDay)
    )
    let own = try await server.environment.answer(route).decode(FetchLeaderboardResponse.self)
    #expect(own.entries.map(\.rank) == Array(1...100) + [151])
    #expect(own.entries.map(\.isYourScore) == Array(repeating: false, count: 100) + [true])
    let others = try await server.environment.answer(route, by: .blobJr)
      .decode(FetchLeaderboardResponse.self)
    #expect(others.entries.map(\.rank) == Array(1...100))
  }

  @Test func `a submitted word is listed, and its game can be fetched`() async throws {
    let server = TestServer()
    #expect(try await server.environment.answer(.soloGame).status == 200)
    let answer = try await server.environment.answer(
      .leaderboard(.vocab(.fetch(language: .en, timeScope: .lastWeek))),
      by: .blobJr
    )
    let list = try answer.decode([FetchVocabLeaderboardEntry].self)
    let entry = FetchVocabLeaderboardEntry(
      isSupporter: false,
      isYourScore: false,
      outOf: 1,
      playerDisplayName: "Blob",
      playerId: Player.blob.id,
      rank: 1,
      score: 27,
      word: "CAB",
      wordId: WordID(rawValue: UUID(2))
    )
    #expect(list == [entry])

    let game = try await server.environment.answer(
      .leaderboard(.vocab(.fetchWord(entry.wordId))),
      by: .blobJr
    )
    let word = FetchVocabWordResponse(
      moveIndex: 0,
      moves: [.cab],
      playerDisplayName: "Blob",
      playerId: Player.blob.id,
      puzzle: .mock,
      word: "CAB"
    )
    #expect(try game.decode(FetchVocabWordResponse.self) == word)
  }

  @Test func `a game that is submitted again adds no words`() async throws {
    let server = TestServer()
    for _ in 1...3 { _ = try await server.environment.answer(.soloGame) }
    let list = try await server.client.fetchVocabLeaderboard(
      .init(language: .en, playerId: Player.blob.id, timeScope: .allTime)
    )
    #expect(list.map(\.word) == ["CAB"])
  }

  @Test func `an unknown word is refused`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(.leaderboard(.vocab(.fetchWord(.deadbeef))))
    #expect(
      answer.refusal
        == Refusal(
          400,
          "There is no such record: a word DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF."
        )
    )
  }

  @Test func `a week in review without games is empty`() async throws {
    let server = TestServer()
    server.database.insert(row(1, of: .blob, score: 10, age: 604_801))
    let answer = try await server.environment.answer(.leaderboard(.weekInReview(language: .en)))
    let week = try answer.decode(FetchWeekInReviewResponse.self)
    #expect(week == FetchWeekInReviewResponse(ranks: [], word: nil))
  }

  private func row(
    _ number: Int,
    of player: Player,
    score: Int,
    puzzle: ArchivablePuzzle = .mock,
    age: TimeInterval = 0
  ) -> LeaderboardScore {
    LeaderboardScore(
      createdAt: Date.mock - age,
      dailyChallengeId: nil,
      gameContext: .solo,
      gameMode: .timed,
      id: LeaderboardScore.ID(rawValue: UUID(number)),
      language: .en,
      moves: [],
      playerId: player.id,
      puzzle: puzzle,
      score: score
    )
  }

  private func entry(
    _ number: Int,
    _ name: String?,
    rank: Int,
    score: Int,
    isSupporter: Bool = false,
    isYourScore: Bool = false
  ) -> FetchLeaderboardResponse.Entry {
    FetchLeaderboardResponse.Entry(
      id: LeaderboardScore.ID(rawValue: UUID(number)),
      isSupporter: isSupporter,
      isYourScore: isYourScore,
      outOf: 3,
      playerDisplayName: name,
      rank: rank,
      score: score
    )
  }
}
