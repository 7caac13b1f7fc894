// SPDX-License-Identifier: MIT

// Two requests that are refused, each of which refreshes the token.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let tokenRefreshedTwice = Race(
    "token refreshed twice",
    symptom: "The token was refreshed twice.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200]) { variant in
        let token = variant.reducer.played.state(
          after: [.requestTapped, .requestTapped],
          from: TokenState(),
          in: TokenClient(isValid: { $0 > 0 }, refresh: {}),
          \.token
        )
        check(token == 1, "The token was refreshed twice.")
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let store = TestStore(
          initialState: TokenState(),
          reducer: variant.reducer,
          environment: TokenClient(isValid: { $0 > 0 }, refresh: {})
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.requestTapped)
        store.send(.requestTapped)
        store.skipReceived()
        check(store.state.token == 1, "The token was refreshed twice.")
      },
      Form("two sends, and an actor that answers", ordersToTry: [.broken: 200, .fixed: 200]) {
        variant in
        let server = Server()
        let store = TestStore(
          initialState: TokenState(),
          reducer: variant.reducer,
          environment: TokenClient(
            isValid: { await server.isValid($0) },
            refresh: { await server.refresh() }
          )
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.requestTapped)
        store.send(.requestTapped)
        store.skipReceived()
        check(store.state.token == 1, "The token was refreshed twice.")
      },
      Form(
        "two sends, the second just after a refresh that takes a second",
        ordersToTry: [.broken: 200]
      ) { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: TokenState(),
          reducer: variant.reducer,
          environment: TokenClient(
            isValid: { $0 > 0 },
            refresh: { try await mainQueue.sleep(for: 1) }
          )
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.requestTapped)
        mainQueue.advance(by: 1.1)
        store.send(.requestTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state.token == 1, "The token was refreshed twice.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<TokenState, TokenAction, TokenClient> {
    Reducer { state, action, client in
      switch action {
      case .requestTapped:
        return .task { [token = state.token] in
          try await client.isValid(token) ? .answered : .refused(token: token)
        }
      case .refused(let token):
        if token != state.token || (self == .fixed && state.isRefreshing) { return .none }
        state.isRefreshing = true
        return .task {
          try await client.refresh()
          return .refreshed
        }
      case .refreshed:
        state.isRefreshing = false
        state.token += 1
        return .none
      case .answered:
        return .none
      }
    }
  }
}

private struct TokenClient: Sendable {
  var isValid: @Sendable (_ token: Int) async throws -> Bool
  var refresh: @Sendable () async throws -> Void
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

private actor Server {
  func isValid(_ token: Int) -> Bool { token > 0 }

  private(set) var refreshes = 0

  func refresh() { refreshes += 1 }
}
