// SPDX-License-Identifier: MIT

// A sheet that is closed while it loads, and whose effect goes on.

import Lockstep

extension Race {
  static let goneChild = Race(
    "output after the child is gone",
    symptom: "A reducer that was made optional at LockstepTestingTests/GoneChild.swift"
  ) { variant in
    let sheet = Reducer<String, SheetAction, Void> { state, action, _ in
      switch action {
      case .appeared:
        return .task {
          await pause()
          return .loaded("Blob")
        }
      case .loaded(let name):
        state = name
        return .none
      }
    }
    let reducer = Reducer<PageState, PageAction, Void>.combine(
      sheet
        .optional(cancelsEffects: variant == .fixed)
        .pullback(state: \.sheet, action: /PageAction.sheet, environment: {}),
      Reducer { state, action, _ in
        if action == .closeTapped { state.sheet = nil }
        return .none
      }
    ).played
    return {
      _ = reducer.state(
        after: [.sheet(.appeared), .closeTapped],
        patience: 4,
        from: PageState(sheet: ""),
        in: ()
      ) { $0 }
    }
  }
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
