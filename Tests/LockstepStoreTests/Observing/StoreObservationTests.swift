// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

private struct State: Equatable {
  var count = 0
  var name = ""
  var inner = Inner()

  struct Inner: Equatable {
    var flag = false
    var other = 0
  }

  var isEven: Bool { count % 2 == 0 }
}

private enum Action: Sendable {
  case increment(Int)
  case rename(String)
  case flag(Bool)
  case nothing
}

private let reducer = Reducer<State, Action, Void> { state, action, _ in
  switch action {
  case .increment(let number): state.count += number
  case .rename(let name): state.name = name
  case .flag(let flag): state.inner.flag = flag
  case .nothing: break
  }
  return .none
}

@Suite @MainActor struct StoreObservationTests {
  private func makeStore() -> Store<State, Action> {
    Store(initialState: State(), reducer: reducer, environment: ())
  }

  // MARK: observe

  @Test func `an observer receives the current state and each change`() {
    let store = makeStore()
    var seen: [State] = []
    let observation = store.observe { state, _ in seen.append(state) }
    store.send(.increment(1))
    store.send(.nothing)
    store.send(.increment(0))
    store.send(.rename("a"))
    #expect(seen == [State(), State(count: 1), State(count: 1, name: "a")])
    observation.cancel()
    store.send(.increment(1))
    #expect(seen.count == 3)
  }

  @Test func `an observer can define which states are duplicates`() {
    let store = makeStore()
    var seen: [Int] = []
    let isSameTen: (State, State) -> Bool = { $0.count / 10 == $1.count / 10 }
    let observation = store.observe(removeDuplicates: isSameTen) { state, _ in
      seen.append(state.count)
    }
    for _ in 0..<25 { store.send(.increment(1)) }
    #expect(seen == [0, 10, 20])
    observation.cancel()
  }

  @Test func `an observation ends when it is released`() {
    let store = makeStore()
    var count = 0
    var observation: StoreObservation? = store.observe { _, _ in count += 1 }
    store.send(.increment(1))
    #expect(count == 2)
    _ = observation
    observation = nil
    store.send(.increment(1))
    #expect(count == 2)
  }

  @Test func `an observation does not keep the store alive`() async {
    var store: Store<State, Action>? = makeStore()
    weak let released = store
    let observation = store?.observe { _, _ in }
    let states = store?.states
    store = nil
    #expect(released == nil)
    observation?.cancel()
    var count = 0
    if let states {
      for await _ in states { count += 1 }
    }
    #expect(count == 1)
  }

  @Test func `an observer can be added and removed in the middle of a turn`() {
    let store = makeStore()
    var seen: [String] = []
    var second: StoreObservation?
    var third: StoreObservation?
    let first = store.observe { state, _ in
      seen.append("first \(state.count)")
      if state.count == 1 {
        second?.cancel()
        third = store.observe { state, _ in seen.append("third \(state.count)") }
      }
    }
    second = store.observe { state, _ in seen.append("second \(state.count)") }
    store.send(.increment(1))
    store.send(.increment(1))
    #expect(
      seen == [
        "first 0", "second 0", "first 1", "third 1", "first 2", "third 2",
      ]
    )
    first.cancel()
    third?.cancel()
  }

  // MARK: Observation

  /// Counts changes of tracked reads.
  private final class Tracker {
    let changes = Recorder(0)
    private let read: @MainActor () -> Void

    init(_ read: @escaping @MainActor () -> Void) {
      self.read = read
    }

    @MainActor func track() {
      withObservationTracking(read) { [changes] in changes.update { $0 += 1 } }
    }
  }

  @Test func `tracking is notified only if a property that was read changes`() {
    let store = makeStore()
    let reads: [(read: @MainActor () -> Void, expected: [Int])] = [
      ({ _ = store.count }, [1, 0, 0, 0, 0, 1]),
      ({ _ = store.name }, [0, 1, 0, 0, 0, 0]),
      ({ _ = store.inner.flag }, [0, 0, 1, 0, 0, 0]),
      ({ _ = store.isEven }, [1, 0, 0, 0, 0, 0]),
      ({ _ = (store.count, store.name) }, [1, 1, 0, 0, 0, 1]),
      ({ _ = store.state }, [1, 1, 1, 0, 0, 1]),
      ({}, [0, 0, 0, 0, 0, 0]),
    ]
    let actions: [Action] = [
      .increment(1), .rename("a"), .flag(true), .nothing, .rename("a"), .increment(2),
    ]
    for (step, action) in actions.enumerated() {
      let trackers = reads.map { Tracker($0.read) }
      for tracker in trackers { tracker.track() }
      store.send(action)
      #expect(
        trackers.map(\.changes.value) == reads.map { $0.expected[step] },
        "step \(step), \(action)"
      )
    }
  }

  @Test func `tracking is notified once and reads the new state`() {
    let store = makeStore()
    let changes = Recorder(0)
    withObservationTracking {
      _ = store.count
    } onChange: {
      changes.update { $0 += 1 }
    }
    store.send(.increment(1))
    store.send(.increment(1))
    #expect(changes.value == 1)
    #expect(store.count == 2)
  }

  @Test func `tracking continues after changes of other properties`() {
    let store = makeStore()
    let tracker = Tracker { _ = store.count }
    tracker.track()
    for number in 0..<10 { store.send(.rename("\(number)")) }
    #expect(tracker.changes.value == 0)
    store.send(.increment(1))
    #expect(tracker.changes.value == 1)
  }

  @Test func `tracking is notified even if a later turn restores the value`() {
    let store = makeStore()
    let tracker = Tracker { _ = store.count }
    tracker.track()
    store.send(.increment(1))
    store.send(.increment(-1))
    #expect(tracker.changes.value == 1)
  }

  @Test func `tracking a scope is notified of changes in the scope`() {
    let store = makeStore()
    let inner = store.scope(state: \.inner)
    let flag = Tracker { _ = inner.flag }
    let whole = Tracker { _ = inner.state }
    flag.track()
    whole.track()
    store.send(.increment(1))
    #expect(flag.changes.value == 0 && whole.changes.value == 0)
    inner.send(.flag(true))
    #expect(flag.changes.value == 1 && whole.changes.value == 1)
  }

  @Test func `an Observations sequence delivers a change of the value that it reads`() async {
    let store = makeStore()
    let names = Observations { store.name }
    var iterator = names.makeAsyncIterator()
    #expect(await iterator.next() == "")
    store.send(.increment(1))
    store.send(.rename("a"))
    #expect(await iterator.next() == "a")
  }

  // MARK: states

  @Test func `a sequence of states delivers the first and the last state and ends with its store`()
    async
  {
    var store: Store<State, Action>? = makeStore()
    guard let states = store?.states else { return }
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next() == State())
    for number in 1...5 { store?.send(.increment(number)) }
    store?.send(.nothing)
    #expect(await iterator.next() == State(count: 15))
    store?.send(.nothing)
    store?.send(.rename("end"))
    store = nil
    #expect(await iterator.next() == State(count: 15, name: "end"))
    #expect(await iterator.next() == nil)
  }
}
