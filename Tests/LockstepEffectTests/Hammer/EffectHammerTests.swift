// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import Synchronization
import Testing

/// Every operator and leaf is struck by two threads, from within what it delivers, while it ends, fails
/// and is cancelled, and does what a naive model of one thread does in some order of the blows.
@Suite struct EffectHammerTests {
  /// How many scripts each row is struck with by two threads; more of them find rarer meetings.
  private static let seeds =
    ProcessInfo.processInfo.environment["LOCKSTEP_HAMMER_SEEDS"].flatMap(UInt64.init) ?? 100

  /// What two threads strike.
  private struct Script: CustomStringConvertible {
    var threads: [[HammerBlow]]

    /// - Parameters:
    ///   - seed: What decides the script.
    ///   - row: What is struck. Where time passes, the second thread moves it or sends values.
    init(seed: UInt64, for row: HammerRow) {
      var generator = SplitMix64(seed: seed)
      threads = [(0, 0), (10, row.secondSource)].map { first, source in
        if row.isTimed, first > 0, seed % 2 == 0 {
          return row.description == "debounce"
            ? [.value(11, source: 1), .advance, .value(12, source: 1)] : [.advance, .advance]
        }
        var blows = (1...Int.random(in: 1...3, using: &generator)).map {
          HammerBlow.value(first + $0, source: source)
        }
        switch Int.random(in: 0...5, using: &generator) {
        case 0, 1: if row.canEnd { blows.append(.end(source: source)) }
        case 2: if row.canEnd { blows.append(.failure(source: source)) }
        case 3: blows.append(.cancel)
        default: break
        }
        return blows
      }
    }

    var description: String {
      threads.map { $0.map(\.description).joined(separator: " ") }.joined(separator: " beside ")
    }

    var isCancelled: Bool { threads.joined().contains(.cancel) }

    /// All orders in which the blows of the threads may fall, without those that cancel.
    ///
    /// What is struck while time is moved may still belong to that move.
    func orders() -> [[HammerBlow]] {
      let threads = threads.map { blows in
        blows.flatMap { $0 == .advance ? [$0, .settle] : $0 == .cancel ? [] : [$0] }
      }
      return Self.interleavings(threads[0][...], threads[1][...])
    }

    private static func interleavings(
      _ first: ArraySlice<HammerBlow>,
      _ second: ArraySlice<HammerBlow>
    ) -> [[HammerBlow]] {
      guard let a = first.first else { return [Array(second)] }
      guard let b = second.first else { return [Array(first)] }
      return interleavings(first.dropFirst(), second).map { [a] + $0 }
        + interleavings(first, second.dropFirst()).map { [b] + $0 }
    }
  }

  /// What has to happen at the end, so that nothing still waits for its time.
  private static func lastBlows(_ row: HammerRow) -> [HammerBlow] {
    row.isTimed ? Array(repeating: .advance, count: 4) : []
  }

  /// What the model sends in each order of the blows.
  ///
  /// An event may have come too late for whom it was sent to, where the row says so. What was handed to
  /// another thread is void if the effect is cancelled before it is sent, so that may be any beginning.
  private static func possibleOutcomes(
    _ row: HammerRow,
    _ script: Script
  ) -> Set<[HammerEvent]> {
    var outcomes: Set<[HammerEvent]> = []
    let events = script.threads[0].filter { $0.isEvent }
    let subsets = row.mayLoseEvents ? 1 << events.count : 1
    for order in script.orders() {
      for subset in 0..<subsets {
        let world = NaiveHammerWorld(row.plan)
        for blow in order + lastBlows(row) {
          if let index = events.firstIndex(of: blow), subset & (1 << index) != 0 { continue }
          world.strike(blow)
        }
        for outcome in [world.outcome] + failureBeforeWhatFollowsEnd(world.outcome, order, row) {
          for outcome in script.isCancelled ? beginnings(of: outcome, row) : [outcome] {
            outcomes.insert(comparable(outcome, row))
          }
        }
      }
    }
    for outcome in row.mayInterleave ? cutOffOutcomes(row, script) : [] {
      for outcome in script.isCancelled ? beginnings(of: outcome, row) : [outcome] {
        outcomes.insert(comparable(outcome, row))
      }
    }
    return outcomes
  }

  /// What is sent where the first thread has sent an end, and the second one fails before the first has started
  /// what follows the end.
  private static func failureBeforeWhatFollowsEnd(
    _ outcome: [HammerEvent],
    _ order: [HammerBlow],
    _ row: HammerRow
  ) -> [[HammerEvent]] {
    guard let value = row.valueAfterEnd, let end = order.firstIndex(of: .end(source: 0)),
      order[end...].contains(.failure(source: row.secondSource)),
      order[..<end].contains(where: { $0.isValue && $0.isOf(row.secondSource) }) == false
    else { return [] }
    return [outcome.filter { $0 != .value(value) }]
  }

  /// What is sent where a failure of one thread ends what the other one has started, in the middle of it.
  private static func cutOffOutcomes(_ row: HammerRow, _ script: Script) -> [[HammerEvent]] {
    func outcome(_ blows: some Sequence<HammerBlow>) -> [HammerEvent] {
      let world = NaiveHammerWorld(row.plan)
      for blow in blows { world.strike(blow) }
      return world.outcome
    }
    return script.threads.indices.flatMap { thread -> [[HammerEvent]] in
      let blows = script.threads[thread]
      guard let end = blows.firstIndex(where: { $0.isFailure }) else { return [] }
      let failing = outcome(blows[...end])
      let other = outcome(script.threads[1 - thread].filter { $0.isEvent == false || $0.isValue })
      return (0...other.count).map { Array(other.prefix($0)) + failing }
    }
  }

  /// What is compared of an outcome: where the effects of two threads may run side by side, what comes of the
  /// values of each.
  private static func comparable(_ outcome: [HammerEvent], _ row: HammerRow) -> [HammerEvent] {
    guard row.mayInterleave else { return outcome }
    return ofSecondThread(outcome) + ofFirstThread(outcome)
  }

  private static func beginnings(of outcome: [HammerEvent], _ row: HammerRow) -> [[HammerEvent]] {
    guard row.mayInterleave else { return (0...outcome.count).map { Array(outcome.prefix($0)) } }
    let (first, second) = (ofFirstThread(outcome), ofSecondThread(outcome))
    return (0...first.count).flatMap { count in
      (0...second.count).map { Array(first.prefix(count) + second.prefix($0)) }
    }
  }

  private static func ofFirstThread(_ outcome: [HammerEvent]) -> [HammerEvent] {
    outcome.filter { isOfSecondThread($0) == false }
  }

  private static func ofSecondThread(_ outcome: [HammerEvent]) -> [HammerEvent] {
    outcome.filter(isOfSecondThread)
  }

  private static func isOfSecondThread(_ event: HammerEvent) -> Bool {
    if case .value(let value) = event { value >= 1_000 } else { false }
  }

  /// Has two threads strike at the same time.
  private static func strike(_ world: HammerWorld, _ script: Script, on queue: DispatchQueue) {
    let meeting = Meeting()
    let group = DispatchGroup()
    let second = script.threads[1]
    queue.async(group: group) {
      meeting.attend()
      for blow in second { world.strike(blow) }
    }
    meeting.attend()
    for blow in script.threads[0] { world.strike(blow) }
    group.wait()
  }

  /// Lets two threads go on at the same time.
  private final class Meeting: Sendable {
    private let arrived = Atomic(0)

    func attend() {
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
    }
  }

  @Test(arguments: HammerRow.all)
  func `two threads`(row: HammerRow) {
    let queue = DispatchQueue(label: "hammer")
    for seed in 0..<Self.seeds {
      let script = Script(seed: seed, for: row)
      let world = HammerWorld(row.plan)
      Self.strike(world, script, on: queue)
      for blow in Self.lastBlows(row) { world.strike(blow) }
      let outcome = world.outcome
      // A call that was under way.
      #expect(world.countAfterCancel <= 1, "\(row), seed \(seed), \(script): \(outcome)")
      let possible = Self.possibleOutcomes(row, script)
      world.close()
      guard possible.contains(Self.comparable(outcome, row)) == false else { continue }
      Issue.record("\(row), seed \(seed), \(script): \(outcome) is none of \(possible)")
      return
    }
  }

  @Test(arguments: HammerRow.all)
  func `functions are called one at a time`(row: HammerRow) {
    let queue = DispatchQueue(label: "hammer")
    for seed in 0..<Self.seeds {
      let world = HammerWorld(row.plan, lingers: true)
      Self.strike(world, Script(seed: seed, for: row), on: queue)
      for blow in Self.lastBlows(row) { world.strike(blow) }
      world.close()
      guard world.overlapCount > 0 else { continue }
      Issue.record("\(row), seed \(seed): functions ran at the same time")
      return
    }
  }

  @Test(arguments: HammerRow.all, HammerWorld.Hook.Place.allCases)
  func `from within`(row: HammerRow, place: HammerWorld.Hook.Place) {
    for source in Set([0, row.secondSource]) {
      let ends: [HammerBlow] = [.end(source: source), .failure(source: source)]
      for blow in [.value(5, source: source), .cancel] + (row.canEnd ? ends : []) {
        var script: [HammerBlow] = (1...3).flatMap { number in
          [.value(number, source: 0)]
            + (row.secondSource == 0 ? [] : [.value(10 + number, source: row.secondSource)])
            + (row.isTimed ? [.advance] : [])
        }
        if row.canEnd { script += [.end(source: 0), .failure(source: row.secondSource)] }
        let hook = HammerWorld.Hook(place: place, blow: blow)
        let world = HammerWorld(row.plan, hook: hook)
        let naive = NaiveHammerWorld(row.plan, hook: hook)
        for blow in script + Self.lastBlows(row) {
          world.strike(blow)
          naive.strike(blow)
        }
        #expect(world.outcome == naive.outcome, "\(row), \(blow) from within \(place)")
        world.close()
      }
    }
  }
}
