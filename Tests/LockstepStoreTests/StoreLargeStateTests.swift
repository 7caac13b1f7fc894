// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Observation
import Testing

private struct Level<Child> {
  var child: Child
}

/// A state of one mebibyte and a number.
private struct Leaf {
  var weight = InlineArray<131_072, Int>(repeating: 0)
  var number = 0
}

// Fifty levels around the leaf, each of the same size.
private typealias Five<Child> = Level<Level<Level<Level<Level<Child>>>>>
private typealias TwentyFive<Child> = Five<Five<Five<Five<Five<Child>>>>>
private typealias Root = TwentyFive<TwentyFive<Leaf>>

private func five<Child>(_ child: Child) -> Five<Child> {
  Level(child: Level(child: Level(child: Level(child: Level(child: child)))))
}

private func twentyFive<Child>(_ child: Child) -> TwentyFive<Child> {
  five(five(five(five(five(child)))))
}

extension Reducer where Environment == Void, Action == Int {
  private var up: Reducer<Level<State>, Int, Void> {
    pullback(state: \.child, action: .self)
  }

  private var five: Reducer<Five<State>, Int, Void> { up.up.up.up.up }

  fileprivate var twentyFive: Reducer<TwentyFive<State>, Int, Void> { five.five.five.five.five }
}

extension Store where Action == Int {
  /// Scopes to the child and adds one to each action.
  private func down<Child>() -> Store<Child, Int> where State == Level<Child> {
    scope(state: \.child) { $0 + 1 }
  }

  private func five<Child>() -> Store<Child, Int> where State == Five<Child> {
    let second: Store<Level<Level<Level<Child>>>, Int> = down().down()
    return second.down().down().down()
  }

  fileprivate func twentyFive<Child>() -> Store<Child, Int> where State == TwentyFive<Child> {
    let second: Store<Five<Five<Five<Child>>>, Int> = five().five()
    return second.five().five().five()
  }
}

/// A leaf in an optional and a leaf in a case.
private struct Branch {
  var optional: Leaf? = Leaf()
  var screen = Screen.leaf(Leaf())
  var turns = 0

  enum Screen {
    case none
    case leaf(Leaf)
  }
}

/// A store that two threads use one after the other.
///
/// `@unchecked` because the first thread ends before the second one starts.
private final class Handover: @unchecked Sendable {
  var root: ManualStore<Root, Int>?
  var leaf: Store<Leaf, Int>?
  var branch: ManualStore<Branch, Change<Branch>>?
  var observations: [StoreObservation] = []
}

/// Uses a state of one mebibyte through fifty scopes on a stack of half a mebibyte.
@Suite struct StoreLargeStateTests {
  private func onStack(
    kibibytes: Int,
    _ body: @escaping @Sendable () -> [Int]
  ) async -> [Int] {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = kibibytes * 1024
      thread.start()
    }
  }

  @Test func `sending through fifty scopes and reading one leaf does not copy the state`() async {
    #expect(MemoryLayout<Root>.size > 1024 * 1024)
    let handover = Handover()
    let woken = Recorder(0)
    _ = await onStack(kibibytes: 512 * 1024) {
      let add = Reducer<Leaf, Int, Void> { state, action, _ in
        state.number += action
        return .none
      }
      let root = ManualStore<Root, Int>(
        initialState: twentyFive(twentyFive(Leaf())),
        reducer: add.twentyFive.twentyFive,
        environment: ()
      )
      handover.root = root
      let half: Store<TwentyFive<Leaf>, Int> = root.store.twentyFive()
      handover.leaf = half.twentyFive()
      return []
    }
    let seen = await onStack(kibibytes: 512) {
      guard let leaf = handover.leaf else { return [] }
      let number = leaf.scope(state: \.number)
      var seen: [Int] = []
      let observation = number.observe { number, _ in seen.append(number) }
      withObservationTracking {
        _ = (leaf.number, number.state)
      } onChange: {
        woken.update { $0 += 1 }
      }
      leaf.send(1)
      number.send(0)
      seen.append(leaf.number)
      observation.cancel()
      handover.leaf = nil
      handover.root = nil
      return seen
    }
    #expect(seen == [0, 51, 101, 101])
    #expect(woken.value == 1)
  }

  @Test func `a turn does not copy a value that ifLet or ifCaseLet observes`() async {
    let handover = Handover()
    let calls = Recorder<[String]>([])
    _ = await onStack(kibibytes: 64 * 1024) {
      let branch = ManualStore<Branch, Change<Branch>>(
        initialState: Branch(),
        reducer: Reducer { state, change, _ in
          change.apply(&state)
          return .none
        },
        environment: ()
      )
      handover.branch = branch
      handover.observations = [
        branch.store.ifLet(\.optional) { (change: Change<Branch>) in
          change
        } then: { _ in
          calls.update { $0.append("there is an optional") }
        } else: {
          calls.update { $0.append("there is no optional") }
        },
        branch.store.scope(state: \.screen).ifCaseLet(/Branch.Screen.leaf) {
          (change: Change<Branch>) in
          change
        } then: { _ in
          calls.update { $0.append("there is a case") }
        } else: {
          calls.update { $0.append("there is no case") }
        },
      ]
      return []
    }
    #expect(calls.value == ["there is an optional", "there is a case"])
    let turns = await onStack(kibibytes: 512) {
      let turns = handover.branch?.store.scope(state: \.turns)
      turns?.change { (branch: inout Branch) in branch.turns += 1 }
      turns?.change { (branch: inout Branch) in branch.turns += 1 }
      return [turns?.state ?? 0]
    }
    #expect(turns == [2])
    #expect(calls.value.count == 2)
    _ = await onStack(kibibytes: 64 * 1024) {
      handover.branch?.store.change { (branch: inout Branch) in branch.optional = nil }
      handover.branch?.store.change { (branch: inout Branch) in branch.screen = .none }
      handover.observations = []
      handover.branch = nil
      return []
    }
    #expect(calls.value.suffix(2) == ["there is no optional", "there is no case"])
  }
}
