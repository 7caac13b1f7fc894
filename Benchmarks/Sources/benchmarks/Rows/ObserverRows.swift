// SPDX-License-Identifier: MIT

import Benchmark
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
  Work(
    reference: "with 100 observers",
    operations: 100,
    subject: sending(to: Observed(observersOfOtherFields: 10_000)),
    bare: sending(to: Observed(observersOfOtherFields: 100))
  )
}

@BenchmarkActor func observersOfManyParts() -> Work {
  Work(
    reference: "10,000 closures",
    operations: 100,
    subject: sending(to: Observed(observersOfOtherParts: 10_000)),
    bare: makeBareObservers(of: 10_000)
  )
}

@BenchmarkActor private func sending(to observed: Observed) -> Work.Body {
  { _ in
    observed.wakes.count = 0
    for _ in 0..<100 { observed.store.send(.increment) }
    precondition(observed.wakes.count == 100)
  }
}

/// Closures that each compare a part of their own with its previous value, and one that sees the change.
private func makeBareObservers(of count: Int) -> Work.Body {
  let wakes = Observed.Wakes()
  func observer(_ part: @escaping (CounterState) -> Int) -> (CounterState) -> Void {
    var last = part(CounterState())
    return { state in
      let now = part(state)
      guard now != last else { return }
      last = now
      wakes.count += 1
    }
  }
  let observers = opaque(
    (0..<count).map { part in observer(opaque { $0.other + part }) }
      + [observer(opaque(\.count))]
  )
  let counter = makeBareCounter()
  var state = CounterState()
  return { _ in
    wakes.count = 0
    for _ in 0..<100 {
      _ = counter(&state, .increment)
      for observer in observers { observer(state) }
    }
    precondition(wakes.count == 100)
  }
}

// MARK: The end of an observation

@BenchmarkActor func endOneOfAThousandObservations() -> Work {
  endOne(of: 1_000)
}

@BenchmarkActor func endOneOfTenThousandObservations() -> Work {
  endOne(of: 10_000)
}

/// Ends every other of them, and looks whether the others are still told.
@BenchmarkActor private func endOne(of count: Int) -> Work {
  let ended = stride(from: 0, to: count, by: 2)
  return Work(
    reference: "table of closures",
    operations: count / 2,
    subject: { state in
      let observed = Observed(observersOfOtherFields: count)
      try state.measure {
        for index in ended { observed.observations[index].cancel() }
      }
      observed.store.send(.other)
      precondition(observed.wakes.count == count / 2)
    },
    bare: { state in
      let wakes = Observed.Wakes()
      var observers: [Int: () -> Void] = [:]
      for index in 0..<count { observers[index] = opaque { wakes.count += 1 } }
      try state.measure {
        for index in ended { observers[index] = nil }
      }
      for observer in observers.values { observer() }
      precondition(wakes.count == count / 2)
    }
  )
}
