// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

struct CounterState: Equatable {
  var count = 0
  var fact: String?
}

enum CounterAction: Equatable {
  case factButtonTapped
  case factResponse(String)
  case incrementButtonTapped
}

struct FactClient: Sendable {
  var fetch: @Sendable (Int) async -> String
}

let counterReducer = Reducer<CounterState, CounterAction, FactClient> { state, action, facts in
  switch action {
  case .factButtonTapped:
    return .task { [count = state.count] in .factResponse(await facts.fetch(count)) }
  case .factResponse(let fact):
    state.fact = fact
    return .none
  case .incrementButtonTapped:
    state.count += 1
    return .none
  }
}

@Test func counting() {
  let store = TestStore(
    initialState: CounterState(),
    reducer: counterReducer,
    environment: FactClient(fetch: { "\($0) is a good number." })
  )
  store.send(.incrementButtonTapped) { $0.count = 1 }
  store.send(.factButtonTapped)
  store.receive(.factResponse("1 is a good number.")) { $0.fact = "1 is a good number." }
}

@Suite struct ReadmeTests {
  @Test func `the message is the one that a missing step gives`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: CounterState(),
        reducer: counterReducer,
        environment: FactClient(fetch: { "\($0) is a good number." })
      )
      store.send(.incrementButtonTapped) { $0.count = 1 }
      store.send(.factButtonTapped)
    }
    let blocks = try MarkdownFile("README.md").blocks(in: "text")
    #expect(issues.map(\.message) == [blocks[0]])
  }
}
