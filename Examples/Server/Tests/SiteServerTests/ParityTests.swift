// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import SQLiteDatabase
import ServerRouter
import SharedModels
import SiteMiddleware
import SiteServer
import Testing
import WireClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares a server in the client's process with servers over HTTP, in memory and on SQLite.
@Suite struct ParityTests {
  @Test func `all three servers give the same answers to the same requests`() async throws {
    let requests = try ParityRequest.all()
    let inProcess = siteMiddleware(environment: .fixed(.seededInMemory()))
    let expected = try await answers(requests) { request in
      let (body, response) = await inProcess(request)
      return WireAnswer(
        status: response.statusCode,
        headers: Dictionary(
          uniqueKeysWithValues: response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }
        ),
        body: String(decoding: body, as: UTF8.self)
      )
    }
    // Identical answers would make the comparison useless.
    #expect(Set(expected.map(\.status)).isSuperset(of: [200, 301, 302, 400, 401, 404, 405]))

    for (name, database) in [
      ("in memory", DatabaseClient.seededInMemory()),
      ("on SQLite", try DatabaseClient.seededSQLite()),
    ] {
      try await withServer(.fixed(database)) { port, _ in
        let answers = try await answers(requests) { request in
          let response = try await wireResponse(to: request, port: port)
          var headers: [String: String] = [:]
          // These headers depend on the connection.
          for field in response.fields
          where !["date", "connection", "x-request-id"].contains(field.name.lowercased()) {
            headers[field.name.lowercased()] = field.value
          }
          return WireAnswer(
            status: response.status,
            headers: headers,
            body: String(decoding: response.body, as: UTF8.self)
          )
        }
        for (request, (answer, expected)) in zip(requests, zip(answers, expected)) {
          #expect(answer == expected, "\(name): \(request.name)")
        }
      }
    }
  }

  private func answers(
    _ requests: [ParityRequest],
    _ send: (URLRequest) async throws -> WireAnswer
  ) async throws -> [WireAnswer] {
    var ids = IDNames()
    var answers: [WireAnswer] = []
    for request in requests {
      var answer = try await send(request.request)
      answer.body = ids.naming(answer.body)
      answers.append(answer)
    }
    return answers
  }
}

/// The answer of a server, without dates and ids.
struct WireAnswer: Equatable {
  var status: Int
  var headers: [String: String]
  var body: String
}

/// Replaces each id with a name, in the order in which ids occur.
private struct IDNames {
  private var names: [String: String] = [:]

  mutating func naming(_ text: String) -> String {
    let ids = /[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}/
    return text.replacing(ids) { match in
      let key = match.output.lowercased().replacing("-", with: "")
      let name = names[key] ?? "id \(names.count + 1)"
      names[key] = name
      return name
    }
  }
}

/// A request, and its name in failure messages.
struct ParityRequest {
  var name: String
  var request: URLRequest

  /// All routes for each of two players, games of each kind, and invalid requests.
  static func all() throws -> [ParityRequest] {
    let router = Router<ServerRoute>.client.baseURL("http://localhost")
    var requests: [ParityRequest] = []
    for player in [Player.blob, .blobJr] {
      let routes =
        SampleRoutes.pages + SampleRoutes.api.map { .api(ServerRoute.Api($0, by: player)) }
        + SampleRoutes.submissions
        + [.authenticate(AuthenticateRequest(deviceId: player.deviceId, displayName: "Blob"))]
      for route in routes {
        requests.append(Self(name: "\(route)", request: try router.request(for: route)))
      }
    }
    // These answers include the changes made by the requests above.
    for route in SampleRoutes.api {
      let request = try router.request(for: .api(ServerRoute.Api(route)))
      requests.append(Self(name: "again \(route)", request: request))
    }
    return requests + (try wrong(router))
  }

  private static func wrong(_ router: Router<ServerRoute>) throws -> [ParityRequest] {
    let game = try router.request(for: .soloGame)
    let player = try router.request(for: .api(ServerRoute.Api(.currentPlayer)))
    let token = Player.blob.accessToken.rawValue.uuidString
    func changed(
      _ name: String,
      _ request: URLRequest,
      _ change: (inout URLRequest) -> Void
    ) -> ParityRequest {
      var request = request
      change(&request)
      return ParityRequest(name: name, request: request)
    }
    func target(_ request: inout URLRequest, _ target: String) {
      request.url = URL(string: "http://localhost\(target)")
    }
    let field = "X-Signature"
    return [
      changed("a wrong signature", game) { $0.setValue("AAAA", forHTTPHeaderField: field) },
      changed("no base64", game) { $0.setValue("?", forHTTPHeaderField: field) },
      changed("not signed", game) { $0.setValue(nil, forHTTPHeaderField: field) },
      changed("another body", game) { $0.httpBody = Data("{}".utf8) },
      changed("an empty body", game) { $0.httpBody = Data() },
      changed("no body", game) { $0.httpBody = nil },
      changed("a body that nobody asked for", player) { $0.httpBody = Data("{".utf8) },
      changed("another method", player) { $0.httpMethod = "DELETE" },
      changed("a method that is rare", player) { $0.httpMethod = "PROPFIND" },
      changed("only the head", player) { $0.httpMethod = "HEAD" },
      changed("a wrong flag", player) { $0.setValue("maybe", forHTTPHeaderField: "X-Debug") },
      changed("plain HTTP from outside", player) {
        $0.url = URL(string: "http://example.com/privacy-policy")
      },
      changed("what was HTTPS outside", player) {
        $0.url = URL(string: "http://example.com/privacy-policy")
        $0.setValue("https", forHTTPHeaderField: "X-Forwarded-Proto")
      },
      changed("no token", player) { target(&$0, "/api/current-player") },
      changed("no UUID", player) { target(&$0, "/api/current-player?accessToken=me") },
      changed("nobody's token", player) {
        target(&$0, "/api/current-player?accessToken=\(UUID(77))")
      },
      changed("slashes", player) {
        target(&$0, "//api///current-player/?accessToken=\(token)")
      },
      changed("percent", player) {
        target(&$0, "/api/%63urrent-player?accessToken=\(token)&x=%26%3D+")
      },
      changed("nothing there", player) { target(&$0, "/api/nothing") },
      changed("no such mode", player) {
        target(
          &$0,
          "/api/leaderboard-scores?accessToken=\(token)&gameMode=slow&language=en&timeScope=lastDay"
        )
      },
      changed("a code with everything", player) { target(&$0, "/sharedGames/%3Cb%3E%00%22") },
    ]
  }
}

extension DatabaseClient {
  /// A database with two players, a challenge, a shared game, an ended match and a new match.
  fileprivate static func seededInMemory() -> Self {
    let database = InMemoryDatabase(date: { .mock })
    database.insert(Player.blob)
    database.insert(Player.blobJr)
    database.insert(DailyChallenge.mock)
    database.insert(SharedGame.mock)
    database.insert(Match.ended)
    database.insert(Match.begun)
    return .inMemory(database)
  }

  fileprivate static func seededSQLite() throws -> Self {
    let database = try SQLiteDatabase(path: ":memory:", date: { .mock })
    try database.insert(Player.blob)
    try database.insert(Player.blobJr)
    try database.insert(DailyChallenge.mock)
    try database.insert(SharedGame.mock)
    try database.insert(Match.ended)
    try database.insert(Match.begun)
    return .sqlite(database)
  }
}

extension Match {
  /// The match of the sample turn.
  fileprivate static let begun: Self = {
    var match = mock
    match.id = ID(rawValue: .dailyChallenge)
    return match
  }()

  fileprivate static let ended: Self = {
    var match = mock
    match.status = .ended
    match.currentPlayerIndex = nil
    return match
  }()
}
