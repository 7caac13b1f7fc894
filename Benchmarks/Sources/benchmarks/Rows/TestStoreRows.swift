// SPDX-License-Identifier: MIT

import Benchmark
import Lockstep
import LockstepTesting

/// The state that a step changes.
private protocol ListState: Equatable, Sendable {
  mutating func toggle(_ index: Int)
}

private struct Items: ListState {
  var elements: [Item]

  init(_ count: Int = 100) {
    elements = (0..<count).map { Item(id: $0) }
  }

  mutating func toggle(_ index: Int) {
    elements[index].isDone.toggle()
  }

  struct Item: Equatable {
    var id: Int
    var title = "element"
    var isDone = false
  }
}

private struct Numbers: ListState {
  var elements = Array(0..<10_000)

  mutating func toggle(_ index: Int) {
    elements[index] = ~elements[index]
  }
}

private enum ListAction: Equatable, Sendable {
  case toggle(Int)
}

@BenchmarkActor func exhaustiveTestStep() -> Work {
  testStep(of: Items(), "2 copies, 2 comparisons") { state, index in
    let before = opaque(state)
    state.toggle(index)
    var expected = before
    expected.toggle(index)
    return opaque(expected) == opaque(state) && opaque(before) != opaque(state)
  }
}

@BenchmarkActor func exhaustiveTestStepOfManyElements() -> Work {
  testStep(of: Numbers(), "copy and comparison") { state, index in
    var expected = opaque(state)
    state.toggle(index)
    expected.toggle(index)
    return expected == opaque(state)
  }
}

/// The bare work tells whether the state is then as expected.
@BenchmarkActor private func testStep<State: ListState>(
  of list: State,
  _ reference: String,
  _ bare: @escaping (inout State, Int) -> Bool
) -> Work {
  Work(
    reference: reference,
    operations: 200,
    subject: { state in
      let run = TestRun(of: list, steps: 200)
      try state.measure { run() }
    },
    bare: { _ in
      var state = list
      for index in 0..<200 { precondition(bare(&state, index % 100)) }
    }
  )
}

/// A step of a state of a thousand elements, next to ten of one of a hundred.
@BenchmarkActor func growthOfTestStep() -> Work {
  Work(
    reference: "10 with 100 elements",
    operations: 20,
    subject: { state in
      let run = TestRun(of: Items(1_000), steps: 20)
      try state.measure { run() }
    },
    bare: { _ in TestRun(of: Items(), steps: 200)() }
  )
}

/// A test store, and how many steps it is to take.
@BenchmarkActor private struct TestRun<State: ListState> {
  private let store: TestStore<State, ListAction, Void>
  private let steps: Int

  init(of state: State, steps: Int) {
    self.steps = steps
    store = TestStore(
      initialState: state,
      reducer: Reducer<State, ListAction, Void> { state, action, _ in
        switch action {
        case .toggle(let index): state.toggle(index)
        }
        return .none
      },
      environment: ()
    )
  }

  func callAsFunction() {
    for index in 0..<steps {
      store.send(.toggle(index % 100)) { $0.toggle(index % 100) }
    }
  }
}
