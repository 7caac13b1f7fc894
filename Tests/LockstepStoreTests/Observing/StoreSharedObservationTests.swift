// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A number that counts its comparisons.
private struct Counted: Equatable, Sendable {
  var value = 0
  let comparisons: Recorder<Int>

  static func == (one: Self, other: Self) -> Bool {
    one.comparisons.update { $0 += 1 }
    return one.value == other.value
  }
}

private struct State {
  var a: Counted
  var b: Counted
  var c = 0

  init(_ comparisons: Recorder<Int>) {
    a = Counted(comparisons: comparisons)
    b = Counted(comparisons: comparisons)
  }
}

private enum Action: Sendable {
  case a
  case b
  case c
  /// Changes `a`, then runs the closure in the middle of the turn.
  case aAndRun(@MainActor @Sendable () -> Void)
}

private let reducer = Reducer<State, Action, Void> { state, action, _ in
  switch action {
  case .a: state.a.value += 1
  case .b: state.b.value += 1
  case .c: state.c += 1
  case .aAndRun(let run):
    state.a.value += 1
    return .fireAndForget { MainActor.assumeIsolated(run) }
  }
  return .none
}

/// Observers of the same part of a state share one comparison.
@Suite @MainActor struct StoreSharedObservationTests {
  private let comparisons = Recorder(0)

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State(comparisons), reducer: reducer, environment: ())
  }

  @Test(arguments: [1, 10, 1_000])
  func `a turn compares only the changed part, once for all observers`(
    observers: Int
  ) {
    let store = makeStore()
    var calls: [String] = []
    let observations = (0..<observers).flatMap { _ in
      [
        store.scope(state: \.a).observe { a, _ in calls.append("a\(a.value)") },
        store.scope(state: \.b).observe { b, _ in calls.append("b\(b.value)") },
      ]
    }
    calls = []
    comparisons.set(0)
    store.send(.c)
    #expect(comparisons.value == 0)
    #expect(calls.isEmpty)
    store.send(.a)
    #expect(comparisons.value == 1)
    #expect(calls == Array(repeating: "a1", count: observers))
    withExtendedLifetime(observations) {}
  }

  @Test func `observers are called in the order in which they were added`() {
    let store = Store<[Int], Int>(
      initialState: [0, 0],
      reducer: Reducer { state, index, _ in
        if index < 2 { state[index] += 1 } else { state = state.map { $0 + 1 } }
        return .none
      },
      environment: ()
    )
    var calls: [Int] = []
    let all = [0, 1, 2, 3, 4].map { number in
      // The whole state, or a closure scope.
      number % 2 == 0
        ? store.observe { _, _ in calls.append(number) }
        : store.scope(state: { $0[0] }).observe { _, _ in calls.append(number) }
    }
    calls = []
    store.send(1)
    #expect(calls == [0, 2, 4])
    calls = []
    store.send(0)
    #expect(calls == [0, 1, 2, 3, 4])
    withExtendedLifetime(all) {}
  }

  @Test func `an observer added in the middle of a turn is not notified twice`() {
    let store = makeStore()
    var calls: [String] = []
    let first = store.scope(state: \.a).observe { a, _ in calls.append("first \(a.value)") }
    var later: StoreObservation?
    store.send(
      .aAndRun {
        later = store.scope(state: \.a).observe { a, _ in calls.append("later \(a.value)") }
      }
    )
    #expect(calls == ["first 0", "later 1", "first 1"])
    calls = []
    store.send(.a)
    #expect(calls == ["first 2", "later 2"])
    withExtendedLifetime((first, later)) {}
  }

  @Test(arguments: [1, 10, 1_000])
  func `observers added in the middle of a turn share a comparison`(observers: Int) {
    let store = makeStore()
    let a = store.scope(state: \.a)
    var calls: [String] = []
    let first = a.observe { a, _ in calls.append("first \(a.value)") }
    var others: [StoreObservation] = []
    comparisons.set(0)
    store.send(
      .aAndRun {
        for _ in 0..<observers {
          others.append(a.observe { a, _ in calls.append("other \(a.value)") })
        }
      }
    )
    // Each new observer checks whether the first observer has already been called.
    #expect(comparisons.value <= 2 * observers + 2)
    comparisons.set(0)
    calls = []
    store.send(.a)
    #expect(calls == ["first 2"] + Array(repeating: "other 2", count: observers))
    // One comparison for observers added before the turn, and one for observers added within it.
    #expect(comparisons.value <= 4)
    first.cancel()
    calls = []
    let last = a.observe { a, _ in calls.append("last \(a.value)") }
    for other in others { other.cancel() }
    comparisons.set(0)
    store.send(.a)
    #expect(calls == ["last 2", "last 3"])
    #expect(comparisons.value <= 2)
    last.cancel()
  }

  @Test func `an observer that another observer of the same part cancels is not called`() {
    let store = makeStore()
    var calls: [String] = []
    var observations: [StoreObservation] = []
    observations.append(
      store.scope(state: \.a).observe { a, _ in
        calls.append("first \(a.value)")
        if a.value == 1 { observations[1].cancel() }
      }
    )
    for name in ["second", "third"] {
      observations.append(
        store.scope(state: \.a).observe { a, _ in calls.append("\(name) \(a.value)") }
      )
    }
    calls = []
    store.send(.a)
    store.send(.a)
    #expect(calls == ["first 1", "third 1", "first 2", "third 2"])
  }

  /// Observers of two parts are added and removed at random, also in the middle of a turn.
  ///
  /// Each receives the same values as an observer with its own comparison.
  @Test(arguments: 0..<50)
  func `an observer with a shared comparison receives the same values as one without`(seed: UInt64)
  {
    let store = makeStore()
    var generator = SplitMix64(seed: seed)
    var calls: [String] = []
    var reference: [String] = []
    var observations: [Int: (shared: StoreObservation, alone: StoreObservation)] = [:]
    var lastNumber = 0

    func observe() {
      lastNumber += 1
      let number = lastNumber
      let path: any KeyPath<State, Counted> & Sendable = Bool.random(using: &generator) ? \.a : \.b
      let shared = store.scope(state: path).observe { value, _ in
        calls.append("\(number): \(value.value)")
      }
      let isSame: (Counted, Counted) -> Bool = { $0.value == $1.value }
      let alone = store.scope(state: path).observe(removeDuplicates: isSame) { value, _ in
        reference.append("\(number): \(value.value)")
        change()
      }
      observations[number] = (shared, alone)
    }
    func change() {
      guard lastNumber < 60 else { return }
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: observe()
      case 1:
        let number = Int.random(in: 1...max(1, lastNumber), using: &generator)
        if let ended = observations.removeValue(forKey: number) {
          ended.shared.cancel()
          ended.alone.cancel()
        }
      default: break
      }
    }

    observe()
    for _ in 0..<100 {
      store.send([.a, .b, .c][Int.random(in: 0..<3, using: &generator)])
      change()
    }
    #expect(calls == reference)
    withExtendedLifetime(observations) {}
  }
}
