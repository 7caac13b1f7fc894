// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import ServerRouter
internal import SharedModels
internal import Synchronization
internal import WireClient

struct Submit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send in games of many players at once, and check totals and ranks.",
    discussion: """
      With --acknowledged, it continues until the server stops, and then writes the answered games \
      to a file; 'verify' looks for them in the database.
      """
  )

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "The secret of the server.")
  var secret = ServerRoute.demoSecret

  @Option(help: "How many players.")
  var players = 1_000

  @Option(help: "How many games each of them sends in.")
  var games = 100

  @Option(help: "How many connections at the same time.")
  var connections = 16

  @Option(help: "A file for the games that were answered before the server stopped.")
  var acknowledged: String?

  func run() async throws {
    let all = try Games()
    guard games <= all.count else { throw Failure("there are only \(all.count) games") }
    let requests = Requests(port: port, secret: secret)
    let tokens = try await authenticate(requests)
    if let acknowledged {
      try await submitUntilTheEnd(all, requests, tokens, acknowledged)
      return
    }
    let latencies = try await exchange(port: port, connections: connections) { [self] own, send in
      for number in 0..<games {
        for player in stride(from: own, to: players, by: connections) {
          let game = all.game(number, of: player)
          let response = try send(requests.submission(game.body, token: tokens[player]))
          guard response.status == 200 else { throw Failure.unexpected(response) }
        }
      }
    }
    print("submissions: \(latencies.line)")
    try await checkRanks(all, requests, tokens)
  }

  private func authenticate(_ requests: Requests) async throws -> [String] {
    let tokens = Tokens(count: players)
    _ = try await exchange(port: port, connections: connections) { [self] own, send in
      for player in stride(from: own, to: players, by: connections) {
        let response = try send(requests.authentication(device: player))
        guard response.status == 200 else { throw Failure.unexpected(response) }
        let envelope = try JSONDecoder().decode(CurrentPlayerEnvelope.self, from: response.body)
        tokens.values.withLock { $0[player] = envelope.player.accessToken.rawValue.uuidString }
      }
    }
    return tokens.values.withLock { $0 }
  }

  private func checkRanks(_ all: Games, _ requests: Requests, _ tokens: [String]) async throws {
    let best = (0..<players).map { all.best(of: $0, games: games) }
    let places = Set(best).sorted(by: >)
    let ranks = Dictionary(uniqueKeysWithValues: zip(places, 1...))
    for timeScope in TimeScope.soloScopes {
      let latencies = try await exchange(port: port, connections: connections) { [self] own, send in
        for player in stride(from: own, to: players, by: connections) {
          let target =
            "/api/leaderboard-scores?accessToken=\(tokens[player])"
            + "&gameMode=timed&language=en&timeScope=\(timeScope.rawValue)"
          let response = try send(requests.get(target))
          guard response.status == 200 else { throw Failure.unexpected(response) }
          let list = try JSONDecoder().decode(FetchLeaderboardResponse.self, from: response.body)
          let own = list.entries.first { $0.isYourScore }
          guard
            let own, own.score == best[player], own.rank == ranks[best[player]],
            own.outOf == players
          else {
            throw Failure(
              """
              player \(player) is \(own.map { "\($0)" } ?? "not in the list"); expected score \
              \(best[player]), rank \(ranks[best[player]] ?? 0) of \(players)
              """
            )
          }
        }
      }
      print("ranks \(timeScope.rawValue): all right; \(latencies.line)")
    }
  }

  private func submitUntilTheEnd(
    _ all: Games,
    _ requests: Requests,
    _ tokens: [String],
    _ path: String
  ) async throws {
    let answered = Tokens(count: 0)
    print("submitting")
    fflush(nil)
    do {
      _ = try await exchange(port: port, connections: connections) { [self] own, send in
        for number in 0..<all.count {
          for player in stride(from: own, to: players, by: connections) {
            let game = all.game(number, of: player)
            let response = try send(requests.submission(game.body, token: tokens[player]))
            guard response.status == 200 else { throw Failure.unexpected(response) }
            answered.values.withLock { $0.append("\(player) \(number)") }
          }
        }
      }
      throw Failure("the server did not stop before all games were sent")
    } catch is WireError {
      let lines = answered.values.withLock { $0 }
      guard lines.isEmpty == false else { throw Failure("the server stopped before any answer") }
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      print("\(lines.count) games were answered before the server stopped")
    }
  }
}

extension Failure {
  static func unexpected(_ response: WireResponse) -> Self {
    Self("answered \(response.status): \(String(decoding: response.body, as: UTF8.self))")
  }
}

private final class Tokens: Sendable {
  let values: Mutex<[String]>

  init(count: Int) {
    values = Mutex(Array(repeating: "", count: count))
  }
}
