// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ApiClientTests {
  private typealias Today = [FetchTodaysDailyChallengeResponse]

  private let today = ServerRoute.Api.Route.dailyChallenge(.today(language: .en))

  // MARK: Failing

  @Test
  func `failing clients report the endpoint and the route`() {
    let client = ApiClient.failing
    #expect(
      [
        run(client.apiRequest(.currentPlayer)).messages,
        run(client.apiRequest(today)).messages,
        run(client.apiRequest(.dailyChallenge(.start(gameMode: .timed, language: .en)))).messages,
        run(client.apiRequest(.games(.submit(.init(completedGame: .mock))))).messages,
        run(client.apiRequest(.matches(.load(.deadbeef)))).messages,
        run(
          client.apiRequest(
            .matches(.start(gameMode: .timed, language: .en, opponent: nil))
          )
        ).messages,
        run(
          client.apiRequest(
            .matches(.start(gameMode: .timed, language: .en, opponent: .deadbeef))
          )
        ).messages,
        run(client.authenticate(.init(deviceId: .deadbeef))).messages,
        run(client.logout()).messages,
        run(client.refreshCurrentPlayer()).messages,
        run(client.request(.home)).messages,
        run(client.request(.demo(.submitGame(.init(gameMode: .timed, score: 1))))).messages,
        run(client.setBaseUrl(URL(filePath: "/"))).messages,
      ]
        == [
          "apiRequest(.currentPlayer)",
          "apiRequest(.dailyChallenge(.today(language: .en)))",
          "apiRequest(.dailyChallenge(.start(gameMode: .timed, language: .en)))",
          "apiRequest(.games(.submit(...)))",
          "apiRequest(.matches(.load(DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF)))",
          "apiRequest(.matches(.start(gameMode: .timed, language: .en, opponent: nil)))",
          """
          apiRequest(.matches(.start(gameMode: .timed, language: .en, \
          opponent: DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF)))
          """,
          "authenticate",
          "logout",
          "refreshCurrentPlayer",
          "request(.home)",
          "request(.demo(.submitGame(...)))",
          "setBaseUrl",
        ]
        .map { ["ApiClient.\($0) is unimplemented - A failing effect ran."] }
    )
  }

  @Test
  func `failing clients report access to their values`() {
    let issues = withReportedIssues {
      #expect(ApiClient.failing.currentPlayer() == nil)
      #expect(ApiClient.failing.baseUrl().relativeString == "/")
    }
    #expect(
      issues.map(\.message) == [
        "ApiClient.currentPlayer is unimplemented",
        "ApiClient.baseUrl is unimplemented",
      ]
    )
  }

  @Test
  func `the no-op client sends no requests`() {
    let client = ApiClient.noop
    let (messages, outputs) = run(client.apiRequest(route: today, as: Today.self))
    #expect(messages == [])
    #expect(outputs == [])
    #expect(client.currentPlayer() == nil)
    #expect(client.baseUrl().relativeString == "/")
  }

  // MARK: Decoding

  private func answer(_ text: String) -> ApiClient {
    // The response has no status, because the body alone determines the result.
    let response = URLResponse(
      url: URL(filePath: "/"),
      mimeType: nil,
      expectedContentLength: 0,
      textEncodingName: nil
    )
    var client = ApiClient.failing
    client.apiRequest = { _ in .init(value: (data: Data(text.utf8), response: response)) }
    return client
  }

  @Test
  func `a request decodes the value in the body`() {
    let client = answer(#"{"outOf": 10, "rank": 1}"#)
    let outputs = run(
      client.apiRequest(route: .currentPlayer, as: LeaderboardScoreResult.Rank.self)
    ).outputs
    #expect(outputs == [.success(.init(outOf: 10, rank: 1))])
    #expect(run(client.apiRequest(route: .currentPlayer)).outputs == [.success(.init())])
  }

  @Test
  func `a request fails with the server's error for any status`() throws {
    let error = ApiError(error: URLError(.timedOut), file: "Server/Submit.swift", line: 42)
    let client = answer(String(decoding: try JSONEncoder().encode(error), as: UTF8.self))
    #expect(
      run(client.apiRequest(route: .currentPlayer, as: Today.self)).outputs == [.failure(error)]
    )
    #expect(run(client.apiRequest(route: .currentPlayer)).outputs == [.failure(error)])
  }

  @Test
  func `an invalid body fails with the decoding error and the location of the request`() throws {
    let line: UInt = #line + 2
    let outputs = run(
      answer("{}").apiRequest(route: .currentPlayer, as: LeaderboardScoreResult.Rank.self)
    ).outputs
    let decodingError = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LeaderboardScoreResult.Rank.self, from: Data("{}".utf8))
    }
    let expected = ApiError(
      error: try #require(decodingError),
      file: "ApiClientTests/ApiClientTests.swift",
      line: line
    )
    #expect(outputs == [.failure(expected)])
  }

  @Test
  func `a transport error is wrapped in an ApiError`() {
    var client = ApiClient.failing
    client.override(route: today, withResponse: .init(error: URLError(.timedOut)))
    let line: UInt = #line + 1
    let outputs = run(client.apiRequest(route: today, as: Today.self)).outputs
    let expected = ApiError(
      error: URLError(.timedOut),
      file: "ApiClientTests/ApiClientTests.swift",
      line: line
    )
    #expect(outputs == [.failure(expected)])
  }

  // MARK: Overrides

  @Test
  func `a test can override the client between steps`() {
    let route = today
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int?, ApiClient> { state, answer, client in
        if let answer {
          state = answer
          return .none
        }
        return client.apiRequest(route: route, as: Int.self).ignoreFailure().map { $0 }
      },
      environment: .failing
    )
    for answer in [1, 2] {
      store.environment.override(route: today, withResponse: .ok(answer))
      store.send(nil)
      store.receive(answer) { $0 = answer }
    }
  }

  @Test
  func `the last matching override responds and other routes are not affected`() {
    func submit(_ moves: Moves) -> ServerRoute.Api.Route {
      .games(.submit(.init(gameContext: .shared("deadbeef"), moves: moves)))
    }
    var client = ApiClient.failing
    client.override(
      routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
      withResponse: { .ok($0.moves.count) }
    )
    client.override(route: submit([.mock]), withResponse: .ok(100))
    client.override(route: submit([]), withResponse: .ok(200))
    client.override(route: submit([]), withResponse: .ok(300))

    func answers(_ client: ApiClient) -> [Result<Int, ApiError>] {
      [submit([.mock, .mock]), submit([.mock]), submit([])].flatMap {
        run(client.apiRequest(route: $0, as: Int.self)).outputs
      }
    }
    #expect(answers(client) == [.success(2), .success(100), .success(300)])
    #expect(
      run(client.apiRequest(today)).messages == [
        "ApiClient.apiRequest(.dailyChallenge(.today(language: .en))) is unimplemented"
          + " - A failing effect ran."
      ]
    )

    var later = client
    later.override(
      routeCase: /ServerRoute.Api.Route.games .. /ServerRoute.Api.Route.Games.submit,
      withResponse: { _ in .ok(0) }
    )
    #expect(answers(later) == [.success(0), .success(0), .success(0)])
    #expect(answers(client) == [.success(2), .success(100), .success(300)])
  }

  @Test
  func `a response literal can mix strings and encodable values`() {
    var client = ApiClient.failing
    client.override(
      route: today,
      withResponse: .ok([
        [
          "dailyChallenge": [
            "endsAt": Date.mock, "gameMode": GameMode.timed, "id": UUID.deadbeef, "language": "en",
          ],
          "yourResult": ["outOf": 42, "started": false],
        ]
      ])
    )
    #expect(
      run(client.apiRequest(route: today, as: Today.self)).outputs == [
        .success([
          .init(
            dailyChallenge: .init(endsAt: .mock, gameMode: .timed, id: .deadbeef, language: .en),
            yourResult: .init(outOf: 42)
          )
        ])
      ]
    )
  }

  @Test
  func `the client reports a response that cannot be encoded as JSON`() {
    let issues = withReportedIssues {
      var client = ApiClient.noop
      client.override(route: today, withResponse: .ok(["number": Double.nan]))
      let outputs = run(client.apiRequest(today).map(\.data)).outputs
      #expect(outputs == [.failure(URLError(.cannotDecodeRawData))])
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("A response is not JSON: ") == true)
  }
}

/// Runs an effect and returns the first lines of its issues and its results.
func run<Output: Sendable, Failure: Error>(
  _ effect: Effect<Output, Failure>
) -> (messages: [String], outputs: [Result<Output, Failure>]) {
  let outputs = Recorder<[Result<Output, Failure>]>([])
  let issues = withReportedIssues {
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Bool, Void> { _, _, _ in
        effect.catchToEffect()
          .handleEvents(receiveOutput: { output in outputs.update { $0.append(output) } })
          .ignoreOutput()
      },
      environment: ()
    )
    store.send(true)
  }
  return (issues.map { String($0.message.prefix { $0 != "\n" }) }, outputs.value)
}
