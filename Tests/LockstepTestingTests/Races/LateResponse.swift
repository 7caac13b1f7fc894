// SPDX-License-Identifier: MIT

// A search whose last response wins, instead of the response to the last query.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let lateResponse = Race(
    "late response wins",
    symptom: "The results are not those of the query.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let results = variant.reducer.played.state(
          after: [.queryChanged("a"), .queryChanged("ab")],
          from: SearchState(),
          in: SearchClient { query in
            await pause()
            return query.uppercased()
          },
          \.results
        )
        check(results == "AB", "The results are not those of the query.")
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let store = TestStore(
          initialState: SearchState(),
          reducer: variant.reducer,
          environment: SearchClient { $0.uppercased() }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.queryChanged("a")) { $0.query = "a" }
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        store.skipReceived()
        check(store.state.results == "AB", "The results are not those of the query.")
      },
      Form("two sends, and an actor that answers") { variant in
        let server = Server()
        let store = TestStore(
          initialState: SearchState(),
          reducer: variant.reducer,
          environment: SearchClient { await server.search($0) }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.queryChanged("a")) { $0.query = "a" }
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        store.skipReceived()
        check(store.state.results == "AB", "The results are not those of the query.")
      },
      Form("two sends, a fifth of a second apart, and answers after a second") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: SearchState(),
          reducer: variant.reducer,
          environment: SearchClient { query in
            try await mainQueue.sleep(for: 1)
            return query.uppercased()
          }
        )
        store.send(.queryChanged("a")) { $0.query = "a" }
        mainQueue.advance(by: 0.2)
        store.send(.queryChanged("ab")) { $0.query = "ab" }
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state.results == "AB", "The results are not those of the query.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<SearchState, SearchAction, SearchClient> {
    Reducer { state, action, client in
      switch action {
      case .queryChanged(let query):
        state.query = query
        let search = Effect<SearchAction, Never>.task {
          .response(try await client.search(query))
        }
        return self == .fixed ? search.cancellable(id: "search", cancelInFlight: true) : search
      case .response(let results):
        state.results = results
        return .none
      }
    }
  }
}

private struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> String
}

private struct SearchState: Equatable {
  var query = ""
  var results = ""
}

private enum SearchAction: Equatable {
  case queryChanged(String)
  case response(String)
}

private actor Server {
  func search(_ query: String) -> String { query.uppercased() }
}
