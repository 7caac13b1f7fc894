// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Compares the table of routes in `Examples/Server/README.md` with the router and the server.
@Suite struct RouteTableTests {
  @Test func `the table lists the requests of all routes`() throws {
    let rows = try SampleRoutes.all.map(Row.init)
    #expect(try Set(Row.inReadMe) == Set(rows))
    #expect(try Row.inReadMe.count == rows.count)
  }

  @Test func `the server answers each route as the table states`() async throws {
    var server = TestServer()
    server.environment.itunes = .accepting(.mock)
    server.database.insert(SharedGame.mock)
    var challenge = DailyChallenge.mock
    challenge.gameNumber = 1
    server.database.insert(challenge)
    var match = Match.mock
    match.status = .ended
    server.database.insert(match)
    var open = Match.mock
    open.id = Match.ID(rawValue: .dailyChallenge)
    server.database.insert(open)
    let answers = try Dictionary(
      uniqueKeysWithValues: Row.inReadMe.map { ($0.request, $0.answer) }
    )
    for route in SampleRoutes.all where route != .word {
      let answer = try await server.environment.answer(route)
      let request = try Row(route).request
      let said = try #require(answers[request])
      #expect(AnswerKind(said)?.matches(answer) == true, "\(request): \(said)")
    }
    let words = try await server.client.fetchVocabLeaderboard(
      .init(language: .en, playerId: Player.blob.id, timeScope: .allTime)
    )
    let id = try #require(words.first?.wordId)
    let answer = try await server.environment.answer(.leaderboard(.vocab(.fetchWord(id))))
    let said = try #require(answers[Row(.word).request])
    #expect(AnswerKind(said)?.matches(answer) == true)
  }
}

extension ServerRoute {
  /// The only sample route that the server cannot find, because the server creates the ids of words.
  fileprivate static let word = api(Api(.leaderboard(.vocab(.fetchWord(.deadbeef)))))
}

/// A row of the table.
///
/// Comparisons ignore `answer`, which a router does not know.
private struct Row: Hashable {
  var route: String
  var request: String
  var query: [String]
  var hasBody: Bool
  var answer = ""

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.route == rhs.route && lhs.request == rhs.request && lhs.query == rhs.query
      && lhs.hasBody == rhs.hasBody
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(request)
  }

  /// Creates the row of the request that the router prints for a route.
  init(_ route: ServerRoute) throws {
    let data = try Router.test.print(route)
    let isSharedGame = data.path.dropLast().last == "sharedGames"
    let path = data.path.map { component in
      if UUID(uuidString: component) != nil { return ":id" }
      return isSharedGame && component == data.path.last ? ":code" : component
    }
    self.route = Self.name(of: route)
    request = "\(data.method) /\(path.joined(separator: "/"))"
    query = data.query.map(\.name).filter { $0 != "accessToken" }
    hasBody = data.body != nil
  }

  /// The rows in the README.
  static var inReadMe: [Self] {
    get throws {
      let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Server/README.md")
      return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("` | `GET /") || $0.contains("` | `POST /") }
        .map { line in
          let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
          return Self(cells: cells)
        }
    }
  }

  private init(cells: [String]) {
    func plain(_ text: String) -> String { text.filter { !"`?".contains($0) } }
    route = plain(cells[1])
    request = plain(cells[2])
    query = plain(cells[3]).split(separator: ", ").map(String.init)
    hasBody = !cells[4].isEmpty
    answer = cells[5]
  }

  // The switch names every case, so that a new route cannot be left out here or in the table.
  private static func name(of route: ServerRoute) -> String {
    switch route {
    case .api(let api): "api.\(name(of: api.route))"
    case .appSiteAssociation: "appSiteAssociation"
    case .appStore: "appStore"
    case .authenticate: "authenticate"
    case .demo(.submitGame): "demo(.submitGame)"
    case .download: "download"
    case .home: "home"
    case .pressKit: "pressKit"
    case .privacyPolicy: "privacyPolicy"
    case .sharedGame(.show): "sharedGame(.show)"
    }
  }

  private static func name(of route: ServerRoute.Api.Route) -> String {
    switch route {
    case .changelog: "changelog"
    case .config: "config"
    case .currentPlayer: "currentPlayer"
    case .dailyChallenge(.results(.fetch)): "dailyChallenge(.results(.fetch))"
    case .dailyChallenge(.results(.history)): "dailyChallenge(.results(.history))"
    case .dailyChallenge(.start): "dailyChallenge(.start)"
    case .dailyChallenge(.today): "dailyChallenge(.today)"
    case .games(.submit): "games(.submit)"
    case .leaderboard(.fetch): "leaderboard(.fetch)"
    case .leaderboard(.vocab(.fetch)): "leaderboard(.vocab(.fetch))"
    case .leaderboard(.vocab(.fetchWord)): "leaderboard(.vocab(.fetchWord))"
    case .leaderboard(.weekInReview): "leaderboard(.weekInReview)"
    case .matches(.list): "matches(.list)"
    case .matches(.load): "matches(.load)"
    case .matches(.play): "matches(.play)"
    case .matches(.rematch): "matches(.rematch)"
    case .matches(.start): "matches(.start)"
    case .playerRecord: "playerRecord"
    case .push(.register): "push(.register)"
    case .push(.updateSetting): "push(.updateSetting)"
    case .sharedGame(.fetch): "sharedGame(.fetch)"
    case .sharedGame(.share): "sharedGame(.share)"
    case .verifyReceipt: "verifyReceipt"
    }
  }
}

/// The kind of an answer, as named in a cell of the table.
private enum AnswerKind {
  case page
  case redirect
  case json
  case nothing
  case value(any (Decodable & Sendable).Type)

  init?(_ cell: String) {
    if cell == "a page" {
      self = .page
    } else if cell.hasPrefix("a redirect") {
      self = .redirect
    } else if cell.hasSuffix("as JSON") {
      self = .json
    } else if cell == "`{}`" {
      self = .nothing
    } else {
      let name = cell.prefix { $0 != "," }.filter { $0 != "`" }
      guard let type = Self.types.first(where: { Self.name(of: $0) == name }) else { return nil }
      self = .value(type)
    }
  }

  func matches(_ answer: Answer) -> Bool {
    switch self {
    case .page: answer.status == 200 && answer.body.hasPrefix("<!doctype html>")
    case .redirect: answer == Answer(status: 302, body: "")
    case .json: answer.status == 200 && answer.body.hasPrefix("{")
    case .nothing: answer == Answer(status: 200, body: "{\n\n}")
    case .value(let type): answer.status == 200 && (try? answer.decode(type)) != nil
    }
  }

  private static func name(of type: any (Decodable & Sendable).Type) -> String {
    "\(type)".replacing(/Array<(.*)>/) { "[\($0.output.1)]" }
  }

  private static let types: [any (Decodable & Sendable).Type] = [
    Changelog.self, CurrentPlayerEnvelope.self, DailyChallengeHistoryResponse.self,
    FetchDailyChallengeResultsResponse.self, FetchLeaderboardResponse.self,
    FetchVocabWordResponse.self, FetchWeekInReviewResponse.self, LeaderboardScoreResult.self,
    Match.self, PlayerRecord.self, ServerConfig.self, SharedGame.self,
    StartDailyChallengeResponse.self, SubmitGameResponse.self, VerifyReceiptEnvelope.self,
    [FetchTodaysDailyChallengeResponse].self, [FetchVocabLeaderboardEntry].self, [Match].self,
  ]
}
