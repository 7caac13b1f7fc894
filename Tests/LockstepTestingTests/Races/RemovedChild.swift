// SPDX-License-Identifier: MIT

// A sheet that is closed while it loads, and whose effect goes on.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let removedChild = Race(
    "output after the child is removed",
    symptom: "A reducer that was made optional at LockstepTestingTests/RemovedChild.swift",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        _ = variant.reducer.played.state(
          after: [.sheet(.appeared), .closeTapped],
          patience: 4,
          from: PageState(sheet: ""),
          in: SheetClient {
            await pause()
            return "Blob"
          }
        ) { $0 }
      },
      Form("two sends, and a client that answers without waiting") { variant in
        let store = TestStore(
          initialState: PageState(sheet: ""),
          reducer: variant.reducer,
          environment: SheetClient { "Blob" }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.sheet(.appeared))
        store.send(.closeTapped) { $0.sheet = nil }
        store.skipReceived()
      },
      Form("two sends, and an actor that answers") { variant in
        let server = Server()
        let store = TestStore(
          initialState: PageState(sheet: ""),
          reducer: variant.reducer,
          environment: SheetClient { await server.load() }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.sheet(.appeared))
        store.send(.closeTapped) { $0.sheet = nil }
        store.skipReceived()
      },
      Form("a sheet that is closed just after the answer") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: PageState(sheet: ""),
          reducer: variant.reducer,
          environment: SheetClient {
            try await mainQueue.sleep(for: 1)
            return "Blob"
          }
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.sheet(.appeared))
        mainQueue.advance(by: 1.1)
        store.send(.closeTapped) { $0.sheet = nil }
        store.skipReceived()
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<PageState, PageAction, SheetClient> {
    .combine(
      sheetReducer
        .optional(cancelsEffects: self == .fixed)
        .pullback(state: \.sheet, action: /PageAction.sheet),
      Reducer { state, action, _ in
        if action == .closeTapped { state.sheet = nil }
        return .none
      }
    )
  }
}

private let sheetReducer = Reducer<String, SheetAction, SheetClient> { state, action, client in
  switch action {
  case .appeared:
    return .task { .loaded(try await client.load()) }
  case .loaded(let name):
    state = name
    return .none
  }
}

private struct SheetClient: Sendable {
  var load: @Sendable () async throws -> String
}

private struct PageState: Equatable {
  var sheet: String?
}

private enum PageAction: Equatable {
  case closeTapped
  case sheet(SheetAction)
}

private enum SheetAction: Equatable {
  case appeared
  case loaded(String)
}

private actor Server {
  func load() -> String { "Blob" }
}
