// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import SharedModels
internal import WireClient

/// Floods of requests and of players.
struct Rates {
  var requests: Requests

  func run() throws {
    let connection = try WireConnection(port: requests.port, host: 5)
    var answers: [WireResponse?] = []
    for _ in 0..<2_000 {
      try connection.send(requests.get("/"))
      answers.append(try connection.receive())
      if answers.last??.status == 429 { break }
    }
    try expectRefusal("a flood of an address", answers)

    let player = try requests.player(device: 4, host: 6)
    answers = []
    for host in UInt8(6)..<10 {
      let connection = try WireConnection(port: requests.port, host: host)
      for _ in 0..<80 {
        try connection.send(requests.get("/api/current-player?accessToken=\(player.token)"))
        answers.append(try connection.receive())
      }
    }
    try expectRefusal("a flood of a player from several addresses", answers)

    answers = try (0..<70).map { number in
      try requests.answer(requests.authentication(device: 10_000 + number), host: 10)
    }
    try expectRefusal("many new players", answers)
    guard answers.count(where: { $0?.status == 200 }) == 60 else {
      throw Failure("an address has added \(answers.count { $0?.status == 200 }) players, not 60")
    }
    // One who is known is not a new one.
    try expect(
      "a known player",
      try requests.answer(requests.authentication(device: 10_000), host: 10),
      200
    )
    print("refused: floods of an address, of a player, and of new players")
  }

  private func expectRefusal(_ name: String, _ answers: [WireResponse?]) throws {
    guard let refused = answers.first(where: { $0?.status == 429 }) ?? nil else {
      throw Failure("\(name): none of \(answers.count) requests was answered 429")
    }
    guard Int(refused["Retry-After"] ?? "") ?? 0 >= 1 else {
      throw Failure("\(name): 429 without Retry-After")
    }
  }
}

/// Requests that no HTTP library would send, and answers that tell too much.
struct RawRequests {
  var requests: Requests

  func run() throws {
    let player = try requests.player(device: 5, host: 11)
    let other = try requests.player(device: 6, host: 11)
    let game = try Games().game(0, of: 0).body
    let now = Int(Date().timeIntervalSince1970)
    for (name, bytes, status, text) in [
      (
        "another token under a signature",
        requests.submission(game, token: other.token, signedToken: player.token), 401, "wrong"
      ),
      (
        "a signature of the body alone",
        requests.submission(game, token: player.token, signedToken: ""), 401, "wrong"
      ),
      (
        "an old signature", requests.submission(game, token: player.token, timestamp: now - 60),
        401,
        "20 seconds"
      ),
      ("two hosts", raw("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400, "more than one"),
      (
        "a length of 2^63",
        raw("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9223372036854775808\r\n\r\n"),
        413,
        "larger"
      ),
      (
        "a large body that waits for 100 Continue",
        raw(
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n"
            + "Expect: 100-continue\r\n\r\n"
        ), 413, "larger"
      ),
    ] {
      let start = ContinuousClock.now
      let answer = try requests.answer(bytes, host: 11)
      try expect(name, answer, status, containing: text)
      guard start.duration(to: .now) < .seconds(1) else {
        throw Failure("\(name): answered after \(start.duration(to: .now))")
      }
      let error = try JSONDecoder().decode(ApiError.self, from: answer?.body ?? Data())
      guard error.file.isEmpty, error.line == 0, error.errorDump.isEmpty else {
        throw Failure("\(name): the answer tells of the server's code: \(error)")
      }
    }
    let target = "/api/current-player?accessToken=\(player.token)&x=y"
    let redirect = try requests.answer(
      raw("GET \(target) HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
      host: 11
    )
    try expect("plain HTTP", redirect, 301)
    let location = redirect?["Location"] ?? ""
    guard location == "https://cubes.example.com/api/current-player?x=y" else {
      throw Failure("plain HTTP: redirected to '\(location)'")
    }
    let health = try requests.answer(requests.get("/health"), host: 11)
    try expect("health", health, 200, containing: "ok")
    guard health?["X-Request-Id"]?.isEmpty == false else { throw Failure("health: no request id") }
    try expect(
      "metrics",
      try requests.answer(requests.get("/metrics"), host: 11),
      200,
      containing: "http_server_request_duration_seconds_count"
    )
    try expect(
      "metrics through a proxy",
      try requests.answer(
        raw("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n")
      ),
      404
    )
    print("refused: borrowed signatures, heads with two meanings, redirects with tokens")
  }

  private func raw(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// Many connections with many requests each, whose answers nobody reads.
struct Readers {
  var requests: Requests
  var count: Int

  func run() throws {
    for pipelined in [20, 16] {
      let bytes = Array(repeating: requests.get("/press-kit"), count: pipelined).flatMap { $0 }
      var connections: [WireConnection] = []
      for number in 0..<count {
        let host = UInt8(20 + number * 5 / count)
        let connection = try WireConnection(port: requests.port, host: host, window: 4 << 10)
        do {
          try connection.send(bytes)
        } catch let error as WireError where error.isClosed {
          // It has lost its place already.
        }
        connections.append(connection)
      }
      // The honest player goes on meanwhile.
      Thread.sleep(forTimeInterval: 5)
      let start = ContinuousClock.now
      try expect("the server", try requests.answer(requests.get("/"), host: 12), 200)
      let time = start.duration(to: .now) / .milliseconds(1)
      guard time < HonestPlayer.patience else { throw Failure("a newcomer waited \(Int(time)) ms") }
      print("\(connections.count) connections with \(pipelined) requests each, which do not read")
    }
  }
}

/// Games that come while another program has locked the database.
struct LockedStorage {
  var requests: Requests
  var database: String

  func run(_ honest: HonestPlayer) async throws {
    let tokens = try await blocking { [requests] in
      try (0..<20).map { try requests.token(device: 20_000 + $0, host: 13) }
    }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database, configuration: configuration)
    honest.setStorageLocked(true)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let games = try Games()
    let times = try await withThrowingTaskGroup(of: Double.self) { group in
      for (number, token) in tokens.enumerated() {
        group.addTask { [requests] in
          try await blocking {
            let start = ContinuousClock.now
            let game = games.game(number, of: number).body
            let answer = try requests.answer(requests.submission(game, token: token), host: 13)
            try expect("a game while the storage is locked", answer, 503)
            guard answer?["Retry-After"] != nil else { throw Failure("503 without Retry-After") }
            return start.duration(to: .now) / .seconds(1)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try other.close()
    honest.setStorageLocked(false)
    let longest = times.max() ?? 0
    // Those that come while the first one waits for the lock wait for it once more, together.
    guard longest < 6 else {
      throw Failure("a game waited \(longest) s for a locked storage, expected less than 6")
    }
    // It goes on, and the games can be sent again.
    try await blocking { [requests] in
      for (number, token) in tokens.enumerated() {
        let game = games.game(number, of: number).body
        let answer = try requests.answer(requests.submission(game, token: token), host: 13)
        try expect("a game after the lock", answer, 200)
      }
    }
    let text = String(format: "%.1f", longest)
    print("refused: 20 games at once on a locked storage, all within \(text) s")
  }
}
