// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests which endpoints a route uses, by supplying them one after another until the route answers.
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
    (.matches(.list()), "DatabaseClient.fetchMatches"),
    (.matches(.load(.deadbeef)), "DatabaseClient.fetchMatch"),
    (.matches(.play(.deadbeef, .cab)), "DatabaseClient.fetchMatch"),
    (.matches(.rematch(.deadbeef)), "DatabaseClient.fetchMatch"),
    (.playerRecord, "DatabaseClient.fetchPlayerRecord"),
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
  func `a route without endpoints reports the first endpoint it calls`(
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
  func `pages use no endpoint`(route: ServerRoute) async throws {
    let answer = try await ServerEnvironment.unsupplied.answer(route)
    #expect([200, 302].contains(answer.status))
  }

  @Test func `the config route uses only the player lookup`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.envVars.config.upgradeInterstitial.duration = 42
    let answer = try await environment.answer(.config(build: 1))
    #expect(try answer.decode(ServerConfig.self) == environment.envVars.config)
  }

  @Test func `authentication looks up the device, inserts a new player and fetches the receipt`()
    async throws
  {
    let request = AuthenticateRequest(deviceId: .deadbeef, displayName: "Blob")
    var environment = ServerEnvironment.unsupplied
    environment.mailgun = .noop
    try await expect(
      environment,
      .authenticate(request),
      Refusal(500, "DatabaseClient.fetchPlayerByDeviceId is unimplemented"),
      ["DatabaseClient.fetchPlayerByDeviceId"]
    )
    environment.database.fetchPlayerByDeviceId = { _ in nil }
    try await expect(
      environment,
      .authenticate(request),
      Refusal(500, "DatabaseClient.insertPlayer is unimplemented"),
      ["DatabaseClient.insertPlayer"]
    )
    let inserted = Recorder<[AuthenticateRequest]>([])
    environment.database.insertPlayer = { request in
      inserted.update { $0.append(request) }
      return .blob
    }
    try await expect(
      environment,
      .authenticate(request),
      Refusal(500, "DatabaseClient.fetchAppleReceipt is unimplemented"),
      ["DatabaseClient.fetchAppleReceipt"]
    )
    environment.database.fetchAppleReceipt = { id in id == Player.blob.id ? .mock : nil }
    inserted.set([])
    let answer = try await environment.answer(.authenticate(request))
    #expect(answer.status == 200)
    #expect(try answer.decode(CurrentPlayerEnvelope.self) == .purchased)
    #expect(inserted.value == [request])

    // A known player is not inserted again.
    environment.database.fetchPlayerByDeviceId = { id in id == .deadbeef ? .blob : nil }
    #expect(try await environment.answer(.authenticate(request)) == answer)
    #expect(inserted.value == [request])
  }

  /// Returns a server that can create today's challenge, after checking that the route reports every endpoint
  /// that is missing for it.
  private func environmentMakingPuzzles(
    for route: ServerRoute.Api.Route
  ) async throws -> ServerEnvironment {
    let refusal = Refusal(500, "DatabaseClient.createTodaysDailyChallenge is unimplemented")
    var environment = ServerEnvironment.withPlayers
    try await expect(
      environment,
      route,
      refusal,
      [
        "ServerEnvironment.date", "ServerEnvironment.randomCubes",
        "DatabaseClient.createTodaysDailyChallenge",
      ]
    )
    environment.date = { .mock }
    environment.randomCubes = { .mock }
    try await expect(
      environment,
      route,
      refusal,
      ["DatabaseClient.createTodaysDailyChallenge"]
    )
    return environment
  }

  @Test func `starting a daily challenge creates today's challenge and starts a play`() async throws
  {
    let route = ServerRoute.Api.Route.dailyChallenge(.start(gameMode: .timed, language: .en))
    var environment = try await environmentMakingPuzzles(for: route)
    let proposed = Recorder<[CreateTodaysDailyChallengeRequest]>([])
    environment.database.createTodaysDailyChallenge = { request in
      proposed.update { $0.append(request) }
      return .mock
    }
    try await expect(
      environment,
      route,
      Refusal(500, "DatabaseClient.startDailyChallenge is unimplemented"),
      ["DatabaseClient.startDailyChallenge"]
    )
    environment.database.startDailyChallenge = { challengeId, playerId in
      DailyChallengePlay(
        createdAt: .mock,
        dailyChallengeId: challengeId,
        id: DailyChallengePlay.ID(rawValue: .deadbeef),
        playerId: playerId
      )
    }
    proposed.set([])
    let answer = try await environment.answer(route)
    #expect(
      try answer.decode(StartDailyChallengeResponse.self)
        == StartDailyChallengeResponse(
          dailyChallenge: .mock,
          dailyChallengePlayId: DailyChallengePlay.ID(rawValue: .deadbeef)
        )
    )
    #expect(proposed.value == [.today(.timed)])
  }

  @Test func `the route of today's daily challenges fetches the player's result for each mode`()
    async throws
  {
    let route = ServerRoute.Api.Route.dailyChallenge(.today(language: .en))
    var environment = try await environmentMakingPuzzles(for: route)
    let proposed = Recorder<[CreateTodaysDailyChallengeRequest]>([])
    environment.database.createTodaysDailyChallenge = { request in
      proposed.update { $0.append(request) }
      var challenge = DailyChallenge.mock
      challenge.gameMode = request.gameMode
      return challenge
    }
    try await expect(
      environment,
      route,
      Refusal(500, "DatabaseClient.fetchDailyChallengeResult is unimplemented"),
      ["DatabaseClient.fetchDailyChallengeResult"]
    )
    let asked = Recorder<[FetchDailyChallengeResultRequest]>([])
    environment.database.fetchDailyChallengeResult = { request in
      asked.update { $0.append(request) }
      return DailyChallengeResult(outOf: 5, rank: 2, score: 27, started: true)
    }
    proposed.set([])
    let answer = try await environment.answer(route)
    let responses = try answer.decode([FetchTodaysDailyChallengeResponse].self)
    #expect(responses.map(\.dailyChallenge.gameMode) == GameMode.allCases)
    #expect(
      Set(responses.map(\.yourResult)) == [
        DailyChallengeResult(outOf: 5, rank: 2, score: 27, started: true)
      ]
    )
    #expect(proposed.value == GameMode.allCases.map { .today($0) })
    let question = FetchDailyChallengeResultRequest(
      dailyChallengeId: DailyChallenge.mock.id,
      playerId: Player.blob.id
    )
    #expect(asked.value == [question, question])
  }

  @Test func `starting a match sends the players, the mode and a puzzle to the database`()
    async throws
  {
    let route = ServerRoute.Api.Route.matches(
      .start(gameMode: .unlimited, language: .en, opponent: Player.blobJr.id)
    )
    var environment = ServerEnvironment.withPlayers
    try await expect(
      environment,
      route,
      Refusal(500, "DatabaseClient.startMatch is unimplemented"),
      ["ServerEnvironment.randomCubes", "DatabaseClient.startMatch"]
    )
    environment.randomCubes = { .mock }
    try await expect(
      environment,
      route,
      Refusal(500, "DatabaseClient.startMatch is unimplemented"),
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

  @Test func `a played turn is stored with the player and the time that the server knows`()
    async throws
  {
    let route = ServerRoute.Api.Route.matches(.play(.deadbeef, .cab.by(1)))
    var environment = ServerEnvironment.withPlayers
    environment.database.fetchMatch = { _ in .mock }
    environment.dictionary = .everyString
    try await expect(
      environment,
      route,
      Refusal(500, "DatabaseClient.playTurn is unimplemented"),
      ["ServerEnvironment.date", "DatabaseClient.playTurn"]
    )
    environment.date = { .mock + 7 }
    let asked = Recorder<[PlayTurnRequest]>([])
    environment.database.playTurn = { request in
      asked.update { $0.append(request) }
      return .mock
    }
    let answer = try await environment.answer(route)
    #expect(try answer.decode(Match.self) == .mock)
    // The server sets the player and the time.
    var move = Move.cab.by(0)
    move.playedAt = .mock + 7
    #expect(
      asked.value == [PlayTurnRequest(isLast: false, matchId: .deadbeef, move: move, turn: 0)]
    )
  }

  @Test func `a rematch of an ended match is started with the same players and a new puzzle`()
    async throws
  {
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
      Refusal(500, "DatabaseClient.startRematch is unimplemented"),
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

  @Test func `registering a device creates its platform endpoint and stores its token`()
    async throws
  {
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
      Refusal(500, "DatabaseClient.insertPushToken is unimplemented"),
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
    let route = ServerRoute.api(ServerRoute.Api(route))
    try await expect(environment, route, refusal, endpoints, sourceLocation: sourceLocation)
  }

  private func expect(
    _ environment: ServerEnvironment,
    _ route: ServerRoute,
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

extension CreateTodaysDailyChallengeRequest {
  /// The request for the challenge on the day of the mock date.
  fileprivate static func today(_ gameMode: GameMode) -> Self {
    Self(
      endsAt: Date(timeIntervalSinceReferenceDate: 1_234_569_600),
      gameMode: gameMode,
      language: .en,
      puzzle: .mock
    )
  }
}
