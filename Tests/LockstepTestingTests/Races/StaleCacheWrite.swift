// SPDX-License-Identifier: MIT

// A cache that takes whatever is written last, although it may have been read first.

import Lockstep
import LockstepTesting

extension Race {
  static let staleCacheWrite = Race(
    "stale cache write",
    symptom: "The cache is older than the server."
  ) { variant in
    let reducer = Reducer<Int, CacheAction, Storage> { shown, action, storage in
      switch action {
      case .loadTapped:
        return .task {
          let value = storage.server.value
          await pause()
          storage.cache(value, onlyIfNewer: variant == .fixed)
          return .shown(value)
        }
      case .editTapped:
        return .task {
          storage.server.set(2)
          await pause()
          storage.cache(2, onlyIfNewer: variant == .fixed)
          return .shown(2)
        }
      case .shown(let value):
        shown = max(shown, value)
        return .none
      }
    }.played
    return {
      let storage = Storage()
      let shown = reducer.state(after: [.loadTapped, .editTapped], from: 0, in: storage) { $0 }
      check(storage.cache.value == shown, "The cache is older than the server.")
    }
  }
}

private enum CacheAction: Equatable {
  case editTapped
  case loadTapped
  case shown(Int)
}

private struct Storage {
  let server = Recorder(1)
  let cache = Recorder(0)

  func cache(_ value: Int, onlyIfNewer: Bool) {
    cache.update { if onlyIfNewer == false || value > $0 { $0 = value } }
  }
}
