// SPDX-License-Identifier: MIT

// Two requests that are refused, each of which refreshes the token.

import Lockstep

extension Race {
  static let tokenRefreshedTwice = Race(
    "token refreshed twice",
    symptom: "The token was refreshed twice."
  ) { variant in
    let reducer = Reducer<TokenState, TokenAction, Void> { state, action, _ in
      switch action {
      case .requestTapped:
        return .task { [token = state.token] in token == 0 ? .refused(token: token) : .answered }
      case .refused(let token):
        if token != state.token || (variant == .fixed && state.isRefreshing) { return .none }
        state.isRefreshing = true
        return .task { .refreshed }
      case .refreshed:
        state.isRefreshing = false
        state.token += 1
        return .none
      case .answered:
        return .none
      }
    }.played
    return {
      let token = reducer.state(
        after: [.requestTapped, .requestTapped],
        from: TokenState(),
        in: (),
        \.token
      )
      check(token == 1, "The token was refreshed twice.")
    }
  }
}

private struct TokenState: Equatable {
  var token = 0
  var isRefreshing = false
}

private enum TokenAction: Equatable {
  case answered
  case refreshed
  case refused(token: Int)
  case requestTapped
}
