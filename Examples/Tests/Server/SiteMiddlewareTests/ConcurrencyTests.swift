// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests simultaneous requests.
@Suite struct ConcurrencyTests {
  @Test func `simultaneous submissions of 20 players count once for each player`() async throws {
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    let players = (0..<20).map(Player.numbered)
    for player in players { server.database.insert(player) }

    // Each player submits the same game twice. Every second player has two words.
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for (number, player) in (players + players).enumerated() {
        group.addTask {
          try await server.environment.answer(
            submitting: .dailyChallenge(DailyChallenge.mock.id),
            number.isMultiple(of: 2) ? [.cab] : [.cab, .abc],
            by: player
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 40))
    #expect(server.mails.value == [])
    #expect(server.stored.value.count == 40)

    for (number, player) in players.enumerated() {
      let result = try await server.client.fetchDailyChallengeResult(
        FetchDailyChallengeResultRequest(
          dailyChallengeId: DailyChallenge.mock.id,
          playerId: player.id
        )
      )
      let isBetter = !number.isMultiple(of: 2)
      #expect(
        result
          == DailyChallengeResult(
            outOf: 20,
            rank: isBetter ? 1 : 2,
            score: isBetter ? 54 : 27,
            started: true
          )
      )
    }
  }

  @Test func `if a player submits many games on one puzzle at once, exactly one is kept`()
    async throws
  {
    let server = TestServer()
    let ids = try await withThrowingTaskGroup(of: LeaderboardScore.self) { group in
      for score in 0..<1_000 {
        group.addTask {
          try await server.client.submitLeaderboardScore(
            SubmitLeaderboardScore(
              dailyChallengeId: nil,
              gameContext: .solo,
              gameMode: .timed,
              language: .en,
              moves: [],
              playerId: Player.blob.id,
              puzzle: .mock,
              score: score,
              words: []
            )
          )
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1.id) }
    }
    #expect(ids.count == 1)
  }

  @Test func `players who start a match at the same time are all paired`() async throws {
    let server = TestServer()
    let players = (0..<40).map(Player.numbered)
    for player in players { server.database.insert(player) }
    let matches = try await withThrowingTaskGroup(of: Match.self) { group in
      for player in players {
        group.addTask {
          let route = ServerRoute.Api.Route.matches(
            .start(gameMode: .unlimited, language: .en, opponent: nil)
          )
          return try await server.environment.answer(route, by: player).decode(Match.self)
        }
      }
      return try await group.reduce(into: [Match]()) { $0.append($1) }
    }
    #expect(Set(matches.map(\.id)).count == 20)
    #expect(matches.count { $0.status == .matching } == 20)
    for player in players {
      let own = try await server.client.fetchMatches(.init(playerId: player.id))
      #expect(own.map(\.status) == [.open])
      #expect(own.map(\.participants.count) == [2])
    }
  }

  @Test func `if a turn is played many times at once, exactly one move is stored`() async throws {
    let server = TestServer()
    server.database.insert(Match.mock)
    let moves: [Move] = [.cab, .abc, .removeCube]
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await server.environment.answer(
            .matches(.play(.deadbeef, moves[number % moves.count]))
          )
        }
      }
      return try await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    let played = answers.filter { $0.status == 200 }
    #expect(played.count == 1)
    let match = try #require(try await server.client.fetchMatch(.deadbeef))
    #expect(try played.first?.decode(Match.self) == match)
    #expect(match.moves.count == 1)
    #expect(match.currentPlayerIndex == 1)
    let refusals = Set(answers.filter { $0.status != 200 }.map(\.refusal.message))
    #expect(
      refusals.isSubset(of: [
        "It is not your turn in the match DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF.",
        "This turn has already been played.",
      ])
    )
  }

  @Test func `simultaneous rematch requests return the same match`() async throws {
    let server = TestServer()
    var match = Match.mock
    match.status = .ended
    server.database.insert(match)
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await server.environment.answer(
            .matches(.rematch(.deadbeef)),
            by: number.isMultiple(of: 2) ? .blob : .blobJr
          )
        }
      }
      return try await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    let first = try #require(answers.first)
    #expect(first.status == 200)
    #expect(answers == Array(repeating: first, count: 40))
    #expect(try await server.client.fetchMatches(.init(playerId: Player.blob.id)).count == 2)
  }
}
