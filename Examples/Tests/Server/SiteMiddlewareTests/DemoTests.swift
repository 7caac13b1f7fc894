// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests the ranks of scores from unknown players.
@Suite struct DemoTests {
  @Test func `a demo score is ranked in three time scopes without being stored`() async throws {
    let server = TestServer()
    #expect(try await server.environment.answer(.soloGame).status == 200)
    server.now.update { $0.addTimeInterval(2 * 24 * 60 * 60) }

    for _ in 1...2 {
      let answer = try await server.environment.answer(demo(.timed, 20))
      #expect(answer.status == 200)
      #expect(
        try answer.decode(LeaderboardScoreResult.self)
          == LeaderboardScoreResult(ranks: [
            .allTime: .init(outOf: 2, rank: 2),
            .lastDay: .init(outOf: 1, rank: 1),
            .lastWeek: .init(outOf: 2, rank: 2),
          ])
      )
    }
  }

  @Test(arguments: [Int.min, -1, 0, 27, .max])
  func `a demo score of any value gets a rank`(score: Int) async throws {
    let asked = Recorder<[FetchLeaderboardSummaryRequest]>([])
    var environment = ServerEnvironment.unsupplied
    environment.database.fetchLeaderboardSummary = { request in
      asked.update { $0.append(request) }
      return .init(outOf: 1, rank: 1)
    }
    let answer = try await environment.answer(demo(.unlimited, score))
    #expect(answer.status == 200)
    let requests = [TimeScope.allTime, .lastDay, .lastWeek].map { timeScope in
      FetchLeaderboardSummaryRequest(
        gameMode: .unlimited,
        language: .en,
        subject: .anonymous(score: score),
        timeScope: timeScope
      )
    }
    #expect(asked.value == requests)
  }

  private func demo(_ gameMode: GameMode, _ score: Int) -> ServerRoute {
    .demo(.submitGame(.init(gameMode: gameMode, score: score)))
  }
}
