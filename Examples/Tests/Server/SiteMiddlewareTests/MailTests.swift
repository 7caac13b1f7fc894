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

/// Tests the mails to support.
@Suite struct MailTests {
  @Test(arguments: [
    "api/games",
    "https://example.com/api/games",
    "https://blob:secret@example.com/api/games",
  ])
  func `a refused game is mailed without the access token`(path: String) async throws {
    let server = TestServer()
    let request = try Router.request(
      .api(.init(.games(.submit(.init(gameContext: .shared("c0de"), moves: [])))))
    ) { request in
      let query = request.url?.query() ?? ""
      request.url = URL(string: "\(path)?\(query)")
    }
    let answer = await server.environment.answer(request)
    #expect(answer.status == 400)
    #expect(
      server.mails.value == [
        MailgunClient.Email(
          to: "support@example.com",
          subject: "A request failed with 400",
          text: """
            POST /api/games?accessToken=redacted&timestamp=1234567890

            \(answer.body)
            """
        )
      ]
    )
  }

  @Test func `every spelling of the access token is redacted`() async throws {
    let server = TestServer()
    let token = Player.blob.accessToken.rawValue.uuidString
    let request = try Router.request(
      .api(.init(.games(.submit(.init(gameContext: .shared("c0de"), moves: [])))))
    ) { request in
      request.url = URL(
        string: "/api/games?access%54oken=\(token)&accessToken=\(token)&timestamp=1234567890"
      )
    }
    #expect(await server.environment.answer(request).status == 400)
    #expect(
      server.mails.value.map { $0.text.prefix { !$0.isNewline } } == [
        "POST /api/games?accessToken=redacted&accessToken=redacted&timestamp=1234567890"
      ]
    )
  }

  @Test func `a mail that cannot be sent does not change the answer`() async throws {
    var server = TestServer()
    let isSent = try await server.environment.answer(submitting: .shared("c0de"), [])
    server.environment.mailgun = MailgunClient { _ in throw DatabaseError.notFound("a postman") }
    let isNotSent = try await server.environment.answer(submitting: .shared("c0de"), [])
    #expect(isNotSent.refusal == isSent.refusal)
    #expect(isNotSent.refusal == Refusal(400, "There is no such record: a shared game c0de."))
  }

  @Test func `a successful answer is not mailed`() async throws {
    let server = TestServer()
    #expect(try await server.environment.answer(.soloGame).status == 200)
    #expect(server.mails.value == [])
  }

  @Test func `failures of requests without a known player are mailed, too`() async throws {
    let mails = Recorder<[String]>([])
    var environment = ServerEnvironment.unsupplied
    environment.database.fetchPlayerByDeviceId = { _ in throw DatabaseError.notFound("a table") }
    environment.database.fetchLeaderboardSummary = { _ in
      throw DatabaseError.notFound("a table")
    }
    environment.mailgun = MailgunClient { mail in
      mails.update { $0.append(String(mail.text.prefix { !$0.isNewline })) }
    }
    let refusal = Refusal(400, "There is no such record: a table.")
    let authentication = try await environment.answer(
      .authenticate(.init(deviceId: .deadbeef))
    )
    #expect(authentication.refusal == refusal)
    let demo = try await environment.answer(.demo(.submitGame(.init(gameMode: .timed, score: 1))))
    #expect(demo.refusal == refusal)
    #expect(
      mails.value == [
        "POST /api/authenticate?timestamp=1234567890", "POST /demo/games",
      ]
    )
  }
}
