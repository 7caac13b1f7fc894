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

/// Tests the common parts of all answers, and the answers that need no handler.
@Suite struct ResponseTests {
  private let environment = ServerEnvironment.unsupplied

  @Test func `the home route answers with a page`() async throws {
    let (body, response) = await environment.response(to: try URLRequest("GET", "/"))
    #expect(response.statusCode == 200)
    #expect(
      String(decoding: body, as: UTF8.self)
        == "<!doctype html><title>Word game</title><h1>Word game</h1>"
    )
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
  }

  @Test func `a HEAD request is answered without a body`() async throws {
    let (body, response) = await environment.response(to: try URLRequest("HEAD", "/"))
    #expect(response.statusCode == 200)
    #expect(body == Data())
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "57")
  }

  @Test(arguments: ["/", "/nowhere", "/api/current-player", "http://example.com/"])
  func `every answer has the security headers and its length`(target: String) async throws {
    let (body, response) = await environment.response(to: try URLRequest("GET", target))
    let expected = [
      "Content-Length": "\(body.count)",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "X-Content-Type-Options": "nosniff",
      "X-Download-Options": "noopen",
      "X-Frame-Options": "SAMEORIGIN",
      "X-Permitted-Cross-Domain-Policies": "none",
      "X-XSS-Protection": "1; mode=block",
    ]
    for (name, value) in expected {
      #expect(response.value(forHTTPHeaderField: name) == value, "\(name)")
    }
  }

  @Test(arguments: ["/nowhere", "/api/current-player"])
  func `errors are sent as JSON`(target: String) async throws {
    let (_, response) = await environment.response(to: try URLRequest("GET", target))
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
  }

  @Test func `JSON is printed on one line in production`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.envVars = .production
    environment.dictionary = .everyString
    environment.database.fetchTurnBasedGame = { request in
      TurnBasedGame(moves: request.moves, players: [:])
    }
    let answer = try await environment.answer(
      submitting: .turnBased(
        .init(gameMode: .timed, language: .en, playerIndexToId: [:], puzzle: .mock)
      ),
      []
    )
    #expect(answer == Answer(status: 200, body: #"{"turnBased":true}"#))
  }

  @Test(arguments: [
    ("http://example.com/", "https://cubes.example.com/"),
    ("http://example.com:8080/api/x?a=%20b&c=d", "https://cubes.example.com/api/x?a=%20b&c=d"),
    ("HTTP://EVIL.EXAMPLE/nowhere", "https://cubes.example.com/nowhere"),
    ("http://example.com//evil.example/x", "https://cubes.example.com/evil.example/x"),
    ("http://example.com/api/x?accessToken=1", "https://cubes.example.com/api/x"),
    (
      "http://example.com/api/x?accessToken=1&a=b&accessToken=2",
      "https://cubes.example.com/api/x?a=b"
    ),
  ])
  func `an external HTTP request is redirected to HTTPS without its access token`(
    target: String,
    location: String
  ) async throws {
    let (body, response) = await environment.response(to: try URLRequest("GET", target))
    #expect(response.statusCode == 301)
    #expect(response.value(forHTTPHeaderField: "Location") == location)
    #expect(body == Data())
  }

  @Test(arguments: [
    "http://localhost/", "http://localhost:8080/", "http://127.0.0.1/", "http://0.0.0.0/",
    "http://LOCALHOST/", "https://example.com/", "HTTPS://example.com/", "/",
  ])
  func `secure and local requests are not redirected`(target: String) async throws {
    let answer = await environment.answer(try URLRequest("GET", target))
    #expect(answer.status == 200)
  }

  @Test func `a request that a proxy received over HTTPS is not redirected`() async throws {
    var request = try URLRequest("GET", "http://example.com/")
    request.setValue("https", forHTTPHeaderField: "X-Forwarded-Proto")
    #expect(await environment.answer(request).status == 200)
    request.setValue("http", forHTTPHeaderField: "X-Forwarded-Proto")
    #expect(await environment.answer(request).status == 301)
  }
}
