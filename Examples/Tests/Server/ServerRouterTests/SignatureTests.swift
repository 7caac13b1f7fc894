// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import Testing

/// Tests which signatures the router accepts, and how often it hashes.
@Suite struct SignatureTests {
  private let route = submit(.dailyChallenge(.init(rawValue: .deadbeef)), [])
  private let authenticate = ServerRoute.authenticate(
    AuthenticateRequest(deviceId: .init(rawValue: .deadbeef))
  )

  @Test(arguments: [
    (0, true), (20, true), (-20, true), (21, false), (-21, false), (30, false),
    (Int.max - 1_234_567_890, false), (Int.min, false),
  ])
  func `a signature is accepted if its time is at most 20 seconds from the server's clock`(
    offset: Int,
    isAccepted: Bool
  ) throws {
    let timestamp = 1_234_567_890 + offset
    var request = try Router.test.print(route)
    try sign(&request, timestamp: timestamp)
    if isAccepted {
      #expect(try Router.test.match(request) == route)
    } else {
      expectUnauthorized(
        request,
        """
        Unauthorized: query item "timestamp": the timestamp differs from the current time by more than 20 seconds.
        """
      )
    }
  }

  @Test func `the time is part of the signed text`() throws {
    var request = try Router.test.print(route)
    request.query[1].value = "1234567891"
    expectUnauthorized(request, #"Unauthorized: header "X-Signature": the signature is wrong."#)
  }

  @Test func `the body is part of the signed text`() throws {
    var request = try Router.test.print(route)
    request.body?.append(UInt8(ascii: " "))
    expectUnauthorized(request, #"Unauthorized: header "X-Signature": the signature is wrong."#)
  }

  @Test func `a wrong secret is not accepted`() throws {
    var request = try Router.test.print(route)
    try sign(&request, secret: "SECRET_BLOB")
    expectUnauthorized(request, #"Unauthorized: header "X-Signature": the signature is wrong."#)
  }

  @Test func `a missing signature is not accepted`() throws {
    var request = try Router.test.print(route)
    request.headers.removeAll { $0.name == "X-Signature" }
    expectUnauthorized(
      request,
      #"Unauthorized: header "X-Signature": the request is not signed."#
    )
  }

  @Test func `an undecodable signature is not accepted`() throws {
    var request = try Router.test.print(route)
    request.headers[1].value = "%"
    expectUnauthorized(request, #"Unauthorized: header "X-Signature": not base64."#)
  }

  @Test func `a missing time is not accepted`() throws {
    var request = try Router.test.print(route)
    request.query.removeLast()
    let text = #"Unauthorized: query item "timestamp": the request has no timestamp."#
    expectUnauthorized(request, text)
  }

  @Test func `a malformed time is a bad request`() throws {
    var request = try Router.test.print(route)
    request.query[1].value = "now"
    let error = #expect(throws: RoutingError.self) { try Router.test.match(request) }
    #expect(
      error?.description
        == #"Bad request: query item "timestamp" is "now"; expected an integer."#
    )
  }

  @Test func `a signed body that is not a game is a bad request`() throws {
    var request = try Router.test.print(route)
    request.body = Data(#"{"moves":[]}"#.utf8)
    try sign(&request)
    let error = #expect(throws: RoutingError.self) { try Router.test.match(request) }
    #expect(error?.description == #"Bad request: "gameContext" is missing."#)
  }

  @Test func `an authentication request is accepted without a signature and with a wrong one`()
    throws
  {
    var request = try Router.test.print(authenticate)
    request.headers[0].value = signature(of: "other")
    #expect(try Router.test.match(request) == authenticate)
    request.headers = []
    #expect(try Router.test.match(request) == authenticate)
    request.query = []
    #expect(try Router.test.match(request) == authenticate)
    request.body = nil
    #expect((try? Router.test.match(request)) == nil)
  }

  @Test
  func `the router accepts any of its secrets, signs with the first, and hashes once for each`()
    throws
  {
    let hashes = Recorder(0)
    let dates = Recorder(0)
    func router(secrets: [String]) -> Router<ServerRoute> {
      ServerRouter.router(
        date: {
          dates.update { $0 += 1 }
          return Date(timeIntervalSince1970: 1_234_567_890)
        },
        decoder: JSONDecoder(),
        encoder: JSONEncoder(),
        secrets: secrets,
        sha256: { data in
          hashes.update { $0 += 1 }
          return data
        },
        signatureForm: .body
      )
    }
    let request = try router(secrets: ["b", "c"]).print(route)
    #expect(hashes.value == 1 && dates.value == 1)
    #expect(
      request.headers[1].value
        == signature(of: String(decoding: request.body ?? Data(), as: UTF8.self), secret: "b")
    )
    #expect(try router(secrets: ["a", "b", "c"]).match(request) == route)
    #expect(hashes.value == 3 && dates.value == 2)
    #expect((try? router(secrets: ["x", "y", "z"]).match(request)) == nil)
    #expect(hashes.value == 6 && dates.value == 3)
  }

  /// A router for a server and its clients.
  ///
  /// Its hash function returns its input.
  private let live = router(
    date: { Date(timeIntervalSince1970: 1_234_567_890) },
    decoder: JSONDecoder(),
    encoder: JSONEncoder(),
    secrets: ["a secret"],
    sha256: { $0 }
  )

  @Test func `a signature covers the method, the path and the access token`() throws {
    let request = try live.print(route)
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    let token = AccessToken.deadbeef.rawValue.uuidString
    let signed = "\(body)----a secret----1234567890----POST /api/games----\(token)"
    #expect(request.headers[1].value == Data(signed.utf8).base64EncodedString())
    #expect(try live.match(request) == route)
  }

  @Test func `a signed body is rejected with another token, or if only the body is signed`()
    throws
  {
    let message = #"Unauthorized: header "X-Signature": the signature is wrong."#
    var request = try live.print(route)
    request.query[0].value = UUID().uuidString
    let error = #expect(throws: RoutingError.self) { try live.match(request) }
    #expect(error?.description == message)

    request = try live.print(route)
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    request.headers[1].value = signature(of: body, secret: "a secret")
    let alone = #expect(throws: RoutingError.self) { try live.match(request) }
    #expect(alone?.description == message)
    // The case of the access token does not matter.
    request = try live.print(route)
    request.query[0].value = request.query[0].value.lowercased()
    #expect(try live.match(request) == route)
  }

  @Test func `the signed body of one kind of request is rejected for another kind`() throws {
    let request = try live.print(authenticate)
    var forged = try live.print(route)
    forged.body = request.body
    forged.headers[1].value = request.headers[0].value
    #expect(throws: RoutingError.self) { try live.match(forged) }
  }

  @Test func `printing a signed route without a secret throws an error`() throws {
    let router = router(
      date: { Date() },
      decoder: JSONDecoder(),
      encoder: JSONEncoder(),
      secrets: [],
      sha256: { $0 }
    )
    let error = #expect(throws: RoutingError.self) { try router.print(route) }
    #expect(
      error?.description
        == "Cannot print the route: the router has no secret for signing the request."
    )
    #expect(try router.match(router.print(authenticate)) == authenticate)
  }

  @Test
  func
    `a failing router reports its clock and its hash once when it prints and once when it matches`()
    throws
  {
    for route in [route, authenticate] {
      let request = Recorder<URLRequestData?>(nil)
      let printing = withReportedIssues { request.set(try? Router.failing.print(route)) }
      #expect(
        printing.map(\.message) == [
          "ServerRouter.date is unimplemented", "ServerRouter.sha256 is unimplemented",
        ]
      )
      let printed = try #require(request.value)
      let matching = withReportedIssues {
        #expect((try? Router.failing.match(printed)) == route)
      }
      #expect(matching.map(\.message) == printing.map(\.message))
    }
  }

  @Test func `a failing router prints and matches unsigned requests without an issue`() throws {
    let route = ServerRoute.api(
      .init(accessToken: .deadbeef, isDebug: true, route: .currentPlayer)
    )
    #expect(try Router.failing.match(Router.failing.print(route)) == route)
  }

  private func sign(
    _ request: inout URLRequestData,
    secret: String = "SECRET_DEADBEEF",
    timestamp: Int = 1_234_567_890
  ) throws {
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    request.query[1].value = String(timestamp)
    request.headers[1].value = signature(of: body, secret: secret, timestamp: timestamp)
  }

  private func expectUnauthorized(
    _ request: URLRequestData,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RoutingError.self, sourceLocation: sourceLocation) {
      try Router.test.match(request)
    }
    #expect(error?.description == text, sourceLocation: sourceLocation)
    #expect(error?.kind == .unauthorized, sourceLocation: sourceLocation)
  }
}
