// SPDX-License-Identifier: MIT

// A cancel button that believes that it comes before the success.

import Lockstep

extension Race {
  static let cancelAfterSuccess = Race(
    "cancel after success",
    symptom: "Something saved is shown as cancelled."
  ) { variant in
    let reducer = Reducer<SaveState, SaveAction, Void> { state, action, _ in
      switch action {
      case .saveTapped:
        state.status = "saving"
        return .task {
          await pause(3)
          return .saved
        }
        .cancellable(id: "save")
      case .cancelTapped:
        if variant == .fixed, state.status != "saving" { return .none }
        state.status = "cancelled"
        return .cancel(id: "save")
      case .saved:
        state.status = "saved"
        state.isSaved = true
        return .none
      }
    }.played
    return {
      let state = reducer.state(after: [.saveTapped, .cancelTapped], from: SaveState(), in: ()) {
        $0
      }
      check(
        state.status == (state.isSaved ? "saved" : "cancelled"),
        "Something saved is shown as cancelled."
      )
    }
  }
}

private struct SaveState: Equatable {
  var status = ""
  var isSaved = false
}

private enum SaveAction: Equatable {
  case cancelTapped
  case saved
  case saveTapped
}
