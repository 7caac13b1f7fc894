// SPDX-License-Identifier: MIT

// A refresh of the old query that arrives in the same instant in which the new query is searched for.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let debounceCrossesRefresh = Race(
    "debounce crosses refresh",
    symptom: "The results are those of the query before."
  ) { variant in
    let reducer = Reducer<RefreshState, RefreshAction, AnySchedulerOf<DispatchQueue>> {
      state,
      action,
      clock in
      switch action {
      case .refreshTapped:
        return .task { [query = state.query] in
          try await clock.sleep(for: 0.3)
          return .response(query)
        }
      case .queryChanged(let query):
        state.query = query
        return Effect.task { .response(query) }.debounce(id: "query", for: 0.3, scheduler: clock)
      case .response(let query):
        if variant == .broken || query == state.query { state.results = query.uppercased() }
        return .none
      }
    }
    return {
      let clock = DispatchQueue.test
      let store = TestStore(
        initialState: RefreshState(),
        reducer: reducer,
        environment: clock.eraseToAnyScheduler()
      )
      store.send(.refreshTapped)
      store.send(.queryChanged("ab")) { $0.query = "ab" }
      clock.advance(by: 0.3)
      store.skipReceived()
      check(store.state.results == "AB", "The results are those of the query before.")
    }
  }
}

private struct RefreshState: Equatable {
  var query = "a"
  var results = ""
}

private enum RefreshAction: Equatable {
  case queryChanged(String)
  case refreshTapped
  case response(String)
}
