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

/// Tests failures and limits of the server, whose answers do not blame the client.
@Suite struct ServerFailureTests {
  private struct IsFull: StatusError, LocalizedError {
    let status = 503
    let retryAfter: Int? = 60
    var errorDescription: String? { "The disk is full." }
  }

  private struct IsBroken: Error, LocalizedError {
    var errorDescription: String? { "The disk is broken." }
  }

  private func response(
    to route: ServerRoute.Api.Route,
    of environment: ServerEnvironment
  ) async throws -> (Answer, HTTPURLResponse) {
    let request = try Router.test.request(for: .api(ServerRoute.Api(route)))
    let (body, response) = await environment.response(to: request)
    return (
      Answer(status: response.statusCode, body: String(decoding: body, as: UTF8.self)), response
    )
  }

  @Test func `a failed token lookup is a server error, not a wrong token`() async throws {
    var environment = ServerEnvironment.withPlayers
    environment.database.fetchPlayerByAccessToken = { _ in throw IsFull() }
    let (answer, response) = try await response(to: .currentPlayer, of: environment)
    #expect(answer.refusal == Refusal(503, "The disk is full."))
    #expect(response.value(forHTTPHeaderField: "Retry-After") == "60")

    environment.database.fetchPlayerByAccessToken = { _ in throw IsBroken() }
    let (broken, without) = try await self.response(to: .currentPlayer, of: environment)
    #expect(broken.refusal == Refusal(500, "The disk is broken."))
    #expect(without.value(forHTTPHeaderField: "Retry-After") == nil)
  }

  @Test func `a storage failure in a handler is a server error and is mailed`() async throws {
    var server = TestServer()
    server.environment.database.submitLeaderboardScore = { _ in throw IsFull() }
    let full = try await server.environment.answer(submitting: .solo(.mock), [.cab])
    #expect(full.refusal == Refusal(503, "The disk is full."))
    server.environment.database.submitLeaderboardScore = { _ in throw IsBroken() }
    let broken = try await server.environment.answer(submitting: .solo(.mock), [.cab])
    #expect(broken.refusal == Refusal(500, "The disk is broken."))
    #expect(
      server.mails.value.map(\.subject)
        == ["A request failed with 503", "A request failed with 500"]
    )
  }

  @Test func `an error in production reveals nothing about the server's code`() async throws {
    var server = TestServer()
    server.environment.envVars = .production
    server.environment.database.fetchAppleReceipt = { _ in throw IsBroken() }
    let routes: [ServerRoute.Api.Route] = [
      .currentPlayer, .games(.submit(.init(gameContext: .solo(.mock), moves: [.highScoringMove]))),
      .matches(.load(.deadbeef)),
    ]
    for route in routes {
      let error = try await server.environment.answer(route).decode(ApiError.self)
      #expect(error.file == "" && error.line == 0 && error.errorDump == "")
      #expect(error.message != "")
    }
    let unread = await server.environment.answer(try URLRequest("GET", "/api/current-player"))
    let error = try unread.decode(ApiError.self)
    #expect(error.file == "" && error.line == 0 && error.errorDump == "")
    #expect(unread.status == 401)
  }

  @Test func `requests of a player beyond the limit are refused and not mailed`() async throws {
    var server = TestServer()
    let asked = Recorder<[Player.ID]>([])
    server.environment.limiter.request = { id in
      asked.update { $0.append(id) }
      return id == Player.blob.id ? 7 : nil
    }
    let (answer, response) = try await response(to: .currentPlayer, of: server.environment)
    #expect(answer.refusal == Refusal(429, "Too many requests; try again in 7 s."))
    #expect(response.value(forHTTPHeaderField: "Retry-After") == "7")
    #expect(try await server.environment.answer(.currentPlayer, by: .blobJr).status == 200)
    #expect(asked.value == [Player.blob.id, Player.blobJr.id])
    #expect(server.mails.value == [])
  }

  @Test func `new players of an address beyond the limit are refused, and known players are not`()
    async throws
  {
    var server = TestServer()
    let addresses = Recorder<[String]>([])
    server.environment.limiter.newPlayer = { address in
      addresses.update { $0.append(address) }
      return address == "10.0.0.1" ? 60 : nil
    }
    func authenticate(_ device: DeviceId, from address: String?) async throws -> Answer {
      await server.environment.answer(
        try Router.request(.authenticate(AuthenticateRequest(deviceId: device))) { request in
          request.setValue(address, forHTTPHeaderField: "X-Client-Address")
        }
      )
    }
    let new = DeviceId(rawValue: UUID(77))
    let refused = try await authenticate(new, from: "10.0.0.1")
    #expect(
      refused.refusal
        == Refusal(429, "Too many new players from this address; try again in 60 s.")
    )
    #expect(try await authenticate(Player.blob.deviceId, from: "10.0.0.1").status == 200)
    #expect(try await authenticate(new, from: "10.0.0.2").status == 200)
    #expect(try await authenticate(new, from: "10.0.0.1").status == 200)
    #expect(try await authenticate(DeviceId(rawValue: UUID(78)), from: nil).status == 200)
    #expect(addresses.value == ["10.0.0.1", "10.0.0.2", ""])
    #expect(server.mails.value == [])
  }
}
