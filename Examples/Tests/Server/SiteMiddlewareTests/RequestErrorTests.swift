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

/// Tests the answers to requests that the router rejects.
///
/// None of these requests reaches a dependency.
@Suite struct RequestErrorTests {
  private let environment = ServerEnvironment.unsupplied
  private let token = Player.blob.accessToken

  @Test(arguments: ["/nowhere", "/api", "/api/current-player/1", "/demo", "/apis/games", "/%2F"])
  func `a request for an unknown path is answered with 404`(path: String) async throws {
    let answer = await environment.answer(try URLRequest("GET", path))
    #expect(answer == Answer(status: 404, body: "{}"))
  }

  @Test(arguments: [
    (method: "DELETE", path: "/api/current-player", allowed: "GET, HEAD"),
    (method: "GET", path: "/api/games", allowed: "POST"),
    (method: "PUT", path: "/demo/games", allowed: "POST"),
    (method: "POST", path: "/", allowed: "GET, HEAD"),
    (method: "PATCH", path: "/api/authenticate", allowed: "POST"),
  ])
  func `a request with an unsupported method is refused with the allowed methods`(
    method: String,
    path: String,
    allowed: String
  ) async throws {
    let (body, response) = await environment.response(
      to: try URLRequest(method, "\(path)?accessToken=\(token)", body: "{}")
    )
    let answer = Answer(status: response.statusCode, body: String(decoding: body, as: UTF8.self))
    #expect(
      answer.refusal
        == Refusal(405, "Method not allowed: \"\(path)\" answers \(allowed), not \"\(method)\".")
    )
    #expect(response.value(forHTTPHeaderField: "Allow") == allowed)
  }

  @Test(arguments: SampleRoutes.api)
  func `a route of a player is refused without an access token`(
    route: ServerRoute.Api.Route
  ) async throws {
    var request = try Router.test.request(for: .api(ServerRoute.Api(route)))
    let url = try #require(request.url)
    var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    components.queryItems?.removeAll { $0.name == "accessToken" }
    request.url = components.url
    let answer = await environment.answer(request)
    #expect(
      answer.refusal
        == Refusal(401, #"Unauthorized: query item "accessToken" is missing; expected a UUID."#)
    )
  }

  @Test func `a malformed query item is refused`() async throws {
    let target = "/api/daily-challenges/today?accessToken=\(token)&language=tlh"
    let answer = await environment.answer(try URLRequest("GET", target))
    #expect(
      answer.refusal
        == Refusal(400, #"Bad request: query item "language" is "tlh"; expected "en"."#)
    )
  }

  @Test(arguments: [
    (body: "[]", reason: "not an object"),
    (body: #"{"gameMode": "timed"}"#, reason: #""score" is missing"#),
    (body: #"{"gameMode": "timed", "score": "1"}"#, reason: #"not a Int at "score""#),
  ])
  func `a body with a missing or malformed value is refused`(
    body: String,
    reason: String
  ) async throws {
    let answer = await environment.answer(try URLRequest("POST", "/demo/games", body: body))
    #expect(
      answer.refusal
        == Refusal(400, "Bad request: the body; expected JSON of SubmitRequest: \(reason).")
    )
  }

  @Test func `a signed body that is not a game is refused`() async throws {
    let body = #"{"gameContext": {"sharedGameCode": "c0de"}}"#
    let signature = Data("\(body)----SECRET_DEADBEEF----1234567890".utf8).base64EncodedString()
    var request = try URLRequest(
      "POST",
      "/api/games?accessToken=\(token)&timestamp=1234567890",
      body: body
    )
    request.setValue(signature, forHTTPHeaderField: "X-Signature")
    let answer = await environment.answer(request)
    #expect(answer.refusal == Refusal(400, #"Bad request: "moves" is missing."#))
  }

  @Test(arguments: [
    (query: "", message: #"query item "accessToken" is missing; expected a UUID"#),
    (
      query: "?accessToken=blob",
      message: #"query item "accessToken" is "blob"; expected a UUID"#
    ),
    (query: "?accessToken=", message: #"query item "accessToken" is ""; expected a UUID"#),
  ])
  func `a missing or malformed access token is refused`(query: String, message: String) async throws
  {
    let answer = await environment.answer(try URLRequest("GET", "/api/current-player\(query)"))
    #expect(answer.refusal == Refusal(401, "Unauthorized: \(message)."))
  }

  @Test func `an unknown access token is refused and not mailed`() async throws {
    let server = TestServer()
    var nobody = Player.blob
    nobody.accessToken = AccessToken(rawValue: .deadbeef)
    let answer = try await server.environment.answer(.currentPlayer, by: nobody)
    #expect(answer.refusal == Refusal(401, "The access token is invalid."))
    #expect(server.mails.value == [])
  }

  @Test(arguments: Tampering.all)
  func `a submission with an invalid signature or time is refused`(
    tampering: Tampering
  ) async throws {
    let request = try Router.request(.soloGame, tampering.change)
    let answer = await environment.answer(request)
    #expect(answer.refusal == Refusal(401, "Unauthorized: \(tampering.message)."))
  }

  @Test(arguments: ["", "{", "\u{0}", String(repeating: "[", count: 100_000)])
  func `a body that is not JSON is refused`(body: String) async throws {
    let answer = await environment.answer(try URLRequest("POST", "/demo/games", body: body))
    #expect(answer.status == 400)
    #expect(answer.refusal.message.hasPrefix("Bad request: the body; expected JSON of"))
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded"])
  func `a body with another content type is refused`(contentType: String) async throws {
    let body = #"{"gameMode": "timed", "score": 1}"#
    var request = try URLRequest("POST", "/demo/games", body: body)
    request.setValue(contentType, forHTTPHeaderField: "Content-Type")
    let answer = await environment.answer(request)
    #expect(
      try answer.decode(ApiError.self).message == """
        Unsupported media type: header "Content-Type" is "\(contentType)"; \
        expected application/json.
        """
    )
    #expect(answer.status == 415)
  }

  @Test func `a request without a body is refused`() async throws {
    let answer = await environment.answer(try URLRequest("POST", "/demo/games"))
    #expect(
      answer.refusal
        == Refusal(400, "Bad request: the body is missing; expected JSON of SubmitRequest.")
    )
  }

  struct Tampering: CustomTestStringConvertible, Sendable {
    var message: String
    var change: @Sendable (inout URLRequest) -> Void

    var testDescription: String { message }

    static let all = [
      Self(message: #"header "X-Signature": the request is not signed"#) {
        $0.setValue(nil, forHTTPHeaderField: "X-Signature")
      },
      Self(message: #"header "X-Signature": not base64"#) {
        $0.setValue("%", forHTTPHeaderField: "X-Signature")
      },
      Self(message: #"header "X-Signature": the signature is wrong"#) {
        $0.setValue("deadbeef", forHTTPHeaderField: "X-Signature")
      },
      Self(message: #"header "X-Signature": the signature is wrong"#) {
        $0.httpBody?.append(UInt8(ascii: " "))
      },
      Self(message: #"header "X-Signature": the signature is wrong"#) {
        $0.replaceTimestamp(with: "1234567860")
      },
      Self(message: #"query item "timestamp": the request has no timestamp"#) {
        $0.replaceTimestamp(with: nil)
      },
      Self(
        message:
          #"query item "timestamp": the timestamp differs from the current time by more than 20 seconds"#
      ) {
        $0.replaceTimestamp(with: "1234567860")
        let body = String(decoding: $0.httpBody ?? Data(), as: UTF8.self)
        let signature = Data("\(body)----SECRET_DEADBEEF----1234567860".utf8)
        $0.setValue(signature.base64EncodedString(), forHTTPHeaderField: "X-Signature")
      },
    ]
  }
}

extension URLRequest {
  fileprivate mutating func replaceTimestamp(with timestamp: String?) {
    let target = url?.absoluteString ?? ""
    let replacement = timestamp.map { "timestamp=\($0)" } ?? ""
    url = URL(string: target.replacing("timestamp=1234567890", with: replacement))
  }
}
