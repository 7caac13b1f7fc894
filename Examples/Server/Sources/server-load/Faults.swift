// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

struct Faults: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send made-up, half, slow, oversize and forged requests.",
    discussion: "The server has to be started with --body-seconds 1 --idle-seconds 2."
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "The secret of the server.")
  var secret = ServerRoute.demoSecret

  @Option(help: "How many made-up requests.")
  var fuzzed = 100_000

  @Option(help: "Decides what is made up.")
  var seed: UInt64 = 1

  @Option(help: "How many connections at the same time.")
  var connections = 8

  func run() async throws {
    let requests = Requests(port: port, secret: secret)
    let (player, other) = try await blocking { [self] in
      (try token(requests, 1), try token(requests, 2))
    }
    let game = try Games().game(0, of: 0).body
    try await forged(requests, game, player, other)
    try await slow(requests)
    try await halves(requests, game, player)
    try await oversize(requests)
    try await madeUp(requests, game, player)
    let response = try await blocking { [self] in try once(requests.get("/")) }
    guard response?.status == 200 else { throw Failure("the server no longer answers") }
    print("the server still answers")
  }

  // MARK: Kinds of faults

  private func forged(
    _ requests: Requests,
    _ game: Data,
    _ player: String,
    _ other: String
  ) async throws {
    let now = Int(Date().timeIntervalSince1970)
    var wrong = requests
    wrong.secret = "another secret"
    let get = "/api/current-player?accessToken="
    let cases: [(String, [UInt8], Int)] = [
      ("a wrong signature", wrong.submission(game, token: player), 401),
      ("a replayed timestamp", requests.submission(game, token: player, timestamp: now - 60), 401),
      ("a future timestamp", requests.submission(game, token: player, timestamp: now + 60), 401),
      ("a token of nobody", requests.get("\(get)\(UUID().uuidString)"), 401),
      ("an invalid token", requests.get("\(get)me"), 401),
      ("no token", requests.get("/api/current-player"), 401),
      ("a right one", requests.submission(game, token: player), 200),
      ("the same again", requests.submission(game, token: player), 200),
    ]
    for (name, bytes, status) in cases {
      let response = try await blocking { [self] in try once(bytes) }
      guard let response, response.status == status else {
        throw Failure("\(name): answered \(response?.status ?? 0), expected \(status)")
      }
      if status != 200 { _ = try message(response, name) }
    }
    let start = requests.request(
      "POST",
      "/api/matches?accessToken=\(player)&gameMode=unlimited&language=en",
      "",
      nil
    )
    guard
      let started = try await blocking({ [self] in try once(start) }), started.status == 200,
      let match = try? JSONDecoder().decode(Match.self, from: started.body)
    else { throw Failure("no match could be started") }
    let target = "/api/matches/\(match.id.rawValue.uuidString)?accessToken=\(other)"
    let foreign = try await blocking { [self] in try once(requests.get(target)) }
    guard let foreign, foreign.status == 400 else {
      throw Failure("a match of others: answered \(foreign?.status ?? 0), expected 400")
    }
    _ = try message(foreign, "a match of others")
    print("forged: \(cases.count + 1) requests, each answered as it should be")
  }

  private func slow(_ requests: Requests) async throws {
    let head = "POST /demo/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await blocking { [self] in
            let connection = try WireConnection(port: port)
            // Half of the connections stop in the head, the others in the body.
            try connection.send((number % 2 == 0 ? String(head.prefix(40)) : head + "{").utf8)
            // Half of each group continue with one byte at a time.
            if number % 4 > 1 { try drip(connection) }
            return try connection.receive()?.status
          }
        }
      }
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    let late = statuses.count { $0 == 408 }
    let closed = statuses.count { $0 == nil }
    guard late == 50, closed == 50 else {
      throw Failure(
        "slow clients: \(late) were answered 408, \(closed) closed; expected 50 of each"
      )
    }
    print("slow: 100 clients, half of them with a byte at a time; 50 answered 408, 50 closed")
  }

  /// Sends one byte at a time until the server closes the connection, or for longer than the server should allow.
  private func drip(_ connection: WireConnection) throws {
    for _ in 0..<20 {
      Thread.sleep(forTimeInterval: 0.2)
      do {
        try connection.send([UInt8(ascii: "a")])
      } catch let error as WireError where error.isClosed {
        return
      }
    }
    throw Failure("a client that sends one byte at a time stayed connected for 4 seconds")
  }

  private func halves(_ requests: Requests, _ game: Data, _ player: String) async throws {
    try await blocking { [self] in
      let whole = requests.submission(game, token: player)
      for part in stride(from: 1, to: whole.count, by: max(1, whole.count / 200)) {
        let connection = try WireConnection(port: port)
        try connection.send(whole[..<part])
        connection.finish()
        try connection.waitForEnd()
      }
    }
    print("halves: 200 requests that end early; each connection was closed")
  }

  private func oversize(_ requests: Requests) async throws {
    let statuses = try await blocking { [self] in
      let field = "X: \(String(repeating: "x", count: 1 << 20))\r\n"
      return [
        try once(requests.request("POST", "/demo/games", "", Data(count: (1 << 20) + 1)))?.status,
        try once(requests.request("GET", "/", field, nil))?.status,
        try once(requests.get("/" + String(repeating: "x", count: 1 << 20)))?.status,
      ]
    }
    guard statuses[0] == 413 else { throw Failure("an oversize body: \(statuses)") }
    // The server may close the connection before it has received the whole head.
    guard statuses[1...].allSatisfy({ $0 == 431 || $0 == nil }) else {
      throw Failure("an oversize head: \(statuses)")
    }
    print("oversize: body 413, header and target \(statuses[1...].map { $0 ?? 0 })")
  }

  private func madeUp(_ requests: Requests, _ game: Data, _ player: String) async throws {
    let counts = try await withThrowingTaskGroup(of: [Int: Int].self) { group in
      for own in 0..<connections {
        group.addTask {
          try await blocking { [self] in
            try madeUp(own, requests, game, player)
          }
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
    let text = counts.sorted { $0.key < $1.key }.map { "\($1) × \($0 == 0 ? "closed" : "\($0)")" }
    // The server answers nearly all requests, even those that are not HTTP.
    guard counts[0, default: 0] <= 1 + fuzzed / 1_000 else {
      throw Failure("too many made-up requests without an answer: \(text.joined(separator: ", "))")
    }
    print("made up: \(counts.values.reduce(0, +)) requests: \(text.joined(separator: ", "))")
  }

  private func madeUp(
    _ own: Int,
    _ requests: Requests,
    _ game: Data,
    _ player: String
  ) throws -> [Int: Int] {
    var random = SplitMix64(seed: seed &+ UInt64(own) &* 0x1_0000)
    let allowed: Set = [200, 301, 302, 400, 401, 404, 405, 408, 413, 415, 431]
    var counts: [Int: Int] = [:]
    for _ in stride(from: own, to: fuzzed, by: connections) {
      let request = changed(sample(requests, game, player, &random), &random)
      do {
        // A changed request may be truncated, so the client closes its side.
        let response = try once(request, endsThen: true)
        if let response, allowed.contains(response.status) == false {
          throw Failure.unexpected(response)
        }
        if let response, response.status >= 400 && response.status != 404 {
          _ = try message(response, "no message")
        }
        counts[response?.status ?? 0, default: 0] += 1
      } catch {
        let text = request.map { Unicode.Scalar($0).escaped(asASCII: true) }.joined()
        throw Failure("made up: \(error), after '\(text)'")
      }
    }
    return counts
  }

  private func sample(
    _ requests: Requests,
    _ game: Data,
    _ player: String,
    _ random: inout SplitMix64
  ) -> [UInt8] {
    let targets = [
      "/api/leaderboard-scores?accessToken=\(player)&gameMode=timed&language=en&timeScope=lastDay",
      "/api/leaderboard-scores/week-in-review?accessToken=\(player)&language=en",
      "/api/daily-challenges/today?accessToken=\(player)&language=en",
      "/api/matches?accessToken=\(player)", "/sharedGames/deadbeef", "/", "/download",
    ]
    switch random.next() % 4 {
    case 0: return requests.submission(game, token: player)
    case 1: return requests.authentication(device: Int(random.next() % 1_000))
    case 2:
      let body = Data(#"{"gameMode":"timed","score":\#(random.next())}"#.utf8)
      return requests.request("POST", "/demo/games", "", body)
    default: return requests.get(targets[Int(random.next() % UInt64(targets.count))])
    }
  }

  private func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<(1 + random.next() % 4) where bytes.isEmpty == false {
      let index = Int(random.next() % UInt64(bytes.count))
      switch random.next() % 4 {
      case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int(random.next() % 8)))
      case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
      default:
        bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 16)], at: index)
      }
    }
    return bytes
  }

  // MARK: Helpers

  /// Returns the answer to a request, or nil if the connection closes before its first byte.
  ///
  /// It throws an error for a timeout, an incomplete answer, and an answer that is not HTTP.
  private func once(_ bytes: [UInt8], endsThen: Bool = false) throws -> WireResponse? {
    let connection = try WireConnection(port: port, patience: 30)
    do {
      try connection.send(bytes)
    } catch let error as WireError where error.isClosed {
      // The server closed the connection before the request was sent completely. An answer may follow.
    }
    if endsThen { connection.finish() }
    return try connection.receive()
  }

  private func token(_ requests: Requests, _ device: Int) throws -> String {
    guard let response = try once(requests.authentication(device: device)), response.status == 200
    else { throw Failure("no player could be authenticated") }
    let envelope = try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: response.body)
    return envelope.player.accessToken.rawValue.uuidString
  }

  private func message(_ response: WireResponse, _ name: String) throws -> String {
    do {
      return try JSONDecoder().decode(ApiError.self, from: response.body).message
    } catch {
      throw Failure(
        "\(name): the answer is not a JSON error: \(String(decoding: response.body, as: UTF8.self))"
      )
    }
  }
}
