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

/// Tests how players authenticate and load their own data.
@Suite struct PlayerTests {
  private let request = AuthenticateRequest(
    deviceId: DeviceId(rawValue: UUID(42)),
    displayName: "Blob Sr.",
    gameCenterLocalPlayerId: "G:42",
    timeZone: "Europe/Berlin"
  )

  /// The player that the first request to a new server creates, with the ids 1 and 2.
  private let newcomer = Player(
    accessToken: AccessToken(rawValue: UUID(1)),
    createdAt: .mock,
    deviceId: DeviceId(rawValue: UUID(42)),
    displayName: "Blob Sr.",
    gameCenterLocalPlayerId: "G:42",
    id: Player.ID(rawValue: UUID(2)),
    timeZone: "Europe/Berlin"
  )

  @Test func `authenticating a new device creates a player with a valid token`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(.authenticate(request))
    #expect(answer.status == 200)
    let envelope = try answer.decode(CurrentPlayerEnvelope.self)
    #expect(envelope == CurrentPlayerEnvelope(player: newcomer))

    let current = try await server.environment.answer(.currentPlayer, by: newcomer)
    #expect(current == answer)
  }

  @Test func `authenticating a known device returns its player unchanged`() async throws {
    let server = TestServer()
    let first = try await server.environment.answer(.authenticate(request))
    server.now.update { $0.addTimeInterval(60) }
    var changed = request
    changed.displayName = "Somebody else"
    let second = try await server.environment.answer(.authenticate(changed))
    #expect(second == first)

    let blob = try await server.environment.answer(
      .authenticate(AuthenticateRequest(deviceId: Player.blob.deviceId))
    )
    let envelope = try blob.decode(CurrentPlayerEnvelope.self)
    #expect(envelope == CurrentPlayerEnvelope(player: .blob))
  }

  @Test func `simultaneous requests of one device create one player`() async throws {
    let server = TestServer()
    let players = try await withThrowingTaskGroup(of: Player.self) { group in
      for _ in 0..<100 {
        group.addTask { try await server.client.insertPlayer(request) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(players.count == 1)
  }

  @Test func `an unsigned or wrongly signed device is accepted`() async throws {
    let changes: [@Sendable (inout URLRequest) -> Void] = [
      { $0.setValue(nil, forHTTPHeaderField: "X-Signature") },
      { $0.setValue("deadbeef", forHTTPHeaderField: "X-Signature") },
      { $0.setValue("%", forHTTPHeaderField: "X-Signature") },
      { $0.url = URL(string: "api/authenticate") },
      { $0.url = URL(string: "api/authenticate?timestamp=1") },
      {
        // The content type that URLSession sets by default.
        $0.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        $0.setValue("deadbeef", forHTTPHeaderField: "X-Signature")
      },
    ]
    for change in changes {
      let server = TestServer()
      let answer = await server.environment.answer(
        try Router.request(.authenticate(request), change)
      )
      #expect(answer.status == 200)
      let envelope = try answer.decode(CurrentPlayerEnvelope.self)
      #expect(envelope == CurrentPlayerEnvelope(player: newcomer))
    }
  }

  @Test func `an authentication request without a device id is refused, signed or not`()
    async throws
  {
    let changes: [@Sendable (inout URLRequest) -> Void] = [
      { _ in },
      { $0.setValue(nil, forHTTPHeaderField: "X-Signature") },
      { $0.setValue("deadbeef", forHTTPHeaderField: "X-Signature") },
      { $0.url = URL(string: "api/authenticate") },
    ]
    for change in changes {
      let answer = await TestServer().environment.answer(
        try Router.request(.authenticate(request)) {
          $0.httpBody = Data("{}".utf8)
          change(&$0)
        }
      )
      #expect(answer.refusal == Refusal(400, #"Bad request: "deviceId" is missing."#))
    }
  }

  @Test func `a device that sends only its id gets a player with default values`() async throws {
    let server = TestServer()
    let answer = await server.environment.answer(
      try URLRequest("POST", "/api/authenticate", body: #"{"deviceId": "\#(UUID(42))"}"#)
    )
    var player = newcomer
    player.displayName = nil
    player.gameCenterLocalPlayerId = nil
    player.timeZone = "America/New_York"
    #expect(
      try answer.decode(CurrentPlayerEnvelope.self) == CurrentPlayerEnvelope(player: player)
    )
  }

  @Test func `the current player is returned without a purchase if there is no receipt`()
    async throws
  {
    let answer = try await TestServer().environment.answer(.currentPlayer)
    #expect(
      answer
        == Answer(
          status: 200,
          body: """
            {
              "player" : {
                "accessToken" : "ACCE5500-DEAD-BEEF-DEAD-BEEFDEADBEEF",
                "createdAt" : 1234567890,
                "deviceId" : "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF",
                "displayName" : "Blob",
                "gameCenterLocalPlayerId" : "A:_deadbeefdeadbeefdeadbeefdeadbeef",
                "id" : "B10BB10B-DEAD-BEEF-DEAD-BEEFDEADBEEF",
                "timeZone" : "America\\/New_York"
              }
            }
            """
        )
    )
  }

  @Test func `the current player is returned with the purchase if there is a receipt`() async throws
  {
    let server = TestServer()
    server.database.insert(.mock, of: Player.blob.id)
    let answer = try await server.environment.answer(.currentPlayer)
    #expect(answer.status == 200)
    #expect(try answer.decode(CurrentPlayerEnvelope.self) == .purchased)

    let other = try await server.environment.answer(.currentPlayer, by: .blobJr)
    #expect(
      try other.decode(CurrentPlayerEnvelope.self) == CurrentPlayerEnvelope(player: .blobJr)
    )
  }

  @Test func `a player who has a new token is not found by the old token`() async throws {
    let server = TestServer()
    var player = Player.blob
    player.accessToken = AccessToken(rawValue: UUID(7))
    player.deviceId = DeviceId(rawValue: UUID(8))
    server.database.insert(player)

    #expect(try await server.environment.answer(.currentPlayer).status == 401)
    let current = try await server.environment.answer(.currentPlayer, by: player)
    #expect(
      try current.decode(CurrentPlayerEnvelope.self) == CurrentPlayerEnvelope(player: player)
    )
    #expect(try await server.client.fetchPlayerByDeviceId(Player.blob.deviceId) == nil)
    #expect(try await server.client.fetchPlayerByDeviceId(player.deviceId) == player)
  }
}
