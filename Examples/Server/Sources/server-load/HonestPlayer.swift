// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization
internal import WireClient

/// A player who uses the server during attacks, from an address without attackers.
///
/// Look-ups and games run on separate threads, so that a game that waits for locked storage does not delay look-ups.
/// Every other request uses a new connection.
final class HonestPlayer: Sendable {
  enum Kind: String, CaseIterable {
    case lookUps = "look-ups"
    case games
  }

  private struct State {
    var attack = ""
    var failures: [String: [String]] = [:]
    var isPlaying = true
    var isStorageLocked = false
    /// The overrun of this program's own pauses in milliseconds, a measure of the machine's load.
    var delays: [Double] = []
    var times: [Kind: [Double]] = [:]
    /// The response times of games while the storage was locked.
    var waits: [Double] = []
  }

  static let patience = 1_000.0

  /// The maximum response time of a game in milliseconds while the storage is locked.
  let deadline: Double

  private let games: Games
  private let requests: Requests
  private let state = Mutex(State())

  init(_ games: Games, _ requests: Requests, requestSeconds: Int) {
    self.games = games
    self.requests = requests
    deadline = Double(requestSeconds + 2) * 1_000
  }

  /// Sends requests until ``stop()``.
  func play(_ kind: Kind) async throws {
    try await blocking { [self] in
      let token = try requests.token(device: kind == .games ? 1_000_001 : 1_000_000, host: 1)
      var connection = try WireConnection(port: requests.port, patience: 30)
      var number = 0
      while state.withLock({ $0.isPlaying }) {
        number += 1
        let request = request(kind, number, token)
        let (attack, wasLocked) = state.withLock { ($0.attack, $0.isStorageLocked) }
        let start = ContinuousClock.now
        do {
          if number % 2 == 1 { connection = try WireConnection(port: requests.port, patience: 30) }
          var response = try? answer(request, connection)
          if response == nil, number % 2 == 0 {
            // The server may close a connection between two requests, and a client then tries again.
            connection = try WireConnection(port: requests.port, patience: 30)
            response = try answer(request, connection)
          }
          let time = start.duration(to: .now) / .milliseconds(1)
          let isLocked = wasLocked || state.withLock { $0.isStorageLocked }
          for text in failures(kind, response, time, isLocked: isLocked) { fail(attack, text) }
        } catch {
          fail(attack, "\(kind.rawValue): \(error)")
        }
        let pause = ContinuousClock.now
        Thread.sleep(forTimeInterval: 0.08)
        let delay = pause.duration(to: .now) / .milliseconds(1) - 80
        state.withLock { $0.delays.append(delay) }
      }
    }
  }

  func stop() {
    state.withLock { $0.isPlaying = false }
  }

  func setAttack(_ name: String) {
    state.withLock { $0.attack = name }
  }

  func setStorageLocked(_ isLocked: Bool) {
    state.withLock { $0.isStorageLocked = isLocked }
  }

  var failures: [(attack: String, text: String)] {
    state.withLock(\.failures).sorted { $0.key < $1.key }.map { attack, texts in
      (attack, "\(texts.count) failures of the honest player: \(texts[0])")
    }
  }

  var rows: [String] {
    let (times, waits, delays) = state.withLock { ($0.times, $0.waits, $0.delays) }
    return Kind.allCases.map { kind in
      "\(kind.rawValue) of an honest player | \(Latencies(times[kind] ?? [], seconds: 1).row)"
    } + [
      "games of an honest player, storage locked | \(Latencies(waits, seconds: 1).row)",
      "delays of the client itself | \(Latencies(delays, seconds: 1).row)",
    ]
  }

  private func answer(_ bytes: [UInt8], _ connection: WireConnection) throws -> WireResponse {
    try connection.send(bytes)
    guard let response = try connection.receive() else { throw WireError.incomplete }
    return response
  }

  private func request(_ kind: Kind, _ number: Int, _ token: String) -> [UInt8] {
    if kind == .games {
      return requests.submission(games.game(number, of: 7).body, token: token)
    }
    switch number / 2 % 3 {
    case 0: return requests.get("/api/current-player/record?accessToken=\(token)")
    case 1: return requests.get("/")
    default:
      return requests.get(
        "/api/leaderboard-scores?accessToken=\(token)&gameMode=timed&language=en&timeScope=lastDay"
      )
    }
  }

  /// Records a response time, and returns a sentence for each limit that it exceeds.
  private func failures(
    _ kind: Kind,
    _ response: WireResponse?,
    _ time: Double,
    isLocked: Bool
  ) -> [String] {
    let mayWait = isLocked && kind == .games
    state.withLock { state in
      if mayWait { state.waits.append(time) } else { state.times[kind, default: []].append(time) }
    }
    let limit = mayWait ? deadline : Self.patience
    guard let response else { return ["\(kind.rawValue): a request was not answered"] }
    var texts: [String] = []
    if response.status != 200, mayWait == false || response.status != 503 {
      texts.append("\(kind.rawValue): \(Failure.unexpected(response))")
    }
    if time > limit {
      texts.append("\(kind.rawValue): a request took \(Int(time)) ms, not \(Int(limit))")
    }
    return texts
  }

  private func fail(_ attack: String, _ text: String) {
    state.withLock { $0.failures[attack, default: []].append(text) }
  }
}
