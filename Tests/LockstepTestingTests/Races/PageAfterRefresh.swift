// SPDX-License-Identifier: MIT

// A second page that belongs to the list before the refresh.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let pageAfterRefresh = Race(
    "page after refresh",
    symptom: "The list is a mixture of two.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let state = variant.reducer.played.state(
          after: [.nextPageTapped, .refreshTapped],
          patience: 4,
          from: ListState(version: 1, rows: [1]),
          in: ListClient(loadPage: { await pause() }, refresh: {})
        ) { $0 }
        check(state.isRight, "The list is a mixture of two.")
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let store = TestStore(
          initialState: ListState(version: 1, rows: [1]),
          reducer: variant.reducer,
          environment: ListClient(loadPage: {}, refresh: {})
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.nextPageTapped)
        store.send(.refreshTapped)
        store.skipReceived()
        check(store.state.isRight, "The list is a mixture of two.")
      },
      Form("two sends, and an actor that answers") { variant in
        let server = Server()
        let store = TestStore(
          initialState: ListState(version: 1, rows: [1]),
          reducer: variant.reducer,
          environment: ListClient(
            loadPage: { await server.load() },
            refresh: { await server.load() }
          )
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.nextPageTapped)
        store.send(.refreshTapped)
        store.skipReceived()
        check(store.state.isRight, "The list is a mixture of two.")
      },
      Form("two sends, three tenths of a second apart, and answers after a second") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: ListState(version: 1, rows: [1]),
          reducer: variant.reducer,
          environment: ListClient(
            loadPage: { try await mainQueue.sleep(for: 1) },
            refresh: { try await mainQueue.sleep(for: 1) }
          )
        )
        store.send(.nextPageTapped)
        mainQueue.advance(by: 0.3)
        store.send(.refreshTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(store.state.isRight, "The list is a mixture of two.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<ListState, ListAction, ListClient> {
    Reducer { state, action, client in
      switch action {
      case .nextPageTapped:
        return .task { [version = state.version] in
          try await client.loadPage()
          return .page(version: version)
        }
        .cancellable(id: "page")
      case .refreshTapped:
        let refresh = Effect<ListAction, Never>.task {
          try await client.refresh()
          return .refreshed(version: 2)
        }
        return self == .fixed ? .merge(.cancel(id: "page"), refresh) : refresh
      case .page(let version):
        state.rows.append(version)
        return .none
      case .refreshed(let version):
        state = ListState(version: version, rows: [version])
        return .none
      }
    }
  }
}

private struct ListClient: Sendable {
  var loadPage: @Sendable () async throws -> Void
  var refresh: @Sendable () async throws -> Void
}

private struct ListState: Equatable {
  var version: Int
  var rows: [Int]

  var isRight: Bool { rows.allSatisfy { $0 == version } }
}

private enum ListAction: Equatable {
  case nextPageTapped
  case page(version: Int)
  case refreshed(version: Int)
  case refreshTapped
}

private actor Server {
  private(set) var loads = 0

  func load() { loads += 1 }
}
