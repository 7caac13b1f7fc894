// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests the stored rows and the answer for each kind of game.
@Suite struct SubmitContextTests {
  @Test func `a solo game stores one row with all its words`() async throws {
    let stored = Recorder<[SubmitLeaderboardScore]>([])
    let environment = recording(stored)
    let moves: Moves = [.abc, .removeCube, .removeCube]

    let answer = try await environment.answer(
      submitting: .solo(.init(gameMode: .unlimited, language: .en, puzzle: .numbered(1))),
      moves
    )
    #expect(answer.status == 200)
    #expect(
      stored.value == [
        SubmitLeaderboardScore(
          dailyChallengeId: nil,
          gameContext: .solo,
          gameMode: .unlimited,
          language: .en,
          moves: moves,
          playerId: Player.blob.id,
          puzzle: .numbered(1),
          score: 27,
          words: [.init(moveIndex: 0, score: 27, word: "ABC")]
        )
      ]
    )
  }

  @Test func `a solo game without moves scores nothing`() async throws {
    let stored = Recorder<[SubmitLeaderboardScore]>([])
    let answer = try await recording(stored).answer(submitting: .solo(.mock), [])
    #expect(answer.status == 200)
    #expect(
      stored.value == [
        SubmitLeaderboardScore(
          dailyChallengeId: nil,
          gameContext: .solo,
          gameMode: .timed,
          language: .en,
          moves: [],
          playerId: Player.blob.id,
          puzzle: .mock,
          score: 0,
          words: []
        )
      ]
    )
  }

  @Test func `a solo game whose row belongs to another player is a server error`() async throws {
    var environment = recording(Recorder([]))
    environment.database.submitLeaderboardScore = { request in
      var score = LeaderboardScore(request, createdAt: .mock, id: .deadbeef)
      score.playerId = Player.blobJr.id
      return score
    }
    let answer = try await environment.answer(submitting: .solo(.mock), [.cab])
    #expect(answer.refusal == Refusal(500, "The score was not stored."))
  }

  @Test func `a daily challenge takes its mode and puzzle from the database`() async throws {
    let (stored, calls) = (Recorder<[SubmitLeaderboardScore]>([]), Recorder<[String]>([]))
    let id = DailyChallenge.ID(rawValue: .dailyChallenge)
    var environment = recording(stored)
    environment.database.fetchDailyChallengeById = { asked in
      calls.update { $0.append("fetch \(asked)") }
      var challenge = DailyChallenge.mock
      challenge.gameMode = .unlimited
      challenge.puzzle = .numbered(2)
      return challenge
    }
    environment.database.completeDailyChallenge = { completed, playerId in
      calls.update { $0.append("complete \(completed) \(playerId)") }
      return DailyChallengePlay(
        completedAt: .mock,
        createdAt: .mock,
        dailyChallengeId: completed,
        id: .deadbeef,
        playerId: playerId
      )
    }
    environment.database.fetchDailyChallengeResult = { request in
      calls.update { $0.append("result \(request.dailyChallengeId) \(request.playerId)") }
      return DailyChallengeResult(outOf: 42, rank: 7, score: 27, started: true)
    }

    let answer = try await environment.answer(submitting: .dailyChallenge(id), [.cab])
    #expect(
      answer
        == Answer(
          status: 200,
          body: """
            {
              "dailyChallenge" : {
                "outOf" : 42,
                "rank" : 7,
                "score" : 27,
                "started" : true
              }
            }
            """
        )
    )
    #expect(
      calls.value == [
        "fetch \(id)", "complete \(id) \(Player.blob.id)", "result \(id) \(Player.blob.id)",
      ]
    )
    #expect(
      stored.value == [
        SubmitLeaderboardScore(
          dailyChallengeId: id,
          gameContext: .dailyChallenge,
          gameMode: .unlimited,
          language: .en,
          moves: [.cab],
          playerId: Player.blob.id,
          puzzle: .numbered(2),
          score: 27,
          words: [.init(moveIndex: 0, score: 27, word: "CAB")]
        )
      ]
    )
  }

  @Test func `an unknown daily challenge is refused`() async throws {
    let server = TestServer()
    let id = DailyChallenge.ID(rawValue: .dailyChallenge)
    let answer = try await server.environment.answer(submitting: .dailyChallenge(id), [.cab])
    #expect(
      answer.refusal
        == Refusal(400, "There is no such record: a daily challenge \(UUID.dailyChallenge).")
    )
  }

  @Test func `a shared game is answered, and nothing is stored or verified`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.database.fetchSharedGame = { code in
      var game = SharedGame.mock
      game.code = code
      return game
    }
    let answer = try await environment.answer(submitting: .shared("c0de"), [.highScoringMove])
    #expect(answer.status == 200)
    var game = SharedGame.mock
    game.code = "c0de"
    #expect(try answer.decode(SubmitGameResponse.self) == .shared(game))
  }

  @Test func `an unknown shared game is refused`() async throws {
    let answer = try await TestServer().environment.answer(submitting: .shared("c0de"), [])
    #expect(answer.refusal == Refusal(400, "There is no such record: a shared game c0de."))
  }

  @Test func `a match stores a row for each player, with that player's words and score`()
    async throws
  {
    let server = TestServer()
    let moves: Moves = [.abc.by(1), .cab.by(0)]
    server.database.insert(Match.over(moves))
    let answer = try await server.environment.answer(
      submitting: match([0: Player.blob.id, 1: Player.blobJr.id]),
      moves
    )
    #expect(
      answer
        == Answer(
          status: 200,
          body: """
            {
              "turnBased" : true
            }
            """
        )
    )
    #expect(answer.body.utf8.count == 24)
    let rows = server.stored.value.sorted { $0.words[0].word > $1.words[0].word }
    #expect(
      rows == [
        SubmitLeaderboardScore(
          dailyChallengeId: nil,
          gameContext: .turnBased,
          gameMode: .unlimited,
          language: .en,
          moves: moves,
          playerId: Player.blob.id,
          puzzle: .mock,
          score: 27,
          words: [.init(moveIndex: 1, score: 27, word: "CAB")]
        ),
        SubmitLeaderboardScore(
          dailyChallengeId: nil,
          gameContext: .turnBased,
          gameMode: .unlimited,
          language: .en,
          moves: moves,
          playerId: Player.blobJr.id,
          puzzle: .mock,
          score: 27,
          words: [.init(moveIndex: 0, score: 27, word: "ABC")]
        ),
      ]
    )
  }

  @Test func `moves of a player who is not named in a match are not scored`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(
      submitting: match([0: Player.blob.id]),
      [.abc.by(1), .cab]
    )
    #expect(answer.status == 200)
    #expect(server.stored.value.map(\.score) == [0])
    #expect(server.stored.value.map(\.words) == [[]])
  }

  @Test func `a match is refused if one of its rows cannot be stored`() async throws {
    var environment = recording(Recorder([]))
    environment.database.fetchTurnBasedGame = { request in
      TurnBasedGame(moves: request.moves, players: request.playerIndexToId)
    }
    environment.database.submitLeaderboardScore = { request in
      guard request.playerId == Player.blob.id else { throw DatabaseError.notFound("a table") }
      return LeaderboardScore(request, createdAt: .mock, id: .deadbeef)
    }
    let answer = try await environment.answer(
      submitting: match([0: Player.blob.id, 1: Player.blobJr.id]),
      [.abc.by(1), .cab.by(0)]
    )
    #expect(answer.refusal == Refusal(400, "There is no such record: a table."))
  }

  private func match(
    _ players: [Move.PlayerIndex: Player.ID]
  ) -> ServerRoute.Api.Route.Games.SubmitRequest.GameContext {
    .turnBased(
      .init(gameMode: .unlimited, language: .en, playerIndexToId: players, puzzle: .mock)
    )
  }

  /// Stores scores in a recorder, and gives all of them the same rank.
  private func recording(_ stored: Recorder<[SubmitLeaderboardScore]>) -> ServerEnvironment {
    var environment = ServerEnvironment.withPlayers
    environment.dictionary = .everyString
    environment.database.submitLeaderboardScore = { request in
      stored.update { $0.append(request) }
      return LeaderboardScore(request, createdAt: .mock, id: .deadbeef)
    }
    environment.database.fetchLeaderboardSummary = { _ in .init(outOf: 2, rank: 1) }
    return environment
  }
}
