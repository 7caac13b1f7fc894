// SPDX-License-Identifier: MIT

import Lockstep
import OpenCombine

// Sending values to one listener, next to the store with one observer.

@BenchmarkActor private func compare(_ publish: @escaping () -> Void) -> Work {
  let store = makeCounterStore()
  var sum = 0
  let observation = store.observe { state, _ in sum &+= state.count }
  return Work(
    reference: "store.send, one observer",
    operations: 20_000,
    subject: { _ in for _ in 0..<20_000 { publish() } },
    bare: { _ in
      for _ in 0..<20_000 { store.send(.increment) }
      withExtendedLifetime(observation) {}
    }
  )
}

@BenchmarkActor func passthroughSubject() -> Work {
  let subject = PassthroughSubject<Int, Never>()
  var sum = 0
  let sink = subject.sink { sum &+= $0 }
  return compare {
    subject.send(1)
    withExtendedLifetime(sink) {}
  }
}

@BenchmarkActor func currentValueSubject() -> Work {
  let subject = CurrentValueSubject<CounterState, Never>(CounterState())
  var sum = 0
  let sink = subject.removeDuplicates().sink { sum &+= $0.count }
  return compare {
    subject.value.count &+= 1
    withExtendedLifetime(sink) {}
  }
}

@BenchmarkActor func subjectWithScan() -> Work {
  let actions = PassthroughSubject<CounterAction, Never>()
  let reduce = makeBareCounter()
  var sum = 0
  let sink =
    actions
    .scan(CounterState()) { state, action in
      var state = state
      _ = reduce(&state, action)
      return state
    }
    .removeDuplicates()
    .sink { sum &+= $0.count }
  return compare {
    actions.send(.increment)
    withExtendedLifetime(sink) {}
  }
}
