// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import ServerRouter
import ServiceLifecycle
import SharedModels
import SiteMiddleware
import SiteServer
import Testing
import WireClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the graceful shutdown of a server.
@Suite struct ShutdownTests {
  @Test func `a server that shuts down finishes its running request and accepts no connection`()
    async throws
  {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var environment = ServerEnvironment.empty
    environment.database.fetchLeaderboardSummary = { _ in
      beginning.yield()
      for await _ in gate { break }
      return .init(outOf: 9, rank: 3)
    }
    let request = try Router.client.request(
      for: .demo(.submitGame(.init(gameMode: .timed, score: 1)))
    )
    try await withServer(environment) { port, server in
      async let answer = wireResponse(to: request, port: port)
      for await _ in begun { break }
      await server.triggerGracefulShutdown()
      // The server releases the port before it sends the last answer.
      try await blocking {
        while (try? WireConnection(port: port)) != nil {}
      }
      opening.finish()
      let response = try await answer
      #expect(response.status == 200)
      let ranks = try JSONDecoder().decode(LeaderboardScoreResult.self, from: response.body)
      #expect(ranks.ranks["allTime"] == .init(outOf: 9, rank: 3))
    }
  }
}
