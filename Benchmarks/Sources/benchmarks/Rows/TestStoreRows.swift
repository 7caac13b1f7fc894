// SPDX-License-Identifier: MIT

import Benchmark
import Lockstep
import LockstepTesting

private struct ListState: Equatable {
  var elements = (0..<100).map { Element(id: $0) }

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
      let store = TestStore(
        initialState: ListState(),
        reducer: Reducer<ListState, ListAction, Void> { state, action, _ in
          switch action {
          case .toggle(let index): state.elements[index].isDone.toggle()
          }
          return .none
        },
        environment: ()
      )
      state.start()
      for index in 0..<200 {
        store.send(.toggle(index % 100)) { $0.elements[index % 100].isDone.toggle() }
      }
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
