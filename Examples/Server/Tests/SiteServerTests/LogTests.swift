// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Logging
import ServerRouter
import SharedModels
import SiteMiddleware
import SiteServer
import Testing
import WireClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the log of requests.
@Suite struct LogTests {
  @Test func `a request is logged with its method, its path and its status`() async throws {
    let lines = Recorder<[String]>([])
    try await withServer(.empty, logger: .recording(lines, .info)) { port, _ in
      let request = try Router.client.request(for: .api(ServerRoute.Api(.currentPlayer)))
      _ = try await wireResponse(to: request, port: port)
    }
    let line = lines.value.first { $0.contains("/api/current-player") }
    #expect(line?.contains("method=GET") == true)
    #expect(line?.contains("path=/api/current-player") == true)
    #expect(line?.contains("status=401") == true)
  }

  @Test func `the requests of a live client are answered and logged`() async throws {
    let lines = Recorder<[String]>([])
    try await withServer(.empty, logger: .recording(lines, .info)) { port, _ in
      let client = ApiClient.live(
        router: .client,
        baseUrl: try #require(URL(string: "http://127.0.0.1:\(port)")),
        storage: .inMemory(),
        userAgent: "cubes/42"
      )
      var players: [CurrentPlayerEnvelope] = []
      for try await player in client.authenticate(.init(deviceId: .deadbeef)).values() {
        players.append(player)
      }
      for try await player in client.refreshCurrentPlayer().values() { players.append(player) }
      #expect(players.count == 2)
      #expect(Set(players.map(\.player.deviceId)) == [.deadbeef])
    }
    let requests = lines.value.compactMap { line in
      line.contains("method=") ? line.split(separator: " ").filter { $0.contains("=") } : nil
    }
    #expect(requests.count == 2)
    #expect(lines.value.contains { $0.contains("path=/api/authenticate") })
    #expect(lines.value.contains { $0.contains("path=/api/current-player") })
  }

  /// Tests tokens outside the query.
  @Test(arguments: [
    ("/api/current-player%3FaccessToken=TOKEN", "/api/…"),
    ("/api/current-player%3faccessToken%3DTOKEN?x", "/api/…"),
    ("/api/current-playeraccessToken=TOKEN", "/api/…"),
    ("/api/current-player&accessToken=TOKEN/", "/api/…/"),
    ("/api/current-player;TOKEN#", "/api/…"),
    ("/api/matches/TOKEN/forfeit", "/api/matches/…/forfeit"),
    ("/api/matches/%31TOKEN", "/api/matches/…"),
    ("/.well-known/apple-app-site-association", "/.well-known/apple-app-site-association"),
    ("/" + String(repeating: "a/", count: 150), "/" + String(repeating: "a/", count: 99) + "a…"),
    ("http://localhost/api/TOKEN", "/api/…"),
  ])
  func `the log contains the words of a path, but not its tokens`(
    target: String,
    path: String
  ) async throws {
    let token = Player.blob.accessToken.rawValue.uuidString
    let digits = token.replacingOccurrences(of: "-", with: "")
    let tokens = [token, token.lowercased(), digits, String(digits.prefix(9))]
    let lines = Recorder<[String]>([])
    try await withServer(.empty, logger: .recording(lines, .info)) { port, _ in
      for token in tokens {
        let target = target.replacingOccurrences(of: "TOKEN", with: token)
        _ = try await blocking {
          let connection = try WireConnection(port: port)
          try connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
          return try connection.receive()?.status
        }
      }
    }
    let logged = lines.value.filter { $0.contains("method=GET") }
    #expect(logged.count == tokens.count, "\(target)")
    #expect(logged.allSatisfy { $0.contains(" path=\(path) ") }, "\(logged)")
  }

  @Test func `the log contains no token, signature or body at any level`() async throws {
    let lines = Recorder<[String]>([])
    let game = try Router.client.request(for: .soloGame)
    let token = Player.blob.accessToken.rawValue.uuidString
    let signature = try #require(game.value(forHTTPHeaderField: "X-Signature"))
    try await withServer(.empty, logger: .recording(lines, .trace)) { port, _ in
      for route in SampleRoutes.all {
        let request = try Router.client.request(for: route)
        _ = try await wireResponse(to: request, port: port)
      }
      // The parser refuses these requests, or they end early or contain a token in the path.
      for bytes in [
        "GET /?accessToken=\(token) HTTP/9\r\n\r\n",
        "GET /?accessToken=\(token) HTTP/1.1\r\nX-Signature: \(signature)\r\n\r\n",
        "GET http://localhost/?accessToken=\(token) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /api/current-player%3FaccessToken=\(token) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /api/current-player/access=\(token) HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /api;accessToken=\(token) HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
        "POST /?accessToken=\(token) HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n\(token)",
      ] {
        try await blocking {
          let connection = try WireConnection(port: port)
          try connection.send(bytes.utf8)
          connection.finish()
          try connection.waitForEnd()
        }
      }
    }
    #expect(lines.value.count > SampleRoutes.all.count)
    let secrets = [token, token.lowercased(), signature, "a secret", "accessToken", "gameContext"]
    for secret in secrets {
      #expect(lines.value.filter { $0.contains(secret) } == [], "\(secret)")
    }
  }
}

extension Logger {
  /// Returns a logger that records its lines.
  static func recording(_ lines: Recorder<[String]>, _ level: Level) -> Self {
    Logger(label: "test") { _ in
      var handler = RecordingHandler(lines: lines)
      handler.logLevel = level
      return handler
    }
  }
}

private struct RecordingHandler: LogHandler {
  let lines: Recorder<[String]>
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = all.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
    lines.update { $0.append("\(event.level) \(event.message) \(fields)") }
  }
}
