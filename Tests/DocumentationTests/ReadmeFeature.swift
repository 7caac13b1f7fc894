// SPDX-License-Identifier: MIT

// A block of `README.md`.

import Lockstep

struct FactClient: Sendable { var fetch: @Sendable (Int) async -> String }

enum CounterFeature {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action: Equatable {
    case factButtonTapped
    case factResponse(String)
    case incrementButtonTapped
  }

  static let reducer = Reducer<State, Action, FactClient> { state, action, facts in
    switch action {
    case .factButtonTapped:
      return .task { [count = state.count] in .factResponse(await facts.fetch(count)) }
    case .factResponse(let fact):
      state.fact = fact
    case .incrementButtonTapped:
      state.count += 1
    }
    return .none
  }
}
