// SPDX-License-Identifier: MIT

import Lockstep
import Synchronization

/// The small feature that most rows are about.
struct CounterState: Equatable, Sendable {
  var count = 0
  var other = 0
}

enum CounterAction: Sendable {
  case increment
  case other
}

let counterReducer = Reducer<CounterState, CounterAction, Void> { state, action, _ in
  switch action {
  case .increment: state.count &+= 1
  case .other: state.other &+= 1
  }
  return .none
}

/// The counter's reducer as a plain closure, which returns a missing effect.
func makeBareCounter() -> (inout CounterState, CounterAction) -> AnyObject? {
  opaque { state, action in
    switch action {
    case .increment: state.count &+= 1
    case .other: state.other &+= 1
    }
    return nil
  }
}

/// Passes actions through a queue to the plain closure.
func runBareCounter(times: Int) {
  let counter = makeBareCounter()
  var state = CounterState()
  var queue: [CounterAction] = []
  for _ in 0..<times {
    queue.append(.increment)
    while let action = queue.popLast() {
      if counter(&state, action) != nil { return }
    }
  }
  precondition(state.count == times)
}

/// The same value, of which the compiler then knows nothing.
@inline(never) @_optimize(none) func opaque<Value>(_ value: Value) -> Value {
  value
}

@BenchmarkActor func makeCounterStore() -> Store<CounterState, CounterAction> {
  Store(
    initialState: CounterState(),
    reducer: counterReducer,
    environment: (),
    isolation: BenchmarkActor.shared
  )
}

/// A number that any thread may raise.
final class Counter: Sendable {
  let count = Atomic(0)
}
