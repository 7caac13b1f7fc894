// SPDX-License-Identifier: MIT

import ApiClient
import Foundation
import Lockstep
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the responses and errors that a client receives from a server in the same process.
@Suite struct ClientAndServerTests {
  private let database = InMemoryDatabase(date: { .mock })

  /// The player whose access token the client sends.
  private let player: Player = {
    var player = Player.blob
    player.accessToken = .deadbeef
    return player
  }()

  private var client: ApiClient {
    ApiClient(middleware: siteMiddleware(environment: .test(database)), router: .test)
  }

  @Test func `a client starts, lists, loads, and rematches a match`() async throws {
    database.insert(player)
    database.insert(Player.blobJr)
    let start = ServerRoute.Api.Route.matches(
      .start(gameMode: .unlimited, language: .en, opponent: Player.blobJr.id)
    )
    var match = try await client.apiRequest(route: start, as: Match.self).value()
    #expect(match?.participants.map(\.player) == [.blob, .blobJr])
    let list = try await client.apiRequest(route: .matches(.list()), as: [Match].self).value()
    #expect(list == match.map { [$0] })
    match?.status = .ended
    let ended = try #require(match)
    database.insert(ended)
    let load = ServerRoute.Api.Route.matches(.load(ended.id))
    #expect(try await client.apiRequest(route: load, as: Match.self).value() == ended)
    let rematch = ServerRoute.Api.Route.matches(.rematch(ended.id))
    let next = try await client.apiRequest(route: rematch, as: Match.self).value()
    #expect(next?.status == .open)
    #expect(next?.id != ended.id)
    let record = try await client.apiRequest(route: .playerRecord, as: PlayerRecord.self).value()
    #expect(record == PlayerRecord(player: .blob, open: 1, tied: 1))
  }

  @Test func `the server rejects an unknown access token`() async {
    #expect(
      await message(.matches(.list()), as: [Match].self)
        == "The access token is invalid."
    )
  }

  @Test func `the client receives the message of a handler's error`() async {
    database.insert(player)
    #expect(
      await message(.matches(.rematch(.deadbeef)), as: Match.self)
        == "You have no match DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF."
    )
    var game = CompletedGame.mock
    game.moves = [.highScoringMove]
    #expect(
      await message(
        .games(.submit(.init(completedGame: game))),
        as: SubmitGameResponse.self
      ) == "Move 1, \"ABC\", is not valid: it claims 1234 points instead of 27."
    )
  }

  @Test func `a request to an unknown route fails`() async throws {
    let server = siteMiddleware(environment: .test(database))
    let client = ApiClient(
      middleware: { request in
        var request = request
        request.url = URL(string: "/nowhere")
        return await server(request)
      },
      router: .test
    )
    let error = await #expect(throws: ApiError.self) {
      try await client.apiRequest(route: .playerRecord, as: PlayerRecord.self).value()
    }
    #expect(error?.errorDump.contains("keyNotFound") == true)
    #expect(error?.file.hasSuffix("ClientAndServerTests.swift") == true)
  }

  private func message<Value: Decodable & Sendable>(
    _ route: ServerRoute.Api.Route,
    as type: Value.Type
  ) async -> String? {
    let error = await #expect(throws: ApiError.self) {
      try await client.apiRequest(route: route, as: type).value()
    }
    return error?.message
  }
}
