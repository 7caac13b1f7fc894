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
    self.init { store, wakes in
      (0..<count).map { _ in
        store.scope(state: \.other).observe { _, _ in wakes.count += 1 }
      }
    }
  }

  @BenchmarkActor init(observersOfOtherParts count: Int) {
    self.init { store, wakes in
      (0..<count).map { part in
        store.scope(state: { $0.other + part }).observe { _, _ in wakes.count += 1 }
      }
    }
  }

  @BenchmarkActor private init(
    _ observeOthers:
      @BenchmarkActor (Store<CounterState, CounterAction>, Wakes) -> [StoreObservation]
  ) {
    let store = makeCounterStore()
    let wakes = Wakes()
    var observations = observeOthers(store, wakes)
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
  growth(Observed(observersOfOtherFields: 100), Observed(observersOfOtherFields: 10_000))
}

@BenchmarkActor func growthWithObservedParts() -> Work {
  growth(Observed(observersOfOtherParts: 100), Observed(observersOfOtherParts: 10_000))
}

@BenchmarkActor private func growth(_ few: Observed, _ many: Observed) -> Work {
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
