// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Routes that use several endpoints, which are supplied one after the other until they answer.
@Suite struct EndpointTests {
  @Test(arguments: [
    (ServerRoute.Api.Route.changelog(build: 1), "ServerEnvironment.changelog"),
    (.currentPlayer, "DatabaseClient.fetchAppleReceipt"),
    (
      .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: nil, language: .en))),
      "DatabaseClient.fetchDailyChallengeResults"
    ),
    (
      .dailyChallenge(.results(.history(gameMode: .timed, language: .en))),
      "DatabaseClient.fetchDailyChallengeHistory"
    ),
    (
      .leaderboard(.fetch(gameMode: .timed, language: .en, timeScope: .allTime)),
      "DatabaseClient.fetchLeaderboard"
    ),
    (
      .leaderboard(.vocab(.fetch(language: .en, timeScope: .allTime))),
      "DatabaseClient.fetchVocabLeaderboard"
    ),
    (.leaderboard(.vocab(.fetchWord(.deadbeef))), "DatabaseClient.fetchVocabWord"),
    (.leaderboard(.weekInReview(language: .en)), "DatabaseClient.fetchWeekInReview"),
    (.matches(.list), "DatabaseClient.fetchMatches"),
    (.matches(.load(.deadbeef)), "DatabaseClient.fetchMatch"),
    (.matches(.rematch(.deadbeef)), "DatabaseClient.fetchMatch"),
    (.playerRecord, "DatabaseClient.fetchMatches"),
    (.push(.register(.init(token: "c0ffee"))), "SnsClient.createPlatformEndpoint"),
    (
      .push(
        .updateSetting(.init(notificationType: .dailyChallengeReport, sendNotifications: true))
      ),
      "DatabaseClient.updatePushSetting"
    ),
    (.sharedGame(.fetch("deadbeef")), "DatabaseClient.fetchSharedGame"),
    (.sharedGame(.share(.mock)), "DatabaseClient.insertSharedGame"),
    (.verifyReceipt(Data([1])), "ItunesClient.verify"),
  ])
  func `The first endpoint of a route`(
    route: ServerRoute.Api.Route,
    endpoint: String
  ) async throws {
    let issues = try await withReportedIssues {
      _ = try await ServerEnvironment.withPlayers.answer(route)
    }
    #expect(issues.map(\.message) == ["\(endpoint) is unimplemented"])
  }

  @Test(arguments: [
    ServerRoute.home, .appSiteAssociation, .appStore, .download, .pressKit, .privacyPolicy,
    .sharedGame(.show("deadbeef")),
  ])
  func `Pages use nothing`(route: ServerRoute) async throws {
    let answer = try await ServerEnvironment.unsupplied.answer(route)
    #expect([200, 302].contains(answer.status))
  }

  @Test func `config uses nothing but the player`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.envVars.config.upgradeInterstitial.duration = 42
    let answer = try await environment.answer(.config(build: 1))
    #expect(try answer.decode(ServerConfig.self) == environment.envVars.config)
  }

  @Test func `start a match`() async throws {
    let route = ServerRoute.Api.Route.matches(
      .start(gameMode: .unlimited, language: .en, opponent: Player.blobJr.id)
    )
    var environment = ServerEnvironment.withPlayers
    try await expect(
      environment,
      route,
      Refusal(400, "DatabaseClient.startMatch is unimplemented"),
      ["ServerEnvironment.randomCubes", "DatabaseClient.startMatch"]
    )
    environment.randomCubes = { .mock }
    try await expect(
      environment,
      route,
      Refusal(400, "DatabaseClient.startMatch is unimplemented"),
      ["DatabaseClient.startMatch"]
    )
    let asked = Recorder<[StartMatchRequest]>([])
    environment.database.startMatch = { request in
      asked.update { $0.append(request) }
      return .mock
    }
    let answer = try await environment.answer(route)
    #expect(try answer.decode(Match.self) == .mock)
    #expect(
      asked.value == [
        StartMatchRequest(
          gameMode: .unlimited,
          language: .en,
          opponent: Player.blobJr.id,
          playerId: Player.blob.id,
          puzzle: .mock
        )
      ]
    )
  }

  @Test func `rematch`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.database.fetchMatch = { id in
      var match = Match.mock
      match.id = id
      match.status = .ended
      return match
    }
    try await expect(
      environment,
      .matches(.rematch(.deadbeef)),
      Refusal(400, "DatabaseClient.startRematch is unimplemented"),
      ["ServerEnvironment.randomCubes", "DatabaseClient.startRematch"]
    )
    environment.randomCubes = { .mock }
    let asked = Recorder<[StartRematchRequest]>([])
    environment.database.startRematch = { request in
      asked.update { $0.append(request) }
      return .mock
    }
    let answer = try await environment.answer(.matches(.rematch(.deadbeef)), by: .blobJr)
    #expect(try answer.decode(Match.self) == .mock)
    #expect(
      asked.value == [
        StartRematchRequest(
          gameMode: .unlimited,
          language: .en,
          matchId: .deadbeef,
          opponent: Player.blob.id,
          playerId: Player.blobJr.id,
          puzzle: .mock
        )
      ]
    )
  }

  @Test func `register a device`() async throws {
    let token = RegisterPushToken(authorizationStatus: .authorized, build: 42, token: "c0ffee")
    var environment = ServerEnvironment.withPlayers
    let devices = Recorder<[SnsClient.Device]>([])
    environment.sns = SnsClient { device in
      devices.update { $0.append(device) }
      return "arn:\(device.token)"
    }
    try await expect(
      environment,
      .push(.register(token)),
      Refusal(400, "DatabaseClient.insertPushToken is unimplemented"),
      ["DatabaseClient.insertPushToken"]
    )
    let stored = Recorder<[InsertPushTokenRequest]>([])
    environment.database.insertPushToken = { request in stored.update { $0.append(request) } }
    let answer = try await environment.answer(
      .api(
        .init(
          accessToken: Player.blob.accessToken,
          isDebug: true,
          route: .push(.register(token))
        )
      )
    )
    #expect(answer == Answer(status: 200, body: "{\n\n}"))
    #expect(
      devices.value == [
        .init(isSandbox: false, token: "c0ffee"), .init(isSandbox: true, token: "c0ffee"),
      ]
    )
    #expect(
      stored.value == [
        InsertPushTokenRequest(arn: "arn:c0ffee", playerId: Player.blob.id, token: token)
      ]
    )
  }

  private func expect(
    _ environment: ServerEnvironment,
    _ route: ServerRoute.Api.Route,
    _ refusal: Refusal,
    _ endpoints: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var answer: Answer?
    let issues = try await withReportedIssues { answer = try await environment.answer(route) }
    #expect(
      issues.map(\.message) == endpoints.map { "\($0) is unimplemented" },
      sourceLocation: sourceLocation
    )
    let given = try #require(answer, sourceLocation: sourceLocation)
    #expect(given.refusal == refusal, sourceLocation: sourceLocation)
  }
}
