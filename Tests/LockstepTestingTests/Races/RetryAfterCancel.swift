// SPDX-License-Identifier: MIT

// A request that fails and is tried again, although it was cancelled in between.

import Lockstep

extension Race {
  static let retryAfterCancel = Race(
    "retry after cancel",
    symptom: "Something cancelled was loaded."
  ) { variant in
    let reducer = Reducer<LoadState, LoadAction, Void> { state, action, _ in
      switch action {
      case .loadTapped:
        state.isLoading = true
        return request(attempt: 1).cancellable(id: "load")
      case .failed:
        let retry = request(attempt: 2)
        return variant == .fixed ? retry.cancellable(id: "load") : retry
      case .cancelTapped:
        state.isLoading = false
        return .cancel(id: "load")
      case .loaded:
        if state.isLoading == false { state.isWrong = true }
        state.isLoading = false
        return .none
      }
    }.played
    return {
      let state = reducer.state(after: [.loadTapped, .cancelTapped], from: LoadState(), in: ()) {
        $0
      }
      check(state.isWrong == false, "Something cancelled was loaded.")
    }
  }
}

private func request(attempt: Int) -> Effect<LoadAction, Never> {
  .task {
    await pause(2)
    return attempt == 1 ? .failed : .loaded
  }
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
