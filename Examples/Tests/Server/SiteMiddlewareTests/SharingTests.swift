// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests shared games, push settings, the changelog and links to the app.
@Suite struct SharingTests {
  @Test func `another player can fetch a shared game by its code and play it`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(.sharedGame(.share(.mock)))
    let shared = SharedGame(
      code: "00000000000000000000000000000001",
      gameMode: .timed,
      id: SharedGame.ID(rawValue: UUID(1)),
      language: .en,
      moves: [.cab],
      puzzle: .mock
    )
    #expect(try answer.decode(SharedGame.self) == shared)
    let fetched = try await server.environment.answer(
      .sharedGame(.fetch(shared.code)),
      by: .blobJr
    )
    #expect(fetched == answer)
    let played = try await server.environment.answer(
      submitting: .shared(shared.code),
      [.cab],
      by: .blobJr
    )
    #expect(try played.decode(SubmitGameResponse.self) == .shared(shared))
  }

  @Test func `an unknown code of a shared game is refused`() async throws {
    let answer = try await TestServer().environment.answer(.sharedGame(.fetch("dead beef")))
    #expect(answer.refusal == Refusal(400, "There is no such record: a shared game dead beef."))
  }

  @Test(arguments: [
    ("deadbeef", "deadbeef"), ("a\"><script>", "a%22%3e%3cscript%3e"), ("é&", "%c3%a9%26"),
  ])
  func `the page of a shared game links to the escaped code`(
    code: SharedGame.Code,
    escaped: String
  ) async throws {
    let answer = try await ServerEnvironment.unsupplied.answer(.sharedGame(.show(code)))
    let page = """
      <!doctype html><title>Word game</title><h1>Somebody has shared a game with you</h1>\
      <p><a href="cubes:///sharedGames/\(escaped)">Play it</a></p>
      """
    #expect(answer == Answer(status: 200, body: page))
    let link = "cubes:///sharedGames/\(escaped)"
    #expect(try ServerEnvironment.unsupplied.router.match(string: link) == .sharedGame(.show(code)))
  }

  @Test func `a device belongs to the last player who registers it`() async throws {
    let server = TestServer()
    let token = RegisterPushToken(authorizationStatus: .authorized, build: 42, token: "c0ffee")
    for player in [Player.blob, .blobJr] {
      let answer = try await server.environment.answer(.push(.register(token)), by: player)
      #expect(answer == Answer(status: 200, body: "{\n\n}"))
    }
    #expect(server.database.pushTokens(of: Player.blob.id) == [])
    let stored = InsertPushTokenRequest(
      arn: "arn:local:c0ffee",
      playerId: Player.blobJr.id,
      token: token
    )
    #expect(server.database.pushTokens(of: Player.blobJr.id) == [stored])
  }

  @Test func `the last setting for a notification is kept`() async throws {
    let server = TestServer()
    for (type, isWanted) in [
      (PushNotificationType.dailyChallengeReport, true), (.dailyChallengeEndsSoon, true),
      (.dailyChallengeReport, false),
    ] {
      let setting = PushSetting(notificationType: type, sendNotifications: isWanted)
      let answer = try await server.environment.answer(.push(.updateSetting(setting)))
      #expect(answer.status == 200)
    }
    #expect(
      server.database.pushSettings(of: Player.blob.id)
        == [.dailyChallengeReport: false, .dailyChallengeEndsSoon: true]
    )
    #expect(server.database.pushSettings(of: Player.blobJr.id) == [:])
  }

  @Test(arguments: [(0, [3, 2, 1]), (1, [3, 2]), (3, []), (Int.max, []), (Int.min, [3, 2, 1])])
  func `the changelog lists the changes after a build`(build: Int, builds: [Int]) async throws {
    let changes = [3, 2, 1].map { build in
      Changelog.Change(build: .init(rawValue: build), log: "Better.", version: "1.\(build)")
    }
    var environment = ServerEnvironment.withPlayers
    environment.changelog = { Changelog(changes: changes) }
    let answer = try await environment.answer(.changelog(build: .init(rawValue: build)))
    let expected = changes.filter { builds.contains($0.build.rawValue) }
    #expect(try answer.decode(Changelog.self) == Changelog(changes: expected))
  }

  @Test(
    arguments: [
      (ServerRoute.appStore, nil, "https://apps.apple.com/app/id0000000000"),
      (.download, nil, "/"),
      (.download, "Mozilla/5.0 (X11; Linux x86_64)", "/"),
      (
        .download, "Mozilla/5.0 (iPhone; CPU iPhone OS 14_5)",
        "https://apps.apple.com/app/id0000000000"
      ),
      (
        .download, "Mozilla/5.0 (Linux; Android 11) Mobile Safari/537.36",
        "https://apps.apple.com/app/id0000000000"
      ),
    ] as [(ServerRoute, String?, String)]
  )
  func `the app store and download routes redirect by user agent`(
    route: ServerRoute,
    userAgent: String?,
    location: String
  ) async throws {
    let environment = ServerEnvironment.unsupplied
    var request = try environment.router.request(for: route)
    request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    let (_, response) = await environment.response(to: request)
    #expect(response.statusCode == 302)
    #expect(response.value(forHTTPHeaderField: "Location") == location)
  }

  @Test func `the site association opens links to shared games in the app`() async throws {
    var environment = ServerEnvironment.unsupplied
    environment.envVars = .production
    let answer = try await environment.answer(.appSiteAssociation)
    #expect(
      try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? NSDictionary == [
        "applinks": [
          "apps": [] as NSArray,
          "details": [
            ["appID": "0000000000.com.example.cubes", "paths": ["/sharedGames/*"]] as NSDictionary
          ] as NSArray,
        ] as NSDictionary
      ]
    )
  }
}
