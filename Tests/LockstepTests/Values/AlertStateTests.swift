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

@Suite struct AlertStateTests {
  private typealias Alert = AlertState<GameAction>

  @Test func `equal if they say the same and have equal buttons`() {
    let alert = Alert.confirmDelete("Chess")
    #expect(alert == .confirmDelete("Chess"))
    #expect(alert.id != Alert.confirmDelete("Chess").id)
    #expect(alert != .confirmDelete("Go"))
    let copy = alert
    #expect(copy.id == alert.id)

    var other = alert
    other.onDismiss = nil
    #expect(other == alert)
    other.message = nil
    #expect(other != alert)
    other = alert
    other.primaryButton = .default("Delete", send: .confirmDeleteButtonTapped)
    #expect(other != alert)
    other = alert
    other.secondaryButton = .cancel("Keep")
    #expect(other != alert)
    #expect(Alert(title: "Hello") != Alert(title: "Goodbye"))
  }

  @Test func buttons() {
    let alert = Alert(
      title: "Hello",
      primaryButton: .default(TextState("OK"), send: .confirmDeleteButtonTapped),
      secondaryButton: .cancel(TextState("No"), send: .alertDismissed)
    )
    #expect(alert.primaryButton?.role == .default)
    #expect(alert.primaryButton?.label == "OK")
    #expect(alert.primaryButton?.action == .confirmDeleteButtonTapped)
    #expect(alert.secondaryButton?.role == .cancel)
    #expect(alert.secondaryButton == .cancel("No", send: .alertDismissed))
    #expect(alert.secondaryButton != .cancel("No"))
    #expect(alert.onDismiss == nil)
    #expect(Alert.Button.cancel(send: .alertDismissed).label == nil)
    #expect(Alert.Button.destructive("Delete").action == nil)

    let short = Alert(title: "Hello", dismissButton: .default("OK"), onDismiss: .alertDismissed)
    #expect(short.primaryButton == .default("OK"))
    #expect(short.secondaryButton == nil)
    #expect(short.message == nil)
    #expect(short.onDismiss == .alertDismissed)
    #expect(Alert(title: "Hello", message: "World").primaryButton == nil)
  }

  @Test func `hashed like they are compared`() {
    let alerts: Set<AlertState<Int>> = [
      AlertState(title: "1", dismissButton: .default("OK", send: 1), onDismiss: 1),
      AlertState(title: "1", dismissButton: .default("OK", send: 1), onDismiss: 2),
      AlertState(title: "1", dismissButton: .default("OK", send: 2)),
    ]
    #expect(alerts.count == 2)
  }

  @Test func `dumped like they are written`() {
    #expect(
      Dump(Alert.confirmDelete("Chess")).text == """
        AlertState<GameAction>(
          title: "Delete Chess?",
          message: "This cannot be undone.",
          primaryButton: Button.destructive(
            "Delete",
            send: GameAction.confirmDeleteButtonTapped
          ),
          secondaryButton: Button.cancel
        )
        """
    )
    #expect(
      Dump(Alert(title: "Hello")).text == """
        AlertState<GameAction>(
          title: "Hello"
        )
        """
    )
  }

  @Test func `in the state of a feature`() {
    let store = TestStore(initialState: GameState(), reducer: gameReducer, environment: ())
    store.send(.deleteButtonTapped) { $0.alert = .confirmDelete("Chess") }
    store.send(.alertDismissed) { $0.alert = nil }
  }
}
