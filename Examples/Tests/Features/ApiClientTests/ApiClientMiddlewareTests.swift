// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ApiClientMiddlewareTests {
  private func client(
    router: Router<ServerRoute> = .test,
    answer: @escaping @Sendable (ServerRoute?) -> Data
  ) throws -> ApiClient {
    let response = try #require(
      HTTPURLResponse(
        url: URL(filePath: "/"),
        statusCode: 200,
        httpVersion: nil,
        headerFields: nil
      )
    )
    return ApiClient(
      middleware: { request in
        (answer(try? Router<ServerRoute>.test.match(request: request)), response)
      },
      router: router
    )
  }

  @Test
  func `the server parses the requests that the client prints`() throws {
    let routes = Recorder<[ServerRoute?]>([])
    let client = try client { route in
      routes.update { $0.append(route) }
      return Data(#"{"outOf": 10, "rank": 1}"#.utf8)
    }
    let submit = ServerRoute.Api.Route.games(.submit(.init(completedGame: .mock)))

    let (messages, outputs) = run(
      client.apiRequest(route: submit, as: LeaderboardScoreResult.Rank.self)
    )
    #expect(messages == [])
    #expect(outputs == [.success(.init(outOf: 10, rank: 1))])
    #expect(
      routes.value == [.api(.init(accessToken: .deadbeef, isDebug: true, route: submit))]
    )
  }

  @Test
  func `the client knows the player from authentication until logout`() throws {
    let envelopes = Recorder<[CurrentPlayerEnvelope]>([.mock, .purchased])
    let client = try client { _ in
      defer { envelopes.update { $0.removeFirst() } }
      return (try? JSONEncoder().encode(envelopes.value[0])) ?? Data()
    }
    #expect(client.currentPlayer() == nil)

    #expect(run(client.authenticate(.init(deviceId: .deadbeef))).outputs == [.success(.mock)])
    #expect(client.currentPlayer() == .mock)

    #expect(run(client.refreshCurrentPlayer()).outputs == [.success(.purchased)])
    #expect(client.currentPlayer() == .purchased)

    _ = run(client.logout())
    #expect(client.currentPlayer() == nil)
  }

  @Test
  func `setBaseUrl changes the base URL`() throws {
    let client = try client { _ in Data() }
    let url = try #require(URL(string: "https://www.example.com"))
    #expect(client.baseUrl().relativeString == "/")
    _ = run(client.setBaseUrl(url))
    #expect(client.baseUrl() == url)
  }

  @Test
  func `a route that cannot be printed fails with a bad URL`() throws {
    // The router cannot sign a request without a secret.
    let router = router(
      date: { .mock },
      decoder: JSONDecoder(),
      encoder: JSONEncoder(),
      secrets: [],
      sha256: { $0 }
    )
    let client = try client(router: router) { _ in Data() }
    let outputs = run(
      client.apiRequest(.games(.submit(.init(completedGame: .mock)))).map(\.data)
    ).outputs
    #expect(outputs == [.failure(URLError(.badURL))])
  }
}
