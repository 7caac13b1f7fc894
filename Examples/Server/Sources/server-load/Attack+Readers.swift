// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels
internal import Synchronization
internal import WireClient

/// Opens many connections that send many requests and never read the answers.
///
/// As on a slow network, the clients have small buffers and segments. One of forty connections requests long answers,
/// which keep the server waiting.
final class Readers: Sendable {
  private struct State {
    var isConnected = false
    var isWatched = true
  }

  private let count: Int
  private let requests: Requests
  private let serverPid: Int?
  private let writeSeconds: Int
  private let state = Mutex(State())

  init(requests: Requests, count: Int, serverPid: Int?, writeSeconds: Int) {
    self.count = count
    self.requests = requests
    self.serverPid = serverPid
    self.writeSeconds = writeSeconds
  }

  func run() async throws -> String {
    let targets = try await blocking { [requests] in try requests.longAnswers(hosts: 40..<45) }
    var results: [String] = []
    // With more than the allowed number of requests, the server closes a connection before an answer blocks it.
    for (pipelined, firstHost) in [(20, 20), (16, 25)] {
      state.withLock { $0 = State() }
      let hosts = firstHost..<(firstHost + 5)
      async let connected: Void = blocking { [self] in try connect(hosts, pipelined, targets) }
      async let watched = blocking { [self] in try watch(hosts) }
      try await connected
      let seen = try await watched
      guard seen.blocked > 0 || pipelined == 20 else {
        throw Failure("no connection has kept the server waiting, so nothing was checked")
      }
      results.append("\(count) connections × \(pipelined) requests: \(seen.text)")
    }
    return results.joined(separator: "; ")
  }

  // MARK: The attacker

  private func connect(_ hosts: Range<Int>, _ pipelined: Int, _ targets: [String]) throws {
    defer { state.withLock { $0.isConnected = true } }
    var connections: [WireConnection] = []
    let share = max(1, count / hosts.count)
    // The long answers are first, because each address reaches its request limit later.
    for isLong in [true, false] {
      for number in 0..<count where (number % share < share / 40) == isLong {
        guard state.withLock({ $0.isWatched }) else { return }
        let connection = try WireConnection(
          port: requests.port,
          host: UInt8(min(hosts.upperBound - 1, hosts.lowerBound + number / share)),
          patience: 30,
          window: 4 << 10,
          segment: 536
        )
        connections.append(connection)
        let target = isLong ? targets[connections.count % targets.count] : "/download"
        do {
          try connection.send(Array(repeating: requests.get(target), count: pipelined).joined())
        } catch let error as WireError where error.isClosed {
          // The server already closed this connection.
        }
      }
      Thread.sleep(forTimeInterval: 1)
    }
    state.withLock { $0.isConnected = true }
    while state.withLock({ $0.isWatched }) { Thread.sleep(forTimeInterval: 0.05) }
    withExtendedLifetime(connections) {}
  }

  // MARK: The observer

  private struct Seen {
    var blocked = 0
    var longestBlock = 0.0
    var longestWait = 0.0
    var memory = (first: 0, most: 0)
    var work = 0.0

    var text: String {
      String(
        format:
          "%d blocked, each for at most %.1f s; newcomers waited at most %.0f ms; "
          + "%.1f s of work and %d to %d MB in the server",
        blocked,
        longestBlock,
        longestWait,
        work,
        memory.first >> 20,
        memory.most >> 20
      )
    }
  }

  private struct Wait {
    var bytes: Int
    var start = ContinuousClock.now
  }

  private func watch(_ hosts: Range<Int>) throws -> Seen {
    defer { state.withLock { $0.isWatched = false } }
    var seen = Seen()
    seen.memory = (memory(), memory())
    let workBefore = work()
    var waits: [Substring: Wait] = [:]
    // Several quiet rounds are needed, because the server may be slow to send the first answers.
    var quietRounds = 0
    let limit = Double(writeSeconds) + 2
    while true {
      let isConnected = state.withLock { $0.isConnected }
      let blocked = try openConnections(requests.port, hosts)
        .filter { $0.value > 8 << 10 }.mapValues { Wait(bytes: $0) }
      let now = ContinuousClock.now
      seen.blocked += blocked.keys.count { waits[$0] == nil }
      // A connection whose byte count changes is not blocked, so its wait starts anew.
      waits = blocked.merging(waits.filter { blocked[$0.key]?.bytes == $0.value.bytes }) { $1 }
      let longest = waits.values.map { $0.start.duration(to: now) / .seconds(1) }.max() ?? 0
      seen.longestBlock = max(seen.longestBlock, longest)
      guard longest < limit else {
        let late = waits.values.count { $0.start.duration(to: now) / .seconds(1) >= limit }
        throw Failure("\(late) connections that do not read are still open after \(limit) s")
      }
      seen.memory.most = max(seen.memory.most, memory())
      guard seen.memory.most - seen.memory.first < 512 << 20 else {
        throw Failure("the memory of the server has grown too much: \(seen.text)")
      }
      seen.longestWait = max(seen.longestWait, try waitOfNewcomer())
      quietRounds = isConnected && blocked.isEmpty ? quietRounds + 1 : 0
      if quietRounds == 20 {
        seen.work = work() - workBefore
        return seen
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  private func waitOfNewcomer() throws -> Double {
    let start = ContinuousClock.now
    try expect("a newcomer", try requests.answer(requests.get("/"), host: 12), 200)
    let time = start.duration(to: .now) / .milliseconds(1)
    guard time < HonestPlayer.patience else { throw Failure("a newcomer waited \(Int(time)) ms") }
    return time
  }

  private func memory() -> Int {
    guard
      let serverPid,
      let status = try? String(contentsOfFile: "/proc/\(serverPid)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let size = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return size << 10
  }

  private func work() -> Double {
    guard
      let serverPid,
      let status = try? String(contentsOfFile: "/proc/\(serverPid)/stat", encoding: .utf8),
      // Skips the name of the program, which may contain spaces.
      let end = status.lastIndex(of: ")")
    else { return 0 }
    let fields = status[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13])
    else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
