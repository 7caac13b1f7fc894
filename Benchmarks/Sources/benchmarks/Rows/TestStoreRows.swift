// SPDX-License-Identifier: MIT

import Benchmark
import Lockstep
import LockstepTesting

private struct ListState: Equatable {
  var elements: [Element]

  init(_ count: Int = 100) {
    elements = (0..<count).map { Element(id: $0) }
  }

  struct Element: Equatable {
    var id: Int
    var title = "element"
    var isDone = false
  }
}

private enum ListAction: Equatable, Sendable {
  case toggle(Int)
}

@BenchmarkActor func exhaustiveTestStep() -> Work {
  Work(
    reference: "2 copies, 2 comparisons",
    operations: 200,
    subject: { state in
      let run = TestRun(of: ListState(), steps: 200)
      state.start()
      run()
      try state.end()
    },
    bare: { _ in
      var state = ListState()
      var unequal = 0
      for index in 0..<200 {
        let before = opaque(state)
        state.elements[index % 100].isDone.toggle()
        var expected = before
        expected.elements[index % 100].isDone.toggle()
        if opaque(expected) != opaque(state) { unequal += 1 }
        if opaque(before) == opaque(state) { unequal += 1 }
      }
      precondition(unequal == 0)
    }
  )
}

/// A step of a state of a thousand elements, next to ten of one of a hundred.
@BenchmarkActor func growthOfTestStep() -> Work {
  Work(
    reference: "10 with 100 elements",
    operations: 20,
    subject: { state in
      let run = TestRun(of: ListState(1_000), steps: 20)
      state.start()
      run()
      try state.end()
    },
    bare: { _ in TestRun(of: ListState(), steps: 200)() }
  )
}

/// A test store, and how many steps it is to take.
@BenchmarkActor private struct TestRun {
  private let store: TestStore<ListState, ListAction, Void>
  private let steps: Int

  init(of state: ListState, steps: Int) {
    self.steps = steps
    store = TestStore(
      initialState: state,
      reducer: Reducer<ListState, ListAction, Void> { state, action, _ in
        switch action {
        case .toggle(let index): state.elements[index].isDone.toggle()
        }
        return .none
      },
      environment: ()
    )
  }

  func callAsFunction() {
    for index in 0..<steps {
      store.send(.toggle(index % 100)) { $0.elements[index % 100].isDone.toggle() }
    }
  }
}
