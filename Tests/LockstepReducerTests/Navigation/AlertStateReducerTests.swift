// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct GameState: Equatable {
  var name = "Chess"
  var alert: AlertState<GameAction>?
}

private enum GameAction: Equatable {
  case alertDismissed
  case confirmDeleteButtonTapped
  case deleteButtonTapped
}

private let gameReducer = Reducer<GameState, GameAction, Void> { state, action, _ in
  switch action {
  case .alertDismissed, .confirmDeleteButtonTapped:
    state.alert = nil
  case .deleteButtonTapped:
    state.alert = .confirmDelete(state.name)
  }
  return .none
}

extension AlertState where Action == GameAction {
  fileprivate static func confirmDelete(_ name: String) -> Self {
    Self(
      title: "Delete \(name)?",
      message: .init("This cannot be undone."),
      primaryButton: .destructive("Delete", send: .confirmDeleteButtonTapped),
      secondaryButton: .cancel(),
      onDismiss: .alertDismissed
    )
  }
}

@Suite struct AlertStateReducerTests {
  @Test func `a feature presents an alert in its state`() {
    let store = TestStore(initialState: GameState(), reducer: gameReducer, environment: ())
    store.send(.deleteButtonTapped) { $0.alert = .confirmDelete("Chess") }
    store.send(.alertDismissed) { $0.alert = nil }
  }
}
