// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTesting

/// The costs of test steps.
let testCosts: [Operation] =
  [1, 100, 1_000, 10_000].map { count in
    Operation("test step, \(count) elements", times: 200) { times in
      let store = TestStore(
        initialState: Items(count),
        reducer: itemReducer,
        environment: ()
      )
      func toggle(_ step: Int) {
        let index = step % count
        store.send(.toggle(index)) { $0.elements[index].isDone.toggle() }
      }
      for step in 0..<100 { toggle(step) }
      return { for step in 0..<times { toggle(step) } }
    }
  } + [
    Operation("test step of a child", times: 200) { times in
      let store = TestStore(initialState: House(), reducer: houseReducer, environment: ())
      func increment() { store.send(.room19(.increment)) { $0.room19.count += 1 } }
      for _ in 0..<100 { increment() }
      return { for _ in 0..<times { increment() } }
    },
    Operation("test step, effect and receive", times: 200) { times in
      let store = TestStore(
        initialState: Items(1_000),
        reducer: itemReducer,
        environment: ()
      )
      func load(_ step: Int) {
        let index = step % 1_000
        store.send(.load(index))
        store.receive(.toggle(index)) { $0.elements[index].isDone.toggle() }
      }
      for step in 0..<100 { load(step) }
      return { for step in 0..<times { load(step) } }
    },
    Operation("explored schedule", times: 20) { times in
      {
        explore(schedules: times) {
          let store = TestStore(
            initialState: Items(2),
            reducer: itemReducer,
            environment: ()
          )
          store.exhaustivity.remove(.receivedActions)
          store.send(.fetch(0))
          store.send(.fetch(1))
          store.skipReceived()
        }
      }
    },
  ]

private struct Items: Equatable, Sendable {
  var elements: [Item]

  init(_ count: Int) {
    elements = (0..<count).map { Item(id: $0) }
  }

  struct Item: Equatable, Sendable {
    var id: Int
    var title = "element"
    var isDone = false
  }
}

private enum ItemAction: Equatable, Sendable {
  case fetch(Int)
  case load(Int)
  case toggle(Int)
}

private let itemReducer = Reducer<Items, ItemAction, Void> { state, action, _ in
  switch action {
  case .fetch(let index): return .task { .toggle(index) }
  case .load(let index): return Effect(value: .toggle(index))
  case .toggle(let index):
    state.elements[index].isDone.toggle()
    return .none
  }
}
