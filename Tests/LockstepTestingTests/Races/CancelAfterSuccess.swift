// SPDX-License-Identifier: MIT

// A cancel button that believes that it comes before the success.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let cancelAfterSuccess = Race(
    "cancel after success",
    symptom: "Something saved is shown as cancelled.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let state = variant.reducer.played.state(
          after: [.saveTapped, .cancelTapped],
          from: SaveState(),
          in: SaveClient(save: { await pause(3) }, abort: {})
        ) { $0 }
        check(state.isRight, "Something saved is shown as cancelled.")
      },
      Form("a tap just before the success, and an actor that aborts") { variant in
        let mainQueue = DispatchQueue.test
        let server = Server()
        let store = TestStore(
          initialState: SaveState(),
          reducer: variant.reducer,
          environment: SaveClient(
            save: { try await mainQueue.sleep(for: 1) },
            abort: { await server.abort() }
          )
        )
        store.exhaustivity.remove(.receivedActions)
        store.send(.saveTapped) { $0.status = "saving" }
        mainQueue.advance(by: 0.9)
        store.send(.cancelTapped)
        mainQueue.advance(by: 0.1)
        store.skipReceived()
        check(store.state.isRight, "Something saved is shown as cancelled.")
      },
      Form("a tap that takes half a second to abort") { variant in
        let mainQueue = DispatchQueue.test
        let store = TestStore(
          initialState: SaveState(),
          reducer: variant.reducer,
          environment: SaveClient(
            save: { try await mainQueue.sleep(for: 1) },
            abort: { try await mainQueue.sleep(for: 0.5) }
          )
        )
        store.send(.saveTapped) { $0.status = "saving" }
        mainQueue.advance(by: 0.4)
        store.send(.cancelTapped)
        mainQueue.advance(by: 0.6)
        store.skipReceived()
        check(store.state.isRight, "Something saved is shown as cancelled.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<SaveState, SaveAction, SaveClient> {
    Reducer { state, action, client in
      switch action {
      case .saveTapped:
        state.status = "saving"
        return .task {
          try await client.save()
          return .saved
        }
        .cancellable(id: "save")
      case .cancelTapped:
        return .task {
          try await client.abort()
          return .aborted
        }
      case .aborted:
        if self == .fixed, state.status != "saving" { return .none }
        state.status = "cancelled"
        return .cancel(id: "save")
      case .saved:
        state.status = "saved"
        state.isSaved = true
        return .none
      }
    }
  }
}

private struct SaveClient: Sendable {
  var save: @Sendable () async throws -> Void
  var abort: @Sendable () async throws -> Void
}

private struct SaveState: Equatable {
  var status = ""
  var isSaved = false

  var isRight: Bool { status == (isSaved ? "saved" : "cancelled") }
}

private enum SaveAction: Equatable {
  case aborted
  case cancelTapped
  case saved
  case saveTapped
}

private actor Server {
  private(set) var aborts = 0

  func abort() { aborts += 1 }
}
