// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests the results and the history of daily challenges.
@Suite struct DailyResultsTests {
  private let today = ServerRoute.Api.Route.dailyChallenge(
    .start(gameMode: .timed, language: .en)
  )

  /// A server on its second day.
  ///
  /// Both players have submitted the first challenge.
  private func secondDay() async throws -> (
    TestServer, first: DailyChallenge, second: DailyChallenge
  ) {
    var server = TestServer()
    let first = try await server.environment.answer(today)
      .decode(StartDailyChallengeResponse.self).dailyChallenge
    let games: [(Player, Moves)] = [(.blob, [.cab]), (.blobJr, [.cab, .abc])]
    for (player, moves) in games {
      let answer = try await server.environment.answer(
        submitting: .dailyChallenge(first.id),
        moves,
        by: player
      )
      #expect(answer.status == 200)
    }
    server.now.update { $0 += 24 * 60 * 60 }
    server.environment.randomCubes = { .numbered(2) }
    let second = try await server.environment.answer(today)
      .decode(StartDailyChallengeResponse.self).dailyChallenge
    return (server, first, second)
  }

  @Test func `the results of a daily challenge rank all of its players`() async throws {
    let (server, _, _) = try await secondDay()
    let answer = try await server.environment.answer(
      .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: 1, language: .en)))
    )
    let results = try answer.decode(FetchDailyChallengeResultsResponse.self)
    #expect(
      results
        == FetchDailyChallengeResultsResponse(results: [
          .init(
            isYourScore: false,
            outOf: 2,
            playerDisplayName: "Blob Jr.",
            playerId: Player.blobJr.id,
            rank: 1,
            score: 54
          ),
          .init(
            isYourScore: true,
            outOf: 2,
            playerDisplayName: "Blob",
            playerId: Player.blob.id,
            rank: 2,
            score: 27
          ),
        ])
    )
  }

  @Test func `without a game number, the results are those of the latest daily challenge`()
    async throws
  {
    let (server, _, _) = try await secondDay()
    let answer = try await server.environment.answer(
      .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: nil, language: .en)))
    )
    let results = try answer.decode(FetchDailyChallengeResultsResponse.self)
    #expect(results == FetchDailyChallengeResultsResponse(results: []))
  }

  @Test(
    arguments: [
      (GameMode.timed, 3, "a daily challenge in mode timed with number 3"),
      (.unlimited, nil, "a daily challenge in mode unlimited"),
    ] as [(GameMode, DailyChallenge.GameNumber?, String)]
  )
  func `a request for the results of an unknown daily challenge is refused`(
    gameMode: GameMode,
    number: DailyChallenge.GameNumber?,
    what: String
  )
    async throws
  {
    let (server, _, _) = try await secondDay()
    let answer = try await server.environment.answer(
      .dailyChallenge(.results(.fetch(gameMode: gameMode, gameNumber: number, language: .en)))
    )
    #expect(answer.refusal == Refusal(400, "There is no such record: \(what)."))
  }

  @Test func `the history lists the newest daily challenge first, with the player's ranks`()
    async throws
  {
    let (server, first, second) = try await secondDay()
    let answer = try await server.environment.answer(
      .dailyChallenge(.results(.history(gameMode: .timed, language: .en)))
    )
    let history = try answer.decode(DailyChallengeHistoryResponse.self)
    #expect(
      history
        == DailyChallengeHistoryResponse(results: [
          .init(createdAt: second.createdAt, gameNumber: 2, isToday: true, rank: nil),
          .init(createdAt: first.createdAt, gameNumber: 1, isToday: false, rank: 2),
        ])
    )
    let other = try await server.environment.answer(
      .dailyChallenge(.results(.history(gameMode: .unlimited, language: .en)))
    )
    #expect(
      try other.decode(DailyChallengeHistoryResponse.self)
        == DailyChallengeHistoryResponse(results: [])
    )
  }
}
