// SPDX-License-Identifier: MIT

// A block of `README.md`.

import Lockstep

struct CounterState: Equatable {
  var count = 0
  var fact: String?
}

enum CounterAction: Equatable {
  case factButtonTapped
  case factResponse(String)
  case incrementButtonTapped
}

struct FactClient: Sendable { var fetch: @Sendable (Int) async -> String }

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
