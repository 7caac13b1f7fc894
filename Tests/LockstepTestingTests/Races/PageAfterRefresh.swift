// SPDX-License-Identifier: MIT

// A second page that belongs to the list before the refresh.

import Lockstep

extension Race {
  static let pageAfterRefresh = Race(
    "page after refresh",
    symptom: "The list is a mixture of two."
  ) { variant in
    let reducer = Reducer<ListState, ListAction, Void> { state, action, _ in
      switch action {
      case .nextPageTapped:
        return .task { [version = state.version] in
          await pause()
          return .page(version: version)
        }
        .cancellable(id: "page")
      case .refreshTapped:
        let refresh = Effect<ListAction, Never>.task { .refreshed(version: 2) }
        return variant == .fixed ? .merge(.cancel(id: "page"), refresh) : refresh
      case .page(let version):
        state.rows.append(version)
        return .none
      case .refreshed(let version):
        state = ListState(version: version, rows: [version])
        return .none
      }
    }.played
    return {
      let state = reducer.state(
        after: [.nextPageTapped, .refreshTapped],
        patience: 4,
        from: ListState(version: 1, rows: [1]),
        in: ()
      ) { $0 }
      check(state.rows.allSatisfy { $0 == state.version }, "The list is a mixture of two.")
    }
  }
}

private struct ListState: Equatable {
  var version: Int
  var rows: [Int]
}

private enum ListAction: Equatable {
  case nextPageTapped
  case page(version: Int)
  case refreshed(version: Int)
  case refreshTapped
}
