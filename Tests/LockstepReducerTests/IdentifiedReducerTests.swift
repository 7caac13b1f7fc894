// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private enum CounterAction: Equatable {
  case incrementButtonTapped
}

/// A list of which one row can be opened, which then counts.
private struct ListState: Equatable {
  var selection: Identified<Int, Int?>?
}

private enum ListAction: Equatable {
  case counter(CounterAction)
  case loaded
  case selected(Int?)
}

private let listReducer = Reducer<ListState, ListAction, Void>.combine(
  Reducer<Int, CounterAction, Void> { count, _, _ in
    count += 1
    return .none
  }
  .optional()
  .pullback(state: \Identified.value, action: /CounterAction.self)
  .optional()
  .pullback(state: \.selection, action: /ListAction.counter),
  Reducer { list, action, _ in
    switch action {
    case .counter: break
    case .loaded: list.selection?.value = 7
    case .selected(let id): list.selection = id.map { Identified(nil, id: $0) }
    }
    return .none
  }
)

@Suite struct IdentifiedReducerTests {
  @Test func `a reducer runs on the value of an identified state`() {
    let store = TestStore(initialState: ListState(), reducer: listReducer, environment: ())
    store.send(.selected(3)) { $0.selection = Identified(nil, id: 3) }
    store.send(.loaded) { $0.selection?.value = 7 }
    store.send(.counter(.incrementButtonTapped)) { $0.selection?.value = 8 }
    store.send(.selected(nil)) { $0.selection = nil }
  }
}
