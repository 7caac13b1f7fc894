// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization
internal import WireClient

/// A player who plays while the server is attacked, from an address without attackers.
///
/// Every other request comes over a new connection. Each is answered within a second.
final class HonestPlayer: Sendable {
  private struct State {
    var isPlaying = true
    var isStorageLocked = false
    var times: [Double] = []
    var failure: Failure?
  }

  static let patience = 1_000.0

  private let state = Mutex(State())
  private let games: Games
  private let requests: Requests

  init(_ games: Games, _ requests: Requests) {
    self.games = games
    self.requests = requests
  }

  /// Plays until ``stop()``.
  func play() async throws {
    try await blocking { [self] in
      let token = try requests.token(device: 1_000_000, host: 1)
      let start = ContinuousClock.now
      var connection = try WireConnection(port: requests.port)
      var number = 0
      while state.withLock({ $0.isPlaying && $0.failure == nil }) {
        let (request, isGame) = request(number, token)
        let mayFail = isGame && isStorageLocked
        let start = ContinuousClock.now
        if number % 2 == 1 { connection = try WireConnection(port: requests.port, patience: 30) }
        defer { number += 1 }
        do {
          try connection.send(request)
          let response = try connection.receive()
          // A game cannot be stored while the storage is locked, so that neither its time nor its status counts.
          if mayFail || isGame && isStorageLocked { continue }
          check(response, number, start.duration(to: .now) / .milliseconds(1))
        } catch {
          // The server may close a connection between two requests, and then a client tries again.
          if number % 2 == 1 { fail("request \(number): \(error)") }
        }
        Thread.sleep(forTimeInterval: 0.05)
      }
      state.withLock { $0.isPlaying = false }
      let (times, failure) = state.withLock { ($0.times, $0.failure) }
      let seconds = start.duration(to: .now) / .seconds(1)
      print("an honest player meanwhile: \(Latencies(times, seconds: seconds).line)")
      if let failure { throw failure }
    }
  }

  func stop() {
    state.withLock { $0.isPlaying = false }
  }

  func setStorageLocked(_ isLocked: Bool) {
    state.withLock { $0.isStorageLocked = isLocked }
  }

  private func request(_ number: Int, _ token: String) -> ([UInt8], isGame: Bool) {
    switch number % 4 {
    case 0: (requests.get("/api/current-player/record?accessToken=\(token)"), false)
    case 1: (requests.submission(games.game(number, of: 7).body, token: token), true)
    case 2: (requests.get("/"), false)
    default:
      (
        requests.get(
          "/api/leaderboard-scores?accessToken=\(token)&gameMode=timed&language=en"
            + "&timeScope=lastDay"
        ), false
      )
    }
  }

  private var isStorageLocked: Bool { state.withLock { $0.isStorageLocked } }

  private func check(_ response: WireResponse?, _ number: Int, _ time: Double) {
    state.withLock { $0.times.append(time) }
    guard let response else { return fail("request \(number) was not answered") }
    guard response.status == 200 else { return fail("\(Failure.unexpected(response))") }
    guard time <= Self.patience else {
      return fail("request \(number) took \(Int(time)) ms")
    }
  }

  private func fail(_ text: String) {
    state.withLock { $0.failure = $0.failure ?? Failure("the honest player: \(text)") }
  }
}
