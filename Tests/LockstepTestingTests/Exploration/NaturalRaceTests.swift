// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// A search whose older answer may come last, in tests as people write them.
@Suite struct NaturalRaceTests {
  struct SearchState: Equatable {
    var query = ""
    var results = ""
  }

  enum SearchAction: Equatable {
    case response(String)
    case typed(String)
  }

  struct Client: Sendable {
    var search: @Sendable (String) async throws -> String
  }

  enum Variant: CaseIterable {
    case broken
    case fixed

    var reducer: Reducer<SearchState, SearchAction, Client> {
      Reducer { state, action, client in
        switch action {
        case .typed(let query):
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

  actor Server {
    func search(_ query: String) -> String { query.uppercased() }
  }

  /// A test of the search.
  struct Form: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var play: @Sendable (Variant) -> Void
  }

  static let forms = [
    Form(testDescription: "two sends, and a client that answers through an actor") { variant in
      let server = Server()
      let store = TestStore(
        initialState: SearchState(),
        reducer: variant.reducer,
        environment: Client { await server.search($0) }
      )
      store.exhaustivity.remove(.receivedActions)
      store.send(.typed("a")) { $0.query = "a" }
      store.send(.typed("ab")) { $0.query = "ab" }
      store.skipReceived()
      check(store.state.results == "AB", "The results are those of the query before.")
    },
    Form(testDescription: "two sends, and a client that answers without waiting") { variant in
      let store = TestStore(
        initialState: SearchState(),
        reducer: variant.reducer,
        environment: Client { $0.uppercased() }
      )
      store.exhaustivity.remove(.receivedActions)
      store.send(.typed("a")) { $0.query = "a" }
      store.send(.typed("ab")) { $0.query = "ab" }
      store.skipReceived()
      check(store.state.results == "AB", "The results are those of the query before.")
    },
    Form(testDescription: "both at one instant, and both answers a second later") { variant in
      let clock = DispatchQueue.test
      let mainQueue = clock
      let store = TestStore(
        initialState: SearchState(),
        reducer: variant.reducer,
        environment: Client { query in
          try await mainQueue.sleep(for: 1)
          return query.uppercased()
        }
      )
      store.send(.typed("a")) { $0.query = "a" }
      store.send(.typed("ab")) { $0.query = "ab" }
      clock.advance(by: 1)
      store.skipReceived()
      check(store.state.results == "AB", "The results are those of the query before.")
    },
    Form(testDescription: "one a tenth of a second after the other, and answers after a second") {
      variant in
      let clock = DispatchQueue.test
      let mainQueue = clock
      let store = TestStore(
        initialState: SearchState(),
        reducer: variant.reducer,
        environment: Client { query in
          try await mainQueue.sleep(for: 1)
          return query.uppercased()
        }
      )
      store.send(.typed("a")) { $0.query = "a" }
      clock.advance(by: 0.1)
      store.send(.typed("ab")) { $0.query = "ab" }
      clock.advance(by: 1)
      store.skipReceived()
      check(store.state.results == "AB", "The results are those of the query before.")
    },
  ]

  @Test(arguments: forms) func `the race is found within 100 schedules, from ten seeds`(
    _ form: Form
  ) {
    for seed in 0..<10 as Range<UInt64> {
      let issues = withReportedIssues {
        explore(schedules: 100, seed: seed * 1_000, findsTurningPoint: false) {
          form.play(.broken)
        }
      }
      #expect(issues.count == 2)
    }
  }

  @Test(arguments: forms) func `the race is found among all orders, and the fixed feature passes`(
    _ form: Form
  ) {
    var exploration: Exploration?
    let issues = withReportedIssues { exploration = explore(.every()) { form.play(.broken) } }
    #expect(issues.count == 2)
    #expect(exploration?.isComplete == true)
    #expect(explore(.every()) { form.play(.fixed) }.isComplete)
  }

  @Test(arguments: forms) func `the race does not occur in FIFO order`(_ form: Form) {
    form.play(.broken)
  }

  @Test(arguments: forms) func `the fixed feature passes`(_ form: Form) {
    let exploration = explore(schedules: 500) { form.play(.fixed) }
    #expect(exploration.schedules == 500)
    #expect(exploration.hadOverlappingEffects)
  }
}
