// SPDX-License-Identifier: MIT

import Lockstep

/// Sends actions that change one field while others are observed by many.
private struct Observed {
  let store: Store<CounterState, CounterAction>
  let observations: [StoreObservation]
  let wakes: Wakes

  final class Wakes {
    var count = 0
  }

  @BenchmarkActor init(observersOfOtherFields count: Int) {
    let store = makeCounterStore()
    let wakes = Wakes()
    var observations = (0..<count).map { _ in
      store.scope(state: \.other).observe { _, _ in wakes.count += 1 }
    }
    observations.append(store.scope(state: \.count).observe { _, _ in wakes.count += 1 })
    wakes.count = 0
    self.store = store
    self.observations = observations
    self.wakes = wakes
  }
}

@BenchmarkActor func wakesOfManyObservers() -> Double? {
  let observed = Observed(observersOfOtherFields: 10_000)
  observed.store.send(.increment)
  return Double(observed.wakes.count)
}

@BenchmarkActor func growthWithObservers() -> Work {
  let few = Observed(observersOfOtherFields: 100)
  let many = Observed(observersOfOtherFields: 10_000)
  func send(_ observed: Observed) -> Work.Body {
    { _ in
      observed.wakes.count = 0
      for _ in 0..<100 { observed.store.send(.increment) }
      precondition(observed.wakes.count == 100)
    }
  }
  return Work(
    reference: "with 100 observers",
    operations: 100,
    subject: send(many),
    bare: send(few)
  )
}
