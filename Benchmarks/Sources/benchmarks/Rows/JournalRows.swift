// SPDX-License-Identifier: MIT

import CAllocations
import Lockstep
import LockstepJournal

@BenchmarkActor func recordedCounter() -> Work {
  let store = makeCounterStore()
  let journal = store.journal()
  return Work(
    reference: "loop, clock, array",
    operations: 5_000,
    subject: { _ in
      for _ in 0..<5_000 { store.send(.increment) }
      precondition(journal.droppedTurnCount > 0)
    },
    bare: { _ in runNotingCounter(times: 5_000) { nil } }
  )
}

/// An action whose effect begins and ends in its turn.
private let workingReducer = Reducer<CounterState, CounterAction, Void> { state, action, _ in
  state.count &+= 1
  return .fireAndForget {}
}

@BenchmarkActor private func makeWorkingStore() -> Store<CounterState, CounterAction> {
  Store(
    initialState: CounterState(),
    reducer: workingReducer,
    environment: (),
    isolation: BenchmarkActor.shared
  )
}

@BenchmarkActor func recordedEffect() -> Work {
  let store = makeWorkingStore()
  let journal = store.journal()
  return Work(
    reference: "loop, three clocks, array",
    operations: 5_000,
    subject: { _ in
      for _ in 0..<5_000 { store.send(.increment) }
      precondition(journal.effects.count == 1_000)
    },
    bare: { _ in runNotingCounter(times: 5_000) { opaque({ ContinuousClock.now }) } }
  )
}

@BenchmarkActor func memoryOfManyRecordedTurns() -> Double? {
  guard allocations_can_be_counted() else { return nil }
  let store = makeWorkingStore()
  let journal = store.journal()
  // As many as are dropped at once, so that as much is kept as before.
  for _ in 0..<100_000 { store.send(.increment) }
  allocations_start()
  for _ in 0..<1_000_000 { store.send(.increment) }
  allocations_stop()
  withExtendedLifetime(journal) {}
  return Double(allocations_live_bytes())
}

/// Does what the plain closure does, and notes each action, its time and the state in the place of the oldest ones.
///
/// The function is asked for an effect, which is called twice, as one that begins and ends.
private func runNotingCounter(
  times: Int,
  _ makeEffect: () -> (() -> ContinuousClock.Instant)?
) {
  let counter = makeBareCounter()
  let start = ContinuousClock.now
  var state = CounterState()
  var queue: [CounterAction] = []
  var noted: [(action: any Sendable, time: Duration, state: CounterState)] = []
  var next = 0
  for _ in 0..<times {
    queue.append(.increment)
    while let action = queue.popLast() {
      let time = start.duration(to: .now)
      if counter(&state, action) != nil { return }
      if let effect = makeEffect() { precondition(effect() <= effect()) }
      if noted.count < 1_000 {
        noted.append((action, time, state))
      } else {
        noted[next] = (action, time, state)
        next = next == 999 ? 0 : next + 1
      }
    }
  }
  precondition(state.count == times && opaque(noted).count == 1_000)
}
