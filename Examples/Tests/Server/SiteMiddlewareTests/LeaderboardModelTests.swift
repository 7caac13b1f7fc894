// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Compares the leaderboards with those of a naive model.
@Suite struct LeaderboardModelTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `leaderboards equal those of a naive model`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = TestServer()
    let challenges = (1...3).map(DailyChallenge.numbered)
    for challenge in challenges { server.database.insert(challenge) }
    var rows: [Row] = []
    var words: [Row] = []
    for _ in 0..<80 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        server.now.update { $0.addTimeInterval(random.pick([1, 3_600, 90_000, 400_000])) }
      }
      let request = submission(challenges, &random)
      let stored = try await server.client.submitLeaderboardScore(request)
      guard !rows.contains(where: { $0.id == stored.id.rawValue }) else { continue }
      rows.append(Row(stored, score: stored.score, word: nil))
      words += request.words.map { Row(stored, score: $0.score, word: $0.word) }
    }

    for gameMode in GameMode.allCases {
      for timeScope in TimeScope.allCases {
        let request = FetchLeaderboardRequest(
          gameMode: gameMode,
          language: .en,
          playerId: Player.numbered(0).id,
          timeScope: timeScope
        )
        let answer = try await server.client.fetchLeaderboard(request)
        let model = Row.list(
          rows.filter { $0.gameMode == gameMode && $0.isIn(timeScope, server.now.value) }
        )
        #expect(answer.entries.map { Line($0) } == model, "seed \(seed), \(request)")
      }
    }
    for timeScope in TimeScope.allCases {
      let request = FetchVocabLeaderboardRequest(
        language: .en,
        playerId: Player.numbered(0).id,
        timeScope: timeScope
      )
      let answer = try await server.client.fetchVocabLeaderboard(request)
      let model = Row.list(words.filter { $0.isIn(timeScope, server.now.value) })
      #expect(answer.map { Line($0) } == model, "seed \(seed), \(request)")
    }
    for challenge in challenges {
      let request = FetchDailyChallengeResultsRequest(
        gameMode: .timed,
        gameNumber: challenge.gameNumber,
        language: .en,
        playerId: Player.numbered(0).id
      )
      let answer = try await server.client.fetchDailyChallengeResults(request)
      let model = Row.list(rows.filter { $0.dailyChallengeId == challenge.id })
      #expect(answer.results.map { Line($0) } == model, "seed \(seed), \(request)")
    }
    for number in 0..<8 {
      try await expectWeek(of: Player.numbered(number).id, rows, words, server, seed)
    }
  }

  private func expectWeek(
    of playerId: Player.ID,
    _ rows: [Row],
    _ words: [Row],
    _ server: TestServer,
    _ seed: UInt64
  ) async throws {
    let answer = try await server.client.fetchWeekInReview(
      FetchWeekInReviewRequest(language: .en, playerId: playerId)
    )
    let week = rows.filter { $0.isIn(.lastWeek, server.now.value) }
    let ranks = GameMode.allCases.compactMap { gameMode in
      let table = Row.best(week.filter { $0.gameMode == gameMode })
      return table.first { $0.row.playerId == playerId }.map {
        FetchWeekInReviewResponse.Rank(gameMode: gameMode, outOf: table.count, rank: $0.rank)
      }
    }
    let own = words.filter { $0.playerId == playerId && $0.isIn(.lastWeek, server.now.value) }
    let word = Row.best(own).first.map {
      FetchWeekInReviewResponse.Word(letters: $0.row.word ?? "", score: $0.row.score)
    }
    #expect(answer == FetchWeekInReviewResponse(ranks: ranks, word: word), "seed \(seed)")
  }

  private func submission(
    _ challenges: [DailyChallenge],
    _ random: inout SplitMix64
  ) -> SubmitLeaderboardScore {
    let challenge = Bool.random(using: &random) ? random.pick(challenges) : nil
    return SubmitLeaderboardScore(
      dailyChallengeId: challenge?.id,
      gameContext: challenge == nil ? .solo : .dailyChallenge,
      gameMode: challenge?.gameMode ?? random.pick(GameMode.allCases),
      language: .en,
      moves: [.cab],
      playerId: Player.numbered(Int.random(in: 0..<8, using: &random)).id,
      puzzle: .numbered(Int.random(in: 0..<20, using: &random)),
      score: Int.random(in: 0..<10, using: &random),
      words: (0..<Int.random(in: 0..<3, using: &random)).map { index in
        .init(
          moveIndex: index,
          score: Int.random(in: 1..<9, using: &random),
          word: random.pick(["CAB", "ABC", "BAC"])
        )
      }
    )
  }
}

/// A score, or a word of a score.
private struct Row {
  var createdAt: Date
  var dailyChallengeId: DailyChallenge.ID?
  var gameMode: GameMode
  var id: UUID
  var playerId: Player.ID
  var score: Int
  var word: String?

  init(_ game: LeaderboardScore, score: Int, word: String?) {
    createdAt = game.createdAt
    dailyChallengeId = game.dailyChallengeId
    gameMode = game.gameMode
    id = game.id.rawValue
    playerId = game.playerId
    self.score = score
    self.word = word
  }

  func isIn(_ timeScope: TimeScope, _ now: Date) -> Bool {
    let age = now.timeIntervalSince(createdAt)
    return switch timeScope {
    case .lastDay: age <= 86_400
    case .lastWeek: age <= 604_800
    case .allTime, .interesting: true
    }
  }

  /// The best row of each player, with its rank.
  static func best(_ rows: [Row]) -> [(row: Row, rank: Int)] {
    let rows = Array(rows.enumerated())
    let best = rows.filter { one in
      !rows.contains { $0.element.playerId == one.element.playerId && beats($0, one) }
    }
    let scores = Set(best.map(\.element.score))
    return best.sorted(by: beats).map { one in
      (one.element, scores.count { $0 > one.element.score } + 1)
    }
  }

  static func list(_ rows: [Row]) -> [Line] {
    let table = best(rows)
    return table.map { row, rank in
      Line(
        isYours: row.playerId == Player.numbered(0).id,
        outOf: table.count,
        rank: rank,
        score: row.score,
        word: row.word
      )
    }
  }

  private typealias Numbered = (offset: Int, element: Row)

  private static func beats(_ one: Numbered, _ other: Numbered) -> Bool {
    (-one.element.score, one.element.createdAt, one.offset)
      < (-other.element.score, other.element.createdAt, other.offset)
  }
}

/// A player's line in a leaderboard.
private struct Line: Equatable {
  var isYours: Bool
  var outOf: Int
  var rank: Int
  var score: Int
  var word: String?
}

extension Line {
  init(_ entry: FetchLeaderboardResponse.Entry) {
    self.init(
      isYours: entry.isYourScore,
      outOf: entry.outOf,
      rank: entry.rank,
      score: entry.score
    )
  }

  init(_ entry: FetchVocabLeaderboardEntry) {
    self.init(
      isYours: entry.isYourScore,
      outOf: entry.outOf,
      rank: entry.rank,
      score: entry.score,
      word: entry.word
    )
  }

  init(_ result: FetchDailyChallengeResultsResponse.Result) {
    self.init(
      isYours: result.isYourScore,
      outOf: result.outOf,
      rank: result.rank,
      score: result.score
    )
  }
}
