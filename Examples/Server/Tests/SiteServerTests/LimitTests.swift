// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import SiteServer
import Testing
import WireClient

/// Tests requests that are too large, too slow or malformed.
@Suite struct LimitTests {
  @Test func `a body up to the limit is read`() async throws {
    try await withServer(.empty, limits: .with { $0.bodySize = 100 }) { port, _ in
      let answer = try await exchange(port, post(String(repeating: " ", count: 100)))
      #expect(answer?.status == 400)
      #expect(message(answer)?.contains("larger") == false)
    }
  }

  @Test func `a body whose declared length exceeds the limit is refused at once`() async throws {
    try await withServer(.empty, limits: .with { $0.bodySize = 100 }) { port, _ in
      let answer = try await exchange(
        port,
        "POST /demo/games HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nContent-Length: 101\r\n\r\n"
      )
      #expect(answer?.status == 413)
      #expect(message(answer) == "The body of the request is larger than 100 bytes.")
    }
  }

  @Test func `a chunked body that exceeds the limit is refused`() async throws {
    try await withServer(.empty, limits: .with { $0.bodySize = 100 }) { port, _ in
      let chunk = "20\r\n\(String(repeating: "x", count: 32))\r\n"
      let answer = try await exchange(
        port,
        "POST /demo/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
          + String(repeating: chunk, count: 4)
      )
      #expect(answer?.status == 413)
      #expect(message(answer) == "The body of the request is larger than 100 bytes.")
    }
  }

  @Test func `a body that takes too long is refused`() async throws {
    try await withServer(.empty, limits: .with { $0.bodyTime = .milliseconds(50) }) { port, _ in
      let answer = try await exchange(
        port,
        "POST /demo/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345",
        endsThen: true
      )
      #expect(answer?.status == 408)
      #expect(message(answer) == "The body of the request took too long.")
    }
  }

  @Test func `a connection whose head takes too long is closed`() async throws {
    try await withServer(.empty, limits: .with { $0.idleTime = .milliseconds(50) }) { port, _ in
      let answer = try await exchange(port, "GET / HTTP/1.1\r\nHost: loc")
      #expect(answer == nil)
    }
  }

  @Test(arguments: [
    "X: \(String(repeating: "x", count: 2_000))\r\n", String(repeating: "X: x\r\n", count: 20),
  ])
  func `a head that is too large is refused`(fields: String) async throws {
    try await withServer(
      .empty,
      limits: .with {
        $0.headFields = 10
        $0.headSize = 1_000
      }
    ) { port, _ in
      let answer = try await exchange(
        port,
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n",
        endsThen: true
      )
      #expect(answer?.status == 431)
      #expect(message(answer) == "The head of the request has more than 1000 bytes or 10 fields.")
    }
  }

  @Test(arguments: [
    ("FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", "The method of the request is unknown."),
    ("\u{16}\u{3}\u{1}\u{2}", "The method of the request is unknown."),
    ("GET / HTTP/9.9\r\n\r\n", "The HTTP version of the request is unknown."),
    ("GET nowhere HTTP/1.1\r\n\r\n", "The target of the request is not an address."),
    (
      "GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n",
      "A header of the request contains invalid characters."
    ),
    (
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
      "The header Content-Length of the request is not a number."
    ),
    (
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "The request specifies the length of its body twice."
    ),
    (
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
      "The body of the request has a chunk without a size."
    ),
  ])
  func `bytes that are not HTTP are refused with an explanation`(
    request: String,
    text: String
  ) async throws {
    try await withServer(.empty) { port, _ in
      let answer = try await exchange(port, request, endsThen: true)
      #expect(answer?.status == 400, "\(request)")
      #expect(answer?["Content-Type"] == "application/json", "\(request)")
      #expect(message(answer) == text, "\(request)")
    }
  }

  @Test func `bytes that are not HTTP do not change earlier answers`() async throws {
    try await withServer(.empty) { port, _ in
      let answers = try await blocking {
        let connection = try WireConnection(port: port)
        let request = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try connection.send("\(request)\(post("{"))FETCH".utf8)
        return try (0..<3).map { _ in try connection.receive() }
      }
      #expect(answers.map { $0?.status } == [404, 400, 400])
      #expect(message(answers[1])?.hasPrefix("Bad request: the body") == true)
      #expect(message(answers[2]) == "The method of the request is unknown.")
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", "The request has no Host header."),
    ("GET / HTTP/1.1\r\nHost: \r\n\r\n", "The request has no Host header."),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "The host and path of the request are not an address."),
    (
      "GET / HTTP/1.1\r\nHost: localhost/x?\r\n\r\n",
      "The host and path of the request are not an address."
    ),
    (
      "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "The host and path of the request are not an address."
    ),
    (
      "GET /% HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "The host and path of the request are not an address."
    ),
  ])
  func `a request without a valid host and path is refused`(
    request: String,
    text: String
  ) async throws {
    try await withServer(.empty) { port, _ in
      let answer = try await exchange(port, request)
      #expect(answer?.status == 400, "\(request)")
      #expect(answer?["Content-Type"] == "application/json", "\(request)")
      #expect(message(answer) == text, "\(request)")
    }
  }

  @Test func `an incomplete request is not handled`() async throws {
    let asked = Recorder(0)
    var environment = ServerEnvironment.empty
    environment.database.fetchLeaderboardSummary = { _ in
      asked.update { $0 += 1 }
      return .init(outOf: 1, rank: 1)
    }
    try await withServer(environment) { port, _ in
      // The whole game arrives, but the head declares one more byte.
      let game = #"{"gameMode":"timed","score":1}"#
      let head = "POST /demo/games HTTP/1.1\r\nHost: localhost\r\nContent-Length:"
      try await blocking {
        let connection = try WireConnection(port: port)
        try connection.send("\(head) \(game.utf8.count + 1)\r\n\r\n\(game)".utf8)
        connection.finish()
        try connection.waitForEnd()
      }
      #expect(asked.value == 0)
      let whole = try await exchange(port, "\(head) \(game.utf8.count)\r\n\r\n\(game)")
      #expect(whole?.status == 200)
      #expect(asked.value == 3)
    }
  }

  @Test func `requests on one connection are answered in order`() async throws {
    try await withServer(.empty) { port, _ in
      let statuses = try await blocking {
        let connection = try WireConnection(port: port)
        let request = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try connection.send("\(request)\(request)\(post("{"))\(request)".utf8)
        return try (0..<4).map { _ in try connection.receive()?.status }
      }
      #expect(statuses == [404, 404, 400, 404])
    }
  }

  // MARK: Helpers

  private func post(_ body: String) -> String {
    """
    POST /demo/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
    """
  }

  /// Sends bytes and returns the first answer, or `nil` if the server closes the connection.
  private func exchange(
    _ port: Int,
    _ bytes: String,
    endsThen: Bool = false
  ) async throws -> WireResponse? {
    try await blocking {
      let connection = try WireConnection(port: port)
      try connection.send(bytes.utf8)
      let answer = try connection.receive()
      if endsThen { try connection.waitForEnd() }
      return answer
    }
  }

  private func message(_ answer: WireResponse?) -> String? {
    answer.flatMap { try? JSONDecoder().decode(ApiError.self, from: $0.body).message }
  }
}
