// SPDX-License-Identifier: MIT

// A search whose last response wins, instead of the response to the last query.

import Lockstep

extension Race {
  static let lateResponse = Race(
    "late response wins",
    symptom: "The results are not those of the query."
  ) { variant in
    let reducer = Reducer<SearchState, SearchAction, Void> { state, action, _ in
      switch action {
      case .queryChanged(let query):
        state.query = query
        let search = Effect<SearchAction, Never>.task {
          await pause()
          return .response(query.uppercased())
        }
        return variant == .fixed ? search.cancellable(id: "search", cancelInFlight: true) : search
      case .response(let results):
        state.results = results
        return .none
      }
    }.played
    return {
      let results = reducer.state(
        after: [.queryChanged("a"), .queryChanged("ab")],
        from: SearchState(),
        in: (),
        \.results
      )
      check(results == "AB", "The results are not those of the query.")
    }
  }
}

private struct SearchState: Equatable {
  var query = ""
  var results = ""
}

private enum SearchAction: Equatable {
  case queryChanged(String)
  case response(String)
}
