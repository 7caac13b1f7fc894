// SPDX-License-Identifier: MIT

// A cache that takes whatever is written last, although it may have been read first.

import Foundation
import Lockstep
import LockstepTesting

extension Race {
  static let staleCacheWrite = Race(
    "stale cache write",
    symptom: "The cache is older than the server.",
    forms: [
      Form("an effect plays the user", ordersToTry: [.broken: 200, .fixed: 200]) { variant in
        let storage = Storage { await pause() }
        let shown = variant.reducer.played.state(
          after: [.loadTapped, .editTapped],
          from: 0,
          in: storage
        ) { $0 }
        check(storage.cache.value == shown, "The cache is older than the server.")
      },
      Form("two sends, and an actor that answers") { variant in
        let network = Network()
        let storage = Storage { await network.transfer() }
        let store = TestStore(initialState: 0, reducer: variant.reducer, environment: storage)
        store.exhaustivity.remove(.receivedActions)
        store.send(.loadTapped)
        store.send(.editTapped)
        store.skipReceived()
        check(storage.cache.value == store.state, "The cache is older than the server.")
      },
      Form("two sends, three tenths of a second apart, and answers after a second") { variant in
        let mainQueue = DispatchQueue.test
        let storage = Storage { try await mainQueue.sleep(for: 1) }
        let store = TestStore(initialState: 0, reducer: variant.reducer, environment: storage)
        store.send(.loadTapped)
        mainQueue.advance(by: 0.3)
        store.send(.editTapped)
        mainQueue.advance(by: 1)
        store.skipReceived()
        check(storage.cache.value == store.state, "The cache is older than the server.")
      },
    ]
  )
}

extension Race.Variant {
  fileprivate var reducer: Reducer<Int, CacheAction, Storage> {
    Reducer { shown, action, storage in
      switch action {
      case .loadTapped:
        return .task {
          let value = storage.server.value
          try await storage.transfer()
          storage.cache(value, onlyIfNewer: self == .fixed)
          return .shown(value)
        }
      case .editTapped:
        return .task {
          storage.server.set(2)
          try await storage.transfer()
          storage.cache(2, onlyIfNewer: self == .fixed)
          return .shown(2)
        }
      case .shown(let value):
        shown = max(shown, value)
        return .none
      }
    }
  }
}

private enum CacheAction: Equatable {
  case editTapped
  case loadTapped
  case shown(Int)
}

private struct Storage: Sendable {
  let server = Recorder(1)
  let cache = Recorder(0)
  let transfer: @Sendable () async throws -> Void

  init(transfer: @escaping @Sendable () async throws -> Void) {
    self.transfer = transfer
  }

  func cache(_ value: Int, onlyIfNewer: Bool) {
    cache.update { if onlyIfNewer == false || value > $0 { $0 = value } }
  }
}

private actor Network {
  private(set) var transfers = 0

  func transfer() { transfers += 1 }
}
