// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import ServerRouter
import SharedModels
import Testing

/// Tests that each API route prints its complete request and parses it again.
@Suite struct ApiRouteTests {
  typealias Item = URLRequestData.Item

  @Test(arguments: [
    (ServerRoute.Api.Route.changelog(build: 42), ["changelog"], [Item("build", "42")]),
    (.config(build: 42), ["config"], [Item("build", "42")]),
    (.currentPlayer, ["current-player"], []),
    (
      .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: 7, language: .en))),
      ["daily-challenges", "results"],
      [Item("game-mode", "timed"), Item("game-number", "7"), Item("language", "en")]
    ),
    (
      .dailyChallenge(.results(.fetch(gameMode: .timed, gameNumber: nil, language: .en))),
      ["daily-challenges", "results"], [Item("game-mode", "timed"), Item("language", "en")]
    ),
    (
      .dailyChallenge(.results(.history(gameMode: .unlimited, language: .en))),
      ["daily-challenges", "results", "history"],
      [Item("game-mode", "unlimited"), Item("language", "en")]
    ),
    (
      .leaderboard(.fetch(gameMode: .timed, language: .en, timeScope: .lastWeek)),
      ["leaderboard-scores"],
      [Item("gameMode", "timed"), Item("language", "en"), Item("timeScope", "lastWeek")]
    ),
    (
      .leaderboard(.vocab(.fetch(language: .en, timeScope: .interesting))),
      ["leaderboard-scores", "vocab"],
      [Item("language", "en"), Item("timeScope", "interesting")]
    ),
    (
      .leaderboard(.vocab(.fetchWord(.deadbeef))),
      ["leaderboard-scores", "vocab", "words", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"], []
    ),
    (
      .leaderboard(.weekInReview(language: .en)), ["leaderboard-scores", "week-in-review"],
      [Item("language", "en")]
    ),
    (.sharedGame(.fetch("deadbeef")), ["sharedGames", "deadbeef"], []),
  ])
  func `What is asked for`(
    route: ServerRoute.Api.Route,
    path: [String],
    query: [Item]
  ) throws {
    try expect(route, URLRequestData(path: path, query: query))
  }

  @Test func `registering a device is a POST request with a JSON body`() throws {
    let body = #"{"authorizationStatus":2,"build":42,"token":"c0ffee"}"#
    try expect(
      .push(.register(.init(authorizationStatus: .authorized, build: 42, token: "c0ffee"))),
      json(["push-tokens"], body)
    )
  }

  @Test func `a device can be registered with only its token`() throws {
    var request = try Router.test.print(
      api(.push(.register(.init(authorizationStatus: .authorized, build: 42, token: "c0ffee"))))
    )
    request.body = Data(#"{"token":"c0ffee"}"#.utf8)
    #expect(
      try Router.test.match(request)
        == api(
          .push(.register(.init(authorizationStatus: .provisional, build: 0, token: "c0ffee")))
        )
    )
  }

  @Test func `changing a setting is a POST request with a JSON body`() throws {
    let setting = PushSetting(notificationType: .dailyChallengeReport, sendNotifications: false)
    let body = #"{"notificationType":"dailyChallengeReport","sendNotifications":false}"#
    try expect(.push(.updateSetting(setting)), json(["push-settings"], body))
  }

  @Test func `sharing a game is a POST request with a JSON body`() throws {
    let route = ServerRoute.Api.Route.sharedGame(.share(.mock))
    let request = try Router.test.print(api(route))
    let body = try #require(request.body)
    try expect(route, json(["sharedGames"], String(decoding: body, as: UTF8.self)))
    #expect(String(decoding: body, as: UTF8.self).hasSuffix(#""secondsPlayed":10}"#))
  }

  @Test(arguments: [[], [0], Array("receipt".utf8), [0xFF, 0xFE]] as [[UInt8]])
  func `verifying a receipt is a POST request with the receipt as its body`(bytes: [UInt8]) throws {
    try expect(
      .verifyReceipt(Data(bytes)),
      URLRequestData(method: .post, path: ["verify-receipt"], body: Data(bytes))
    )
  }

  @Test func `the router also accepts camel-case query names for results`() throws {
    let address = """
      /api/daily-challenges/results?gameMode=unlimited&language=en\
      &accessToken=deadbeef-dead-beef-dead-beefdeadbeef
      """
    let route = ServerRoute.Api.Route.dailyChallenge(
      .results(.fetch(gameMode: .unlimited, gameNumber: nil, language: .en))
    )
    #expect(try Router.test.match(string: address) == api(route))
    let numbered = ServerRoute.Api.Route.dailyChallenge(
      .results(.fetch(gameMode: .unlimited, gameNumber: 7, language: .en))
    )
    #expect(try Router.test.match(string: address + "&gameNumber=7") == api(numbered))
    #expect((try? Router.test.match(string: address + "&gameNumber=x")) == nil)
    #expect(try Router.test.match(string: address + "&game-mode=unlimited") == api(route))
    #expect((try? Router.test.match(string: address + "&game-mode=x")) == nil)
  }

  @Test(arguments: [
    ("changelog", #"query item "build" is missing; expected an integer"#),
    ("config?build=", #"query item "build" is ""; expected an integer"#),
    ("config?build=9223372036854775808", Self.outOfRange),
    (
      "daily-challenges/results?game-mode=timed&game-number=x&language=en",
      #"query item "game-number" is "x"; expected an integer"#
    ),
    (
      "leaderboard-scores?gameMode=timed&language=en&timeScope=ever",
      """
      query item "timeScope" is "ever"; expected one of "allTime", "interesting", "lastDay", \
      "lastWeek"
      """
    ),
  ])
  func `the error for a malformed query item or path names it`(target: String, text: String) {
    let separator = target.contains("?") ? "&" : "?"
    let token = "\(separator)accessToken=deadbeef-dead-beef-dead-beefdeadbeef"
    let error = #expect(throws: RoutingError.self) {
      try Router.test.match(string: "/api/\(target)\(token)")
    }
    #expect(error?.description == "Bad request: \(text).")
  }

  private static let outOfRange =
    #"query item "build" is "9223372036854775808"; expected an integer"#

  @Test(arguments: [
    (["push-tokens"], #"{"build":1}"#, #"RegisterPushToken: "token" is missing"#),
    (
      ["push-tokens"], #"{"build":1.5,"token":""}"#,
      #"RegisterPushToken: Expected an integer at "build""#
    ),
    (
      ["push-settings"], #"{"notificationType":"x","sendNotifications":true}"#,
      """
      PushSetting: Expected one of dailyChallengeEndsSoon, dailyChallengeReport, found x at \
      "notificationType"
      """
    ),
    (["sharedGames"], "{}", #"CompletedGame: "cubes" is missing"#),
    (
      ["sharedGames"], #"{"cubes":[]}"#,
      #"CompletedGame: Expected exactly 3 elements, found 0 at "cubes""#
    ),
  ])
  func `the error for a malformed body names the invalid property`(
    path: [String],
    body: String,
    text: String
  ) {
    var request = json(path, body)
    request.path.insert("api", at: 0)
    request.query = [Item("accessToken", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")]
    let error = #expect(throws: RoutingError.self) { try Router.test.match(request) }
    #expect(error?.description == "Bad request: the body; expected JSON of \(text).")
  }

  private func json(_ path: [String], _ body: String) -> URLRequestData {
    URLRequestData(
      method: .post,
      path: path,
      headers: [Item("Content-Type", "application/json")],
      body: Data(body.utf8)
    )
  }

  private func api(_ route: ServerRoute.Api.Route) -> ServerRoute {
    .api(.init(accessToken: .deadbeef, isDebug: false, route: route))
  }

  /// The request is what follows `/api`, without the token and the debug header.
  private func expect(
    _ route: ServerRoute.Api.Route,
    _ expected: URLRequestData,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let route = api(route)
    var request = expected
    request.path.insert("api", at: 0)
    request.query.insert(Item("accessToken", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"), at: 0)
    request.headers.insert(Item("X-Debug", "false"), at: 0)
    #expect(try Router.test.print(route) == request, sourceLocation: sourceLocation)
    #expect(try Router.test.match(request) == route, sourceLocation: sourceLocation)
  }
}
