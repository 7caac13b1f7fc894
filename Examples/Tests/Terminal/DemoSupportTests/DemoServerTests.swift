// SPDX-License-Identifier: MIT

import ApiClient
import DemoSupport
import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

@Suite struct DemoServerTests {
  private func server(
    failing: Set<DemoEndpoint> = [],
    isBroken: @escaping @Sendable () -> Bool = { false }
  ) -> DemoServer {
    let database = InMemoryDatabase(date: { .mock })
    database.insert(Player.demo)
    return DemoServer(
      ServerEnvironment(
        database: .inMemory(database),
        date: { .mock },
        dictionary: .english([]),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { .mock },
        router: .demo(date: { .mock })
      ),
      failing: failing,
      isBroken: isBroken
    )
  }

  @Test func `all requests fail while the server is broken`() async throws {
    let isBroken = Recorder(true)
    let client = ApiClient.demo(
      server(isBroken: { isBroken.value }),
      milliseconds: 0,
      scheduler: .failing("the time")
    )
    let failure = await #expect(throws: ApiError.self) {
      try await client.apiRequest(route: .matches(.list()), as: [Match].self).value()
    }
    #expect(failure?.message == "The server is broken.")
    await #expect(throws: ApiError.self) { try await client.refreshCurrentPlayer().value() }
    isBroken.set(false)
    #expect(try await client.apiRequest(route: .matches(.list()), as: [Match].self).value() == [])
  }

  @Test func `only the requests of failing endpoints fail`() async throws {
    let client = ApiClient.demo(
      server(failing: [.matchesList]),
      milliseconds: 0,
      scheduler: .failing("the time")
    )
    let failure = await #expect(throws: ApiError.self) {
      try await client.apiRequest(route: .matches(.list()), as: [Match].self).value()
    }
    #expect(failure?.message == "Simulated failure of matches.list.")
    let record = try await client.apiRequest(route: .playerRecord, as: PlayerRecord.self).value()
    #expect(record == PlayerRecord(player: MatchPlayer(.demo)))
    let player = try await client.refreshCurrentPlayer().value()
    #expect(player == CurrentPlayerEnvelope(player: .demo))
    #expect(client.currentPlayer() == player)
  }

  @Test(
    arguments: [
      (ServerRoute.Api.Route.currentPlayer, DemoEndpoint.currentPlayer),
      (.playerRecord, .playerRecord),
      (.dailyChallenge(.start(gameMode: .timed, language: .en)), .dailyChallengeStart),
      (.dailyChallenge(.today(language: .en)), .dailyChallengeToday),
      (.games(.submit(.init(completedGame: .mock))), .gamesSubmit),
      (.matches(.list()), .matchesList),
      (.matches(.load(.deadbeef)), .matchesLoad),
      (.matches(.play(.deadbeef, .cab)), .matchesPlay),
      (.matches(.rematch(.deadbeef)), .matchesRematch),
      (.matches(.start(gameMode: .timed, language: .en, opponent: nil)), .matchesStart),
      (.leaderboard(.weekInReview(language: .en)), nil),
    ] as [(ServerRoute.Api.Route, DemoEndpoint?)]
  )
  func `each route has the expected endpoint`(route: ServerRoute.Api.Route, endpoint: DemoEndpoint?)
  {
    let api = ServerRoute.Api(accessToken: .deadbeef, isDebug: true, route: route)
    #expect(DemoEndpoint(.api(api)) == endpoint)
    #expect(DemoEndpoint(.home) == nil)
  }
}
