// SPDX-License-Identifier: MIT

import ApiClient
import DemoSupport
import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the remote server of a demo.
///
/// The test controls the network.
///
/// Isolation: the main thread, which may wait for an answer.
@MainActor @Suite struct RemoteServerTests {
  private let address: URL
  private let database = InMemoryDatabase(date: { .mock })

  init() throws {
    address = try #require(URL(string: "http://127.0.0.1:8080"))
  }

  /// Sends a request to the server function.
  private var send: RemoteServer.Send {
    let environment = ServerEnvironment(
      database: .inMemory(database),
      date: { .mock },
      dictionary: .english(["cab"]),
      envVars: .production,
      mailgun: .noop,
      randomCubes: { .mock },
      router: .demo(date: { .mock }, secret: "a secret")
    )
    let site = siteMiddleware(environment: environment)
    return { request in
      let (body, response) = await site(request)
      return (body, response)
    }
  }

  /// The error of a lost network connection.
  private let failure = URLError(
    .cannotConnectToHost,
    userInfo: [NSLocalizedDescriptionKey: "Could not connect to the server."]
  )

  private let virtualTime = DemoTime.virtual(TestScheduler(now: SchedulerTime<RunLoop>(.mock)))

  @Test func `each demo connects as a new player`() async throws {
    var players: [Player] = []
    for time in [virtualTime, .live] {
      let client = try RemoteServer(address, secret: "a secret", date: { .mock }, send: send)
        .client(time)
      let player = try #require(client.currentPlayer()).player
      #expect(try await client.refreshCurrentPlayer().value()?.player == player)
      let record = try await client.apiRequest(route: .playerRecord, as: PlayerRecord.self).value()
      #expect(record == PlayerRecord(player: MatchPlayer(player)))
      players.append(player)
    }
    #expect(players[0].id != players[1].id)
    #expect(players[0].deviceId != players[1].deviceId)
  }

  @Test func `an answer arrives immediately in virtual time`() throws {
    let client = try RemoteServer(address, secret: "a secret", date: { .mock }, send: send).client(
      virtualTime
    )
    let answers = Recorder<[PlayerRecord]>([])
    let cancellable = client.apiRequest(route: .playerRecord, as: PlayerRecord.self)
      .sink { _ in
      } receiveValue: { record in
        answers.update { $0.append(record) }
      }
    #expect(answers.value.count == 1)
    cancellable.cancel()
  }

  @Test func `a game is signed with the given secret`() async throws {
    let game = ServerRoute.Api.Route.games(.submit(.init(completedGame: .mock)))
    let right = try RemoteServer(address, secret: "a secret", date: { .mock }, send: send).client(
      virtualTime
    )
    let response = try await right.apiRequest(route: game, as: SubmitGameResponse.self).value()
    let rank = LeaderboardScoreResult.Rank(outOf: 1, rank: 1)
    #expect(
      response
        == .solo(
          LeaderboardScoreResult(ranks: ["allTime": rank, "lastDay": rank, "lastWeek": rank])
        )
    )

    let wrong = try RemoteServer(address, secret: "another", date: { .mock }, send: send).client(
      virtualTime
    )
    let error = await #expect(throws: ApiError.self) {
      try await wrong.apiRequest(route: game, as: SubmitGameResponse.self).value()
    }
    #expect(error?.message == #"Unauthorized: header "X-Signature": the signature is wrong."#)
  }

  @Test func `a request fails while the network is down and succeeds afterward`() async throws {
    let isDown = Recorder(false)
    let client = try RemoteServer(
      address,
      secret: "a secret",
      date: { .mock },
      send: { [send, failure] request in
        if isDown.value { throw failure }
        return try await send(request)
      }
    )
    .client(virtualTime)
    isDown.set(true)
    let error = await #expect(throws: ApiError.self) {
      try await client.refreshCurrentPlayer().value()
    }
    #expect(error?.message == "Could not connect to the server.")
    isDown.set(false)
    let player = try await client.refreshCurrentPlayer().value()
    #expect(player == client.currentPlayer())
  }

  @Test func `requests time out after ten seconds`() async throws {
    let times = Recorder<[TimeInterval]>([])
    let client = try RemoteServer(
      address,
      secret: "a secret",
      date: { .mock },
      send: { [send] request in
        times.update { $0.append(request.timeoutInterval) }
        return try await send(request)
      }
    )
    .client(virtualTime)
    _ = try await client.refreshCurrentPlayer().value()
    #expect(times.value == [10, 10])
  }

  @Test func `a server that does not answer as expected is refused`() throws {
    let (failure, url) = (failure, address)
    for (answer, message) in [
      (nil, "no answer from http://127.0.0.1:8080: Could not connect to the server."),
      ("<html>", "http://127.0.0.1:8080 is not a server of the game"),
      (
        #"{"errorDump":"","file":"","line":1,"message":"Go away."}"#,
        "http://127.0.0.1:8080 refuses: Go away."
      ),
    ] as [(String?, String)] {
      #expect(throws: DemoError(message: message, exitCode: 69)) {
        try RemoteServer(
          url,
          secret: "a secret",
          send: { _ in
            guard let answer else { throw failure }
            let response = URLResponse(
              url: url,
              mimeType: nil,
              expectedContentLength: -1,
              textEncodingName: nil
            )
            return (Data(answer.utf8), response)
          }
        )
      }
    }
  }
}
