// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import Synchronization
internal import WireClient

struct Attack: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attack a server, and check that it refuses, and serves an honest player meanwhile.",
    discussion: """
      Attackers come from 127.0.0.2 and up, the honest player from 127.0.0.1. The server has a new database, and its \
      default limits, but for --write-seconds and --request-seconds, which are given to both. All attacks run, even if \
      one succeeds. The report ends with a table of the response times of the honest player.
      """
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "A file with the secret of the server.")
  var secretFile: String

  @Option(help: "The file of the server's database.")
  var database: String

  @Option(help: "The process of the server, whose memory is measured; by default, it is not.")
  var serverPid: Int?

  @Option(help: "The connections that do not read.")
  var readers = 1_000

  @Flag(help: "Also send as many requests that take the server long as one address may.")
  var costs = false

  @Option(help: "The --request-seconds of the server.")
  var requestSeconds = 6

  @Option(help: "The --write-seconds of the server.")
  var writeSeconds = 3

  func run() async throws {
    let secret = try String(contentsOfFile: secretFile, encoding: .utf8)
      .trimmingCharacters(in: .newlines)
    let requests = Requests(port: port, secret: secret)
    let honest = HonestPlayer(try Games(), requests, requestSeconds: requestSeconds)
    let report = Report()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for kind in HonestPlayer.Kind.allCases { group.addTask { try await honest.play(kind) } }
      group.addTask { [self] in
        defer { honest.stop() }
        await attack(requests, honest, report)
      }
      try await group.waitForAll()
    }
    for (attack, text) in honest.failures { report.fail(attack, text) }
    print("\n| during the attacks | answers | p50 | p99 | at most |\n|---|---|---|---|---|")
    for row in honest.rows { print("| \(row) |") }
    print("\n| attack | outcome |\n|---|---|")
    for row in report.rows { print("| \(row) |") }
    if report.failures > 0 {
      throw Failure("\(report.failures) attacks or checks failed")
    }
  }

  private typealias NamedAttack = (String, @Sendable () async throws -> String)

  private func attack(_ requests: Requests, _ honest: HonestPlayer, _ report: Report) async {
    var attacks: [NamedAttack] = [
      ("scores of others", { try await blocking { try ScoresOfOthers(requests: requests).run() } }),
      (
        "requests that grow in storage",
        { try await blocking { try Amplification(requests: requests, database: database).run() } }
      ),
      ("long texts and lists", { try await blocking { try LongTexts(requests: requests).run() } }),
      ("floods", { try await blocking { try Rates(requests: requests).run() } }),
      ("malformed requests", { try await blocking { try RawRequests(requests: requests).run() } }),
      ("a crowd of connections", { try await blocking { try Crowd(requests: requests).run() } }),
      (
        "operators and waiting clients",
        { try await blocking { try Operators(requests: requests).run() } }
      ),
      (
        "clients that do not read",
        {
          try await Readers(
            requests: requests,
            count: readers,
            serverPid: serverPid,
            writeSeconds: writeSeconds
          ).run()
        }
      ),
      (
        "a locked storage",
        { try await LockedStorage(requests: requests, database: database).run(honest) }
      ),
    ]
    if costs {
      let costly: [NamedAttack] = [
        ("long answers", { try await Costs(kind: .longAnswers, requests: requests).run() }),
        ("large bodies", { try await Costs(kind: .largeBodies, requests: requests).run() }),
      ]
      attacks += costly
    }
    for (number, (name, attack)) in attacks.enumerated() {
      let name = "\(number + 1) \(name)"
      honest.setAttack(name)
      do {
        report.refuse(name, try await attack())
      } catch {
        report.fail(name, "\(error)")
      }
    }
  }
}

private final class Report: Sendable {
  private struct State {
    var failures = 0
    var rows: [String] = []
  }

  private let state = Mutex(State())

  var failures: Int { state.withLock { $0.failures } }
  var rows: [String] { state.withLock { $0.rows } }

  func refuse(_ name: String, _ text: String) {
    state.withLock { $0.rows.append("\(name) | refused: \(text)") }
    show("refused: \(name): \(text)")
  }

  func fail(_ name: String, _ text: String) {
    state.withLock { state in
      state.failures += 1
      // The attack itself was refused, but it affected the honest player.
      state.rows.removeAll { $0.hasPrefix("\(name) | refused: ") }
      state.rows.append("\(name) | FAILED: \(text)")
    }
    show("FAILED: \(name): \(text)")
  }

  private func show(_ line: String) {
    print(line)
    fflush(nil)
  }
}

func expect(
  _ name: String,
  _ response: WireResponse?,
  _ statuses: Int...,
  containing text: String = ""
) throws {
  guard let response else { throw Failure("\(name): not answered") }
  let body = String(decoding: response.body, as: UTF8.self)
  guard statuses.contains(response.status), text.isEmpty || body.contains(text) else {
    throw Failure(
      "\(name): answered \(response.status), expected \(statuses) \(text): \(body.prefix(300))"
    )
  }
}

extension Requests {
  func answer(_ bytes: [UInt8], host: UInt8 = 2) throws -> WireResponse? {
    let connection = try WireConnection(port: port, host: host, patience: 30)
    do {
      try connection.send(bytes)
    } catch let error as WireError where error.isClosed {
      // The server refused the request before it was sent completely. An answer may follow.
    }
    return try connection.receive()
  }

  /// Returns the answer to a request, and sends it again after each 429.
  func patientAnswer(_ bytes: [UInt8], host: UInt8 = 2) throws -> WireResponse? {
    for _ in 0..<20 {
      let response = try answer(bytes, host: host)
      guard response?.status == 429 else { return response }
      let seconds = response?["Retry-After"].flatMap { Double($0) } ?? 1
      guard seconds <= 10 else { return response }
      Thread.sleep(forTimeInterval: seconds)
    }
    throw Failure("a request was refused 20 times because there were too many")
  }

  func value<Value: Decodable>(
    _ type: Value.Type,
    _ name: String,
    _ bytes: [UInt8],
    host: UInt8 = 2
  ) throws -> Value {
    let response = try patientAnswer(bytes, host: host)
    try expect(name, response, 200)
    return try JSONDecoder().decode(type, from: response?.body ?? Data())
  }

  /// Returns the player of a device, which the server registers if it is new.
  func player(device: Int, host: UInt8) throws -> Player {
    let response = try answer(authentication(device: device), host: host)
    guard let response, response.status == 200 else {
      throw Failure("no player could be authenticated: \(response?.status ?? 0)")
    }
    return try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: response.body).player
  }

  func token(device: Int, host: UInt8) throws -> String {
    try player(device: device, host: host).accessToken.rawValue.uuidString
  }
}

extension Player {
  var token: String { accessToken.rawValue.uuidString }
}

struct Hold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hold connections with requests whose answers are not read, for a minute.",
    discussion: "Says \"holding\" when all are there."
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "Path and query.")
  var target = "/"

  @Option(help: "The connections.")
  var connections = 1_000

  func run() async throws {
    try await blocking { [self] in
      let request = Requests(port: port, secret: "").get(target)
      let bytes = Array(repeating: request, count: 16).flatMap { $0 }
      let held = try (0..<connections).map { number in
        let host = UInt8(20 + number * 5 / connections)
        let connection = try WireConnection(
          port: port,
          host: host,
          window: 4 << 10,
          segment: 536
        )
        try connection.send(bytes)
        return connection
      }
      print("holding")
      fflush(nil)
      Thread.sleep(forTimeInterval: 60)
      withExtendedLifetime(held) {}
    }
  }
}
