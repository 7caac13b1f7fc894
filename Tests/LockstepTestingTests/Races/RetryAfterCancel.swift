// SPDX-License-Identifier: MIT

// A request that fails and is tried again, although it was cancelled in between.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let retryAfterCancel = Race(
    "retry after cancel",
    symptom: "Something cancelled was loaded.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let state = variant.reducer.played.state(
          after: [.loadTapped, .cancelTapped],
          from: LoadState(),
          in: LoadClient { attempt in
            await pause(2)
            return attempt == 2
          }
        ) { $0 }
        check(state.isWrong == false, "Something cancelled was loaded.")
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let store = TestStore(
          initialState: LoadState(),
          reducer: variant.reducer,
          environment: LoadClient { $0 == 2 }
        )
        // Whether the second tap changes anything depends on the order.
        store.exhaustivity.subtract([.receivedActions, .stateChanges])
        store.send(.loadTapped) { $0.isLoading = true }
        store.send(.cancelTapped) { $0.isLoading = false }
        store.skipReceived()
        check(store.state.isWrong == false, "Something cancelled was loaded.")
      },
      Form("two sends, and an actor that answers") { variant in
        let server = Server()
        let store = TestStore(
          initialState: LoadState(),
          reducer: variant.reducer,
          environment: LoadClient { await server.load($0) }
        )
        store.exhaustivity.subtract([.receivedActions, .stateChanges])
        store.send(.loadTapped) { $0.isLoading = true }
        store.send(.cancelTapped) { $0.isLoading = false }
        store.skipReceived()
        check(store.state.isWrong == false, "Something cancelled was loaded.")
      },
      Form("two sends, the second just after the answer to the retry") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: LoadState(),
          reducer: variant.reducer,
          environment: LoadClient { attempt in
            try await mainQueue.sleep(for: 1)
            return attempt == 2
          }
        )
        store.exhaustivity.subtract([.receivedActions, .stateChanges])
        store.send(.loadTapped) { $0.isLoading = true }
        mainQueue.advance(by: 2.1)
        store.send(.cancelTapped) { $0.isLoading = false }
        store.skipReceived()
        check(store.state.isWrong == false, "Something cancelled was loaded.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<LoadState, LoadAction, LoadClient> {
    Reducer { state, action, client in
      switch action {
      case .loadTapped:
        state.isLoading = true
        return request(attempt: 1, client).cancellable(id: "load")
      case .failed:
        let retry = request(attempt: 2, client)
        return self == .fixed ? retry.cancellable(id: "load") : retry
      case .cancelTapped:
        state.isLoading = false
        return .cancel(id: "load")
      case .loaded:
        if state.isLoading == false { state.isWrong = true }
        state.isLoading = false
        return .none
      }
    }
  }
}

private func request(attempt: Int, _ client: LoadClient) -> Effect<LoadAction, Never> {
  .task { try await client.load(attempt) ? .loaded : .failed }
}

private struct LoadClient: Sendable {
  /// Returns whether an attempt to load has succeeded.
  var load: @Sendable (_ attempt: Int) async throws -> Bool
}

private struct LoadState: Equatable {
  var isLoading = false
  var isWrong = false
}

private enum LoadAction: Equatable {
  case cancelTapped
  case failed
  case loaded
  case loadTapped
}

private actor Server {
  func load(_ attempt: Int) -> Bool { attempt == 2 }
}
