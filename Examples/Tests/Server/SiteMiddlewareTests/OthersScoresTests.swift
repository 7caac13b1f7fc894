// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests attempts of a player to submit scores for another player, or to spoil the other player's scores.
@Suite struct OthersScoresTests {
  private typealias Context = ServerRoute.Api.Route.Games.SubmitRequest.GameContext

  private let moves: Moves = [.abc.by(1), .cab.by(0)]

  private func game(
    _ players: [Move.PlayerIndex: Player.ID],
    _ puzzle: ArchivablePuzzle = .mock
  ) -> Context {
    .turnBased(.init(gameMode: .unlimited, language: .en, playerIndexToId: players, puzzle: puzzle))
  }

  @Test func `a forged match does not spoil the daily challenge of a player named in it`()
    async throws
  {
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    let attack = try await server.environment.answer(
      submitting: game([0: Player.blobJr.id, 1: Player.blob.id]),
      [],
      by: .blobJr
    )
    #expect(attack.status == 200)
    #expect(server.stored.value.map(\.playerId) == [Player.blobJr.id])

    let answer = try await server.environment.answer(
      submitting: .dailyChallenge(DailyChallenge.mock.id),
      [.cab]
    )
    #expect(
      try answer.decode(SubmitGameResponse.self)
        == .dailyChallenge(.init(outOf: 1, rank: 1, score: 27, started: true))
    )
  }

  @Test func `each context of a puzzle has a score of its own`() async throws {
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    let contexts: [(Context, Moves)] = [
      (game([0: Player.blob.id]), [.cab.by(0)]), (.solo(.mock), [.abc, .cab]),
      (.dailyChallenge(DailyChallenge.mock.id), [.abc]),
    ]
    for (context, moves) in contexts + contexts.reversed() {
      _ = try await server.environment.answer(submitting: context, moves)
    }
    let board = try await server.client.fetchLeaderboard(
      .init(gameMode: .timed, language: .en, playerId: Player.blob.id, timeScope: .allTime)
    )
    #expect(board.entries.map(\.score) == [54])
    let matches = try await server.client.fetchLeaderboard(
      .init(gameMode: .unlimited, language: .en, playerId: Player.blob.id, timeScope: .allTime)
    )
    #expect(matches.entries.map(\.score) == [27])
    let result = try await server.client.fetchDailyChallengeResult(
      .init(dailyChallengeId: DailyChallenge.mock.id, playerId: Player.blob.id)
    )
    #expect(result.score == 27)
  }

  @Test func `two daily challenges on one puzzle have separate scores`() async throws {
    let server = TestServer()
    let challenges = [DailyChallenge.numbered(1), .numbered(2)]
    for (challenge, moves) in zip(challenges, [[.cab], [.cab, .abc]] as [Moves]) {
      server.database.insert(challenge)
      let answer = try await server.environment.answer(
        submitting: .dailyChallenge(challenge.id),
        moves
      )
      #expect(
        try answer.decode(SubmitGameResponse.self)
          == .dailyChallenge(.init(outOf: 1, rank: 1, score: moves.score, started: true))
      )
    }
  }

  @Test
  func `a stored match is scored with its own moves and players, not with the submitted ones`()
    async throws
  {
    for sender in [Player.blob, .blobJr] {
      let server = TestServer()
      server.database.insert(Match.over(moves))
      for (players, claimed) in [
        ([0: Player.blobJr.id, 1: Player.blob.id], [.cab.by(0)]), ([:], []),
        ([0: Player.blob.id, 1: Player.blob.id], moves),
      ] as [([Move.PlayerIndex: Player.ID], Moves)] {
        let answer = try await server.environment.answer(
          submitting: game(players),
          claimed,
          by: sender
        )
        #expect(answer.status == 200)
      }
      let rows = server.stored.value
      #expect(rows.count == 6)
      #expect(Set(rows.map(\.playerId)) == [Player.blob.id, Player.blobJr.id])
      for row in rows {
        #expect(row.moves == moves)
        #expect(row.words.map(\.word) == [row.playerId == Player.blob.id ? "CAB" : "ABC"])
      }
    }
  }

  @Test func `a match cannot be submitted before it is over`() async throws {
    let server = TestServer()
    var match = Match.over(moves)
    match.status = .open
    match.currentPlayerIndex = 0
    server.database.insert(match)
    let players: [Move.PlayerIndex: Player.ID] = [0: Player.blob.id, 1: Player.blobJr.id]
    let early = try await server.environment.answer(submitting: game(players), moves)
    #expect(early.refusal == Refusal(400, "The match \(match.id) is not over."))
    #expect(server.stored.value == [])

    server.database.insert(Match.over(moves))
    let late = try await server.environment.answer(submitting: game(players), moves)
    #expect(late.status == 200)
    #expect(server.stored.value.count == 2)
  }

  @Test func `a player cannot submit a match of other players`() async throws {
    let server = TestServer()
    let stranger = Player.numbered(1)
    server.database.insert(stranger)
    server.database.insert(Match.over(moves))
    let players: [Move.PlayerIndex: Player.ID] = [0: Player.blob.id, 1: Player.blobJr.id]
    let answer = try await server.environment.answer(
      submitting: game(players),
      moves,
      by: stranger
    )
    #expect(answer.refusal == Refusal(400, "You are not one of the players of the game."))
    #expect(server.stored.value == [])
    // If the stranger is one of the named players, the game is their own.
    let own = try await server.environment.answer(
      submitting: game([0: Player.blob.id, 1: stranger.id]),
      moves,
      by: stranger
    )
    #expect(own.status == 200)
    #expect(server.stored.value.map(\.playerId) == [stranger.id])
  }

  @Test func `if two matches share a puzzle, the match with the submitted moves is scored`()
    async throws
  {
    let server = TestServer()
    let second = Match.over([.abc.by(0), .cab.by(1)], id: .init(rawValue: UUID(8)))
    server.database.insert(Match.over(moves))
    server.database.insert(second)
    let players: [Move.PlayerIndex: Player.ID] = [0: Player.blob.id, 1: Player.blobJr.id]
    for claimed in [moves, second.moves, []] {
      let answer = try await server.environment.answer(submitting: game(players), claimed)
      #expect(answer.status == 200)
    }
    #expect(
      server.stored.value.map(\.moves) == [moves, moves, second.moves, second.moves]
        + [second.moves, second.moves]
    )
  }

  @Test
  func
    `a daily challenge accepts new results until an hour after its end, and known results later`()
    async throws
  {
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    let context = Context.dailyChallenge(DailyChallenge.mock.id)
    server.now.set(.mock + 3_600)
    let first = try await server.environment.answer(submitting: context, [.cab])
    #expect(first.status == 200)
    server.now.set(.mock + 3_601)
    let late = try await server.environment.answer(submitting: context, [.cab], by: .blobJr)
    #expect(
      late.refusal == Refusal(400, "The daily challenge has ended and no longer accepts results.")
    )
    #expect(try await server.environment.answer(submitting: context, [.cab]) == first)
  }
}
