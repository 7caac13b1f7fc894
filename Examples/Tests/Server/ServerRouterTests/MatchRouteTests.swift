// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import ServerRouter
import SharedModels
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests that each match route prints its complete request and parses it again.
@Suite struct MatchRouteTests {
  @Test func `the player record has its own path`() throws {
    try expect(.playerRecord, URLRequestData(path: ["api", "current-player", "record"]))
  }

  @Test func `listing matches is a GET request with an optional query`() throws {
    try expect(.matches(.list()), URLRequestData(path: ["api", "matches"]))
    try expect(
      .matches(.list(before: .deadbeef)),
      URLRequestData(
        path: ["api", "matches"],
        query: [.init("before", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")]
      )
    )
  }

  @Test func `loading a match is a GET request to its id`() throws {
    try expect(
      .matches(.load(.deadbeef)),
      URLRequestData(path: ["api", "matches", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"])
    )
  }

  @Test func `starting a match is a POST request with its options as query items`() throws {
    try expect(
      .matches(.start(gameMode: .unlimited, language: .en, opponent: nil)),
      URLRequestData(
        method: .post,
        path: ["api", "matches"],
        query: [.init("gameMode", "unlimited"), .init("language", "en")]
      )
    )
    try expect(
      .matches(.start(gameMode: .timed, language: .en, opponent: Player.blobJr.id)),
      URLRequestData(
        method: .post,
        path: ["api", "matches"],
        query: [
          .init("gameMode", "timed"), .init("language", "en"),
          .init("opponent", "B10B2000-DEAD-BEEF-DEAD-BEEFDEADBEEF"),
        ]
      )
    )
  }

  @Test func `playing a turn is a POST request with the move as its body`() throws {
    try expect(
      .matches(.play(.deadbeef, .removeCube)),
      URLRequestData(
        method: .post,
        path: ["api", "matches", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF", "moves"],
        headers: [.init("Content-Type", "application/json")],
        body: Data(
          #"{"playedAt":2212875090,"score":0,"type":{"removedCube":{"x":2,"y":2,"z":2}}}"#.utf8
        )
      )
    )
    var move = Move.cab
    move.playerIndex = 1
    let route = ServerRoute.api(
      .init(accessToken: .deadbeef, isDebug: true, route: .matches(.play(.deadbeef, move)))
    )
    #expect(try Router.test.match(Router.test.print(route)) == route)
  }

  @Test func `requesting a rematch is a POST request to the match`() throws {
    try expect(
      .matches(.rematch(.deadbeef)),
      URLRequestData(
        method: .post,
        path: ["api", "matches", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF", "rematch"]
      )
    )
  }

  @Test(arguments: [
    (
      "GET", "/api/matches/blob", 404,
      #"Not found: path component 3 is "blob"; expected a UUID."#
    ),
    (
      "DELETE", "/api/matches", 405,
      #"Method not allowed: "/api/matches" answers GET, HEAD, POST, not "DELETE"."#
    ),
    (
      "GET", "/api/matches/deadbeef-dead-beef-dead-beefdeadbeef/rematch", 405,
      #"""
      Method not allowed: "/api/matches/deadbeef-dead-beef-dead-beefdeadbeef/rematch" answers \#
      POST, not "GET".
      """#
    ),
    (
      "GET", "/api/matches/deadbeef-dead-beef-dead-beefdeadbeef/moves", 405,
      #"""
      Method not allowed: "/api/matches/deadbeef-dead-beef-dead-beefdeadbeef/moves" answers \#
      POST, not "GET".
      """#
    ),
    (
      "POST", "/api/matches", 400,
      #"Bad request: query item "gameMode" is missing; expected one of "timed", "unlimited"."#
    ),
    (
      "POST", "/api/matches?gameMode=timed&language=en&opponent=Blob", 400,
      #"Bad request: query item "opponent" is "Blob"; expected a UUID."#
    ),
  ])
  func `an invalid match request fails with its status and message`(
    method: String,
    target: String,
    status: Int,
    text: String
  ) throws {
    let separator = target.contains("?") ? "&" : "?"
    let token = "\(separator)accessToken=deadbeef-dead-beef-dead-beefdeadbeef"
    var request = URLRequest(url: try #require(URL(string: target + token)))
    request.httpMethod = method
    let error = #expect(throws: RoutingError.self) { try Router.test.match(request: request) }
    #expect(error?.statusCode == status)
    #expect(error?.description == text)
  }

  private func expect(
    _ route: ServerRoute.Api.Route,
    _ expected: URLRequestData,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let route = ServerRoute.api(.init(accessToken: .deadbeef, isDebug: false, route: route))
    var request = expected
    request.query.insert(.init("accessToken", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"), at: 0)
    request.headers.insert(.init("X-Debug", "false"), at: 0)
    #expect(try Router.test.print(route) == request, sourceLocation: sourceLocation)
    #expect(try Router.test.match(request) == route, sourceLocation: sourceLocation)
  }
}
