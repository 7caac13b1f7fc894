// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import WireClient

/// Does what a server for strangers has to refuse, while an honest player plays.
struct Attack: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attack a server, and check that it refuses, and serves an honest player meanwhile.",
    discussion: """
      Attackers come from 127.0.0.2 and up, the honest player from 127.0.0.1. The server has its \
      default limits, but for --write-seconds 3 and --request-seconds 6.
      """
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "A file with the secret of the server.")
  var secretFile: String

  @Option(help: "The file of the server's database.")
  var database: String

  @Option(help: "The connections that do not read.")
  var readers = 1_000

  func run() async throws {
    let secret = try String(contentsOfFile: secretFile, encoding: .utf8)
      .trimmingCharacters(in: .newlines)
    let requests = Requests(port: port, secret: secret)
    let honest = HonestPlayer(try Games(), requests)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await honest.play() }
      group.addTask { [self] in
        defer { honest.stop() }
        try await attack(requests, honest)
      }
      try await group.waitForAll()
    }
  }

  private func attack(_ requests: Requests, _ honest: HonestPlayer) async throws {
    try await blocking { [self] in
      try ScoresOfOthers(requests: requests).run()
      try Amplification(requests: requests, database: database).run()
      try Rates(requests: requests).run()
      try RawRequests(requests: requests).run()
      try Readers(requests: requests, count: readers).run()
    }
    try await LockedStorage(requests: requests, database: database).run(honest)
  }
}

/// One attack after the other, each with the answer that it has to get.
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
  /// The answer to a request over a connection of its own.
  func answer(_ bytes: [UInt8], host: UInt8 = 2) throws -> WireResponse? {
    let connection = try WireConnection(port: port, host: host, patience: 30)
    do {
      try connection.send(bytes)
    } catch let error as WireError where error.isClosed {
      // Refused before all was sent; there may be an answer.
    }
    return try connection.receive()
  }

  /// The player of a device, who is made if there is none.
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

/// Connections that do not read.
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
        let connection = try WireConnection(port: port, host: host, window: 4 << 10)
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
