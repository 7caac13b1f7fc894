// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Values that a binding stores.
@Suite struct EffectSetTests {
  struct Search: Equatable {
    var results: [String] = []
    var best: String?
  }

  enum SearchAction: Equatable, Sendable {
    case search
    case searchBest
    case binding(BindingAction<Search>)
  }

  @Test func `a value is stored by one recorded action`() {
    let reducer = Reducer<Search, SearchAction, Void> { _, action, _ in
      switch action {
      case .search: Effect(value: ["a", "b"]).set(\.results, by: /SearchAction.binding)
      case .searchBest: Effect(value: "b").set(\.best, by: /SearchAction.binding)
      case .binding: .none
      }
    }
    .binding(action: /SearchAction.binding)
    let store = TestStore(initialState: Search(), reducer: reducer, environment: ())
    store.send(.search)
    store.receive(.binding(.set(\.results, ["a", "b"]))) { $0.results = ["a", "b"] }
    store.send(.searchBest)
    store.receive(.binding(.set(\.best, "b"))) { $0.best = "b" }
  }
}
