// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import Testing

/// Strikes each operator and leaf from two or three threads and from nested calls, while it delivers, ends, fails and
/// is cancelled.
///
/// The outcome matches a naive single-threaded model in some order of the blows.
@Suite struct EffectHammerTests {
  /// The number of scripts that threads run against each row.
  ///
  /// More scripts find rarer interleavings.
  private static let seeds =
    ProcessInfo.processInfo.environment["LOCKSTEP_HAMMER_SEEDS"].flatMap(UInt64.init) ?? 25

  /// Waits for work of other threads, and yields to other tests.
  ///
  /// Checks only once if the row has no other threads.
  private static func eventually(_ row: HammerRow, _ isTrue: () -> Bool) async -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(row.isAsynchronous ? 600 : 0))
    while isTrue() == false {
      guard ContinuousClock.now < end else { return false }
      await Task.yield()
    }
    return true
  }

  @Test(arguments: HammerRow.all)
  func `one thread`(row: HammerRow) async {
    for seed in 0..<Self.seeds {
      let blows = HammerScript(seed: seed, for: row).shuffled(seed: seed)
      let world = HammerWorld(row.plan)
      let naive = NaiveHammerWorld(row.plan)
      for blow in blows + row.lastBlows {
        world.strike(blow)
        naive.strike(blow)
        if row.isAsynchronous {
          _ = await Self.eventually(row) { world.outcome == naive.outcome }
        }
      }
      let outcome = world.outcome
      world.close()
      guard outcome != naive.outcome else { continue }
      Issue.record("\(row), seed \(seed), \(blows): \(outcome) is not \(naive.outcome)")
      return
    }
  }

  @Test(arguments: HammerRow.all)
  func `several threads`(row: HammerRow) async {
    let queues = HammerScript.queues()
    for seed in 0..<Self.seeds {
      let script = HammerScript(seed: seed, for: row)
      let world = HammerWorld(row.plan)
      script.strike(world, on: queues)
      for blow in row.lastBlows { world.strike(blow) }
      let history = HammerHistory(row, world.strikes)
      let isAllowed = await Self.eventually(row) { history.allows { $0 == world.outcome } }
      let outcome = world.outcome
      // One call may have been in progress.
      #expect(world.countAfterCancel <= 1, "\(row), seed \(seed), \(script): \(outcome)")
      world.close()
      guard isAllowed == false else { continue }
      Issue.record(
        """
        \(row), seed \(seed), \(script): \(outcome) is none of \(history.outcomes)
        \(history.strikes)
        """
      )
      return
    }
  }

  @Test(arguments: HammerRow.all)
  func `several threads match the model in some order through the mailbox of a store`(
    row: HammerRow
  ) async {
    let queues = HammerScript.queues()
    for seed in 0..<Self.seeds {
      var script = HammerScript(seed: seed, for: row)
      script.cancelOnFirstThread()
      let world = HammerWorld()
      let store = HammerStore(world.effect(row.plan))
      script.strike(world, on: queues, cancel: store.cancel)
      for blow in row.lastBlows { world.strike(blow) }
      let history = HammerHistory(row, world.strikes, waitsInMailbox: true)
      let isAllowed = await Self.eventually(row) {
        let received = store.received
        return history.allows { $0.filter { $0 != .end } == received }
      }
      let received = store.received
      #expect(store.countAfterCancel == 0, "\(row), seed \(seed), \(script): \(received)")
      store.cancel()
      world.close()
      guard isAllowed == false else { continue }
      Issue.record(
        """
        \(row), seed \(seed), \(script): \(received) is none of \(history.outcomes)
        \(history.strikes)
        """
      )
      return
    }
  }

  @Test(arguments: HammerRow.all)
  func `an effect calls its functions one at a time`(row: HammerRow) {
    let queues = HammerScript.queues()
    for seed in 0..<Self.seeds {
      let world = HammerWorld(row.plan, lingers: true)
      HammerScript(seed: seed, for: row).strike(world, on: queues)
      for blow in row.lastBlows { world.strike(blow) }
      world.close()
      guard world.overlapCount > 0 else { continue }
      Issue.record("\(row), seed \(seed): functions ran at the same time")
      return
    }
  }

  @Test(arguments: HammerRow.all, HammerWorld.Hook.Place.allCases)
  func `from within`(row: HammerRow, place: HammerWorld.Hook.Place) async {
    for source in Set([0, row.secondSource]) {
      let ends: [HammerBlow] = [.end(source: source), .failure(source: source)]
      for blow in [.value(5, source: source), .cancel] + (row.canEnd ? ends : []) {
        var script: [HammerBlow] = []
        for number in 1...3 {
          script.append(.value(number, source: 0))
          if row.secondSource != 0 {
            script.append(.value(10 + number, source: row.secondSource))
          }
          if row.isTimed { script.append(.advance) }
        }
        if row.canEnd { script += [.end(source: 0), .failure(source: row.secondSource)] }
        let hook = HammerWorld.Hook(place: place, blow: blow)
        let world = HammerWorld(row.plan, hook: hook)
        let naive = NaiveHammerWorld(row.plan, hook: hook)
        for blow in script + row.lastBlows {
          world.strike(blow)
          naive.strike(blow)
          if row.isAsynchronous {
            _ = await Self.eventually(row) { world.outcome == naive.outcome }
          }
        }
        #expect(world.outcome == naive.outcome, "\(row), \(blow) from within \(place)")
        world.close()
      }
    }
  }
}

/// A store that one thread uses, and the events that it receives from an effect.
private final class HammerStore {
  private enum Action: Sendable {
    case start(Effect<Int, Problem>)
    case cancel
    case receive(Result<Int, Problem>)
  }

  private let store = ManualStore<[HammerEvent], Action>(
    initialState: [],
    reducer: Reducer { events, action, _ in
      switch action {
      case .start(let effect):
        return effect.catchToEffect().map(Action.receive).cancellable(id: "effect")
      case .cancel: return .cancel(id: "effect")
      case .receive(.success(let value)): events.append(.value(value))
      case .receive(.failure(let problem)): events.append(.failure(problem.code))
      }
      return .none
    },
    environment: ()
  )
  private var countAtCancel: Int?

  init(_ effect: Effect<Int, Problem>) {
    store.send(.start(effect))
  }

  /// The events received so far, after the store has run all its work.
  var received: [HammerEvent] {
    store.run()
    return store.store.state
  }

  var countAfterCancel: Int { received.count - (countAtCancel ?? received.count) }

  /// Receives the values sent so far, and cancels the effect.
  func cancel() {
    store.run()
    store.send(.cancel)
    if countAtCancel == nil { countAtCancel = store.store.state.count }
  }
}
