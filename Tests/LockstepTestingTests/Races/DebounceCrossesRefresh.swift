// SPDX-License-Identifier: MIT

// A refresh of the old query that arrives when the new query is searched for.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let debounceCrossesRefresh = Race(
    "debounce crosses refresh",
    symptom: "The results are those of the query before.",
    forms: [
      Form("a refresh that takes as long as the debounce") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: RefreshState(),
          reducer: variant.reducer,
          environment: SearchEnvironment(mainQueue: mainQueue) { query in
            if query == "a" { try await mainQueue.sleep(for: 0.3) }
            return query.uppercased()
          }
        )
        store.send(.refreshTapped)
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        mainQueue.advance(by: 0.3)
        store.skipReceived()
        check(store.state.results == "AB", "The results are those of the query before.")
      },
      Form("two sends, and an actor that answers") { variant in
        let mainQueue = DispatchQueue.test
        let server = Server()
        let store = TestStore(
          initialState: RefreshState(),
          reducer: variant.reducer,
          environment: SearchEnvironment(mainQueue: mainQueue) {
            await server.search($0)
          }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.refreshTapped)
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        mainQueue.advance(by: 0.3)
        store.skipReceived()
        check(store.state.results == "AB", "The results are those of the query before.")
      },
      Form("two sends, a tenth of a second apart, and answers after a second") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: RefreshState(),
          reducer: variant.reducer,
          environment: SearchEnvironment(mainQueue: mainQueue) { query in
            try await mainQueue.sleep(for: 1)
            return query.uppercased()
          }
        )
        store.send(.refreshTapped)
        mainQueue.advance(by: 0.1)
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        mainQueue.advance(by: 1.3)
        store.skipReceived()
        check(store.state.results == "AB", "The results are those of the query before.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<RefreshState, RefreshAction, SearchEnvironment> {
    Reducer { state, action, environment in
      switch action {
      case .refreshTapped:
        return search(state.query, environment)
      case .queryChanged(let query):
        state.query = query
        return search(query, environment)
          .debounce(id: "query", for: 0.3, scheduler: environment.mainQueue)
      case .response(let query, let results):
        if self == .broken || query == state.query { state.results = results }
        return .none
      }
    }
  }
}

private func search(
  _ query: String,
  _ environment: SearchEnvironment
) -> Effect<RefreshAction, Never> {
  .task { .response(query, try await environment.search(query)) }
}

private struct SearchEnvironment: Sendable {
  var mainQueue: SchedulerOf<DispatchQueue>
  var search: @Sendable (String) async throws -> String
}

private struct RefreshState: Equatable {
  var query = "a"
  var results = ""
}

private enum RefreshAction: Equatable {
  case queryChanged(String)
  case refreshTapped
  case response(String, String)
}

private actor Server {
  func search(_ query: String) -> String { query.uppercased() }
}
