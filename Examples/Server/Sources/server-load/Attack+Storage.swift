// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import WireClient

struct LockedStorage {
  var requests: Requests
  var database: String

  func run(_ honest: HonestPlayer) async throws -> String {
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
    // Games that arrive while the first one waits for the lock share one more wait.
    guard longest < 6 else {
      throw Failure("a game waited \(longest) s for a locked storage, expected less than 6")
    }
    // The server continues, and accepts the games when they are sent again.
    try await blocking { [requests] in
      for (number, token) in tokens.enumerated() {
        let game = games.game(number, of: number).body
        let answer = try requests.answer(requests.submission(game, token: token), host: 13)
        try expect("a game after the lock", answer, 200)
      }
    }
    let text = String(format: "%.1f", longest)
    return "20 games at once, each with 503 within \(text) s, and stored afterwards"
  }
}
