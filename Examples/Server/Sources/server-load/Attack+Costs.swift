// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels
internal import SiteServer
internal import WireClient

/// Sends as many expensive requests as an address may send, and reads all answers.
struct Costs {
  enum Kind {
    /// One player shares large games over a few connections.
    case largeBodies
    /// Many players request one large shared game over many connections.
    case longAnswers
  }

  var kind: Kind
  var requests: Requests

  private let seconds = 5.0

  func run() async throws -> String {
    let (bytes, host) = try await blocking {
      switch kind {
      case .largeBodies: (try largeBodies(), UInt8(62))
      case .longAnswers: (try requests.longAnswers(hosts: 60..<62).map(requests.get), UInt8(60))
      }
    }
    let connections = kind == .largeBodies ? 16 : 190
    let end = ContinuousClock.now + .seconds(seconds)
    let counts = try await withThrowingTaskGroup(of: [Int: Int].self) { group in
      for number in 0..<connections {
        group.addTask {
          try await blocking { try ask(bytes[number % bytes.count], host, until: end) }
        }
      }
      return try await group.reduce(into: [Int: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    }
    let text = counts.sorted { $0.key < $1.key }.map { "\($1) × \($0)" }.joined(separator: ", ")
    return "\(connections) connections of one address were answered \(text)"
  }

  private func ask(
    _ bytes: [UInt8],
    _ host: UInt8,
    until end: ContinuousClock.Instant
  ) throws -> [Int: Int] {
    var counts: [Int: Int] = [:]
    var connection = try WireConnection(port: requests.port, host: host, patience: 30)
    while ContinuousClock.now < end {
      try connection.send(bytes)
      guard let response = try connection.receive() else { throw WireError.incomplete }
      counts[response.status, default: 0] += 1
      if response.status != 200 { Thread.sleep(forTimeInterval: 0.2) }
      if response["Connection"] == "close" {
        connection = try WireConnection(port: requests.port, host: host, patience: 30)
      }
    }
    return counts
  }

  private func largeBodies() throws -> [[UInt8]] {
    let token = try requests.token(device: 62_000, host: 62)
    let word = Move.MoveType.playedWord(
      Array(repeating: .cornerTop, count: Bounds.facesOfWord)
    )
    let move = Move(playedAt: .mock, score: 0, type: word)
    let size = try JSONEncoder().encode(move).count + 1
    var game = CompletedGame.mock
    game.moves = Moves(
      repeatElement(move, count: min(Bounds.moves, (Limits().bodySize - 10_000) / size))
    )
    let body = try JSONEncoder().encode(game)
    return [requests.request("POST", "/api/sharedGames?accessToken=\(token)", "", body)]
  }
}

extension Requests {
  /// Shares a game with many moves, and returns a target that requests it for each player.
  func longAnswers(hosts: Range<UInt8>) throws -> [String] {
    let tokens = try hosts.flatMap { host in
      try (0..<10).map { try token(device: Int(host) * 1_000 + $0, host: host) }
    }
    var game = CompletedGame.mock
    let move = Move(playedAt: .mock, score: 0, type: .removedCube(.corner))
    game.moves = Moves(repeatElement(move, count: Bounds.moves))
    let share = request(
      "POST",
      "/api/sharedGames?accessToken=\(tokens[0])",
      "",
      try JSONEncoder().encode(game)
    )
    let code = try value(SharedGame.self, "a shared game", share, host: hosts.lowerBound).code
    return tokens.map { "/api/sharedGames/\(code.rawValue)?accessToken=\($0)" }
  }
}
