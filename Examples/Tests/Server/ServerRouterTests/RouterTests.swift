// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import ServerRouter
import SharedModels
import Testing

/// Tests that each route prints its complete request and parses it again.
@Suite struct RouterTests {
  @Test func `the home page has the root path`() throws {
    try expect(.home, URLRequestData())
  }

  @Test func `authentication is a POST request with a JSON body`() throws {
    let request = AuthenticateRequest(
      deviceId: .init(rawValue: .deadbeef),
      displayName: "Blob",
      gameCenterLocalPlayerId: "id:blob",
      timeZone: "Europe/London"
    )
    let body = """
      {"deviceId":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF","displayName":"Blob",\
      "gameCenterLocalPlayerId":"id:blob","timeZone":"Europe\\/London"}
      """
    try expect(
      .authenticate(request),
      URLRequestData(
        method: .post,
        path: ["api", "authenticate"],
        query: [.init("timestamp", "1234567890")],
        headers: [.init("X-Signature", signature(of: body))],
        body: Data(body.utf8)
      )
    )
  }

  /// A request with an invalid signature parses as a request without a signature.
  @Test func `validation reports only the two overlapping authentication routes`() {
    #expect(
      Router.test.validate().map(\.description) == [
        """
        POST /api/authenticate (authenticate) is not reached by requests that \
        POST /api/authenticate (authenticate) reads as well.
        """
      ]
    )
  }

  @Test func `submitting a demo game is a POST request with a JSON body`() throws {
    try expect(
      .demo(.submitGame(.init(gameMode: .timed, score: 1_000))),
      URLRequestData(
        method: .post,
        path: ["demo", "games"],
        headers: [.init("Content-Type", "application/json")],
        body: Data(#"{"gameMode":"timed","score":1000}"#.utf8)
      )
    )
  }

  @Test func `the router encodes and decodes bodies with the injected coders`() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let router = router(
      date: { .mock },
      decoder: decoder,
      encoder: encoder,
      secrets: ["deadbeef"],
      sha256: { $0 }
    )
    let route = ServerRoute.demo(.submitGame(.init(gameMode: .timed, score: 1)))
    let request = try router.print(route)
    let object = try JSONSerialization.jsonObject(with: try #require(request.body))
    #expect(object as? NSDictionary == ["game_mode": "timed", "score": 1])
    #expect(try router.match(request) == route)
    #expect(throws: RoutingError.self) { try Router.test.match(request) }
  }

  @Test func `requesting the current player is a GET request with an access token`() throws {
    try expect(
      .api(.init(accessToken: .deadbeef, isDebug: false, route: .currentPlayer)),
      URLRequestData(
        path: ["api", "current-player"],
        query: [accessToken],
        headers: [.init("X-Debug", "false")]
      )
    )
  }

  @Test func `starting a daily challenge is a POST request with its options as query items`() throws
  {
    try expect(
      .api(
        .init(
          accessToken: .deadbeef,
          isDebug: true,
          route: .dailyChallenge(.start(gameMode: .unlimited, language: .en))
        )
      ),
      URLRequestData(
        method: .post,
        path: ["api", "daily-challenges"],
        query: [accessToken, .init("gameMode", "unlimited"), .init("language", "en")],
        headers: [.init("X-Debug", "true")]
      )
    )
  }

  @Test func `requesting today's daily challenges is a GET request with a language`() throws {
    try expect(
      today(isDebug: false),
      URLRequestData(
        path: ["api", "daily-challenges", "today"],
        query: [accessToken, .init("language", "en")],
        headers: [.init("X-Debug", "false")]
      )
    )
    #expect(
      try Router.test.url(for: today(isDebug: false)).absoluteString == """
        api/daily-challenges/today?accessToken=DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF&language=en
        """
    )
  }

  @Test func `submitting a daily challenge is a signed POST request`() throws {
    let body = """
      {"gameContext":{"dailyChallengeId":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"},"moves":[]}
      """
    try expect(
      submit(.dailyChallenge(.init(rawValue: .deadbeef)), []),
      URLRequestData(
        method: .post,
        path: ["api", "games"],
        query: [accessToken, .init("timestamp", "1234567890")],
        headers: [.init("X-Debug", "false"), .init("X-Signature", signature(of: body))],
        body: Data(body.utf8)
      )
    )
  }

  @Test func `games of every kind can be submitted`() throws {
    let routes: [ServerRoute] = [
      submit(.shared("deadbeef"), [.highScoringMove, .removeCube]),
      submit(.solo(.init(gameMode: .timed, language: .en, puzzle: .mock)), [.cab]),
      submit(
        .turnBased(
          .init(
            gameMode: .unlimited,
            language: .en,
            playerIndexToId: [0: .init(rawValue: .deadbeef), 1: .init(rawValue: .dailyChallenge)],
            puzzle: .mock
          )
        ),
        [.removeCube]
      ),
    ]
    for route in routes {
      #expect(try Router.test.match(request: Router.test.request(for: route)) == route)
    }
  }

  @Test(arguments: [
    ("https://www.example.com/", ServerRoute.home),
    ("https://www.example.com", .home),
    ("https://www.example.com//", .home),
    ("https://www.example.com/press", nil),
    ("https://www.example.com/press-kit", .pressKit),
    ("https://www.example.com/api/", nil),
    ("https://www.example.com/api/daily-challenges", nil),
    ("https://www.example.com/api/daily-challenges/today", nil),
    ("https://www.example.com/api/daily-challenges/today?language=en", nil),
    (
      """
      https://www.example.com/api/daily-challenges/today\
      ?accessToken=deadbeef-dead-beef-dead-beefdeadbeef
      """, nil
    ),
    (
      """
      https://www.example.com/api/daily-challenges/today\
      ?accessToken=deadbeef-dead-beef-dead-beefdeadbeef&language=xx
      """, nil
    ),
    (
      """
      https://www.example.com/api/daily-challenges/today\
      ?accessToken=deadbeef-dead-beef-dead-beefdeadbeef&language=en
      """, today(isDebug: false)
    ),
    (
      """
      //api//daily-challenges/today/\
      ?x=1&language=en&accessToken=DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF
      """, today(isDebug: false)
    ),
  ])
  func `each URL parses as its route`(address: String, route: ServerRoute?) {
    #expect((try? Router.test.match(string: address)) == route)
  }

  @Test(arguments: [
    ("true", true), ("1", true), ("false", false), ("0", false), ("TRUE", nil), ("yes", nil),
    ("", nil), (" 1", nil),
  ])
  func `the debug header accepts only Boolean values and digits`(
    text: String,
    isDebug: Bool?
  ) throws {
    var request = try Router.test.print(today(isDebug: false))
    request.headers = [.init("x-debug", text)]
    #expect((try? Router.test.match(request)) == isDebug.map(today(isDebug:)))
  }

  @Test(arguments: [
    (
      "/api/daily-challenges/today?language=en", 401,
      #"Unauthorized: query item "accessToken" is missing; expected a UUID."#
    ),
    (
      "/api/daily-challenges/today?accessToken=blob", 401,
      #"Unauthorized: query item "accessToken" is "blob"; expected a UUID."#
    ),
    (
      "/api/daily-challenges/today?accessToken=deadbeef-dead-beef-dead-beefdeadbeef", 400,
      #"Bad request: query item "language" is missing; expected "en"."#
    ),
    (
      "/api/games?accessToken=deadbeef-dead-beef-dead-beefdeadbeef", 405,
      #"Method not allowed: "/api/games" answers POST, not "GET"."#
    ),
    ("/api", 404, #"Not found: no route has the path "/api"."#),
  ])
  func `an invalid request fails with its status and message`(
    target: String,
    status: Int,
    text: String
  ) {
    let error = #expect(throws: RoutingError.self) { try Router.test.match(string: target) }
    #expect(error?.statusCode == status)
    #expect(error?.description == text)
  }

  private let accessToken = URLRequestData.Item(
    "accessToken",
    "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"
  )

  private func expect(_ route: ServerRoute, _ request: URLRequestData) throws {
    #expect(try Router.test.print(route) == request)
    #expect(try Router.test.match(request) == route)
    #expect(try Router.test.match(request: Router.test.request(for: route)) == route)
    let based = Router.test.baseURL("https://www.example.com")
    #expect(try based.match(request: based.request(for: route)) == route)
  }
}

private func today(isDebug: Bool) -> ServerRoute {
  .api(
    .init(accessToken: .deadbeef, isDebug: isDebug, route: .dailyChallenge(.today(language: .en)))
  )
}

func submit(
  _ context: ServerRoute.Api.Route.Games.SubmitRequest.GameContext,
  _ moves: Moves
) -> ServerRoute {
  .api(
    .init(
      accessToken: .deadbeef,
      isDebug: false,
      route: .games(.submit(.init(gameContext: context, moves: moves)))
    )
  )
}

/// Returns the signature of the test router, whose hash function is the identity.
func signature(
  of body: String,
  secret: String = "SECRET_DEADBEEF",
  timestamp: Int = 1_234_567_890
) -> String {
  Data("\(body)----\(secret)----\(timestamp)".utf8).base64EncodedString()
}
