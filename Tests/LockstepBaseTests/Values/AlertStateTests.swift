// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private enum GameAction: Equatable {
  case alertDismissed
  case confirmDeleteButtonTapped
  case deleteButtonTapped
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

  @Test func `alerts are equal if they have equal texts and equal buttons`() {
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
    other.buttons[0] = .default("Delete", send: .confirmDeleteButtonTapped)
    #expect(other != alert)
    other = alert
    other.buttons[1] = .cancel("Keep")
    #expect(other != alert)
    #expect(Alert(title: "Hello") != Alert(title: "Goodbye"))
  }

  @Test func `two buttons become the primary and the secondary button`() {
    let alert = Alert(
      title: "Hello",
      primaryButton: .default(TextState("OK"), send: .confirmDeleteButtonTapped),
      secondaryButton: .cancel(TextState("No"), send: .alertDismissed)
    )
    #expect(alert.buttons.first?.role == .default)
    #expect(alert.buttons.first?.label == "OK")
    #expect(alert.buttons.first?.action == .confirmDeleteButtonTapped)
    #expect(alert.buttons.last?.role == .cancel)
    #expect(alert.buttons.last == .cancel("No", send: .alertDismissed))
    #expect(alert.buttons.last != .cancel("No"))
    #expect(alert.buttons.count == 2)
    #expect(alert.onDismiss == nil)
    #expect(Alert.Button.cancel(send: .alertDismissed).label == nil)
    #expect(Alert.Button.destructive("Delete").action == nil)

    let short = Alert(title: "Hello", dismissButton: .default("OK"), onDismiss: .alertDismissed)
    #expect(short.buttons == [.default("OK")])
    #expect(short.message == nil)
    #expect(short.onDismiss == .alertDismissed)
    #expect(Alert(title: "Hello", message: "World").buttons.isEmpty)
  }

  @Test func `any number of buttons`() {
    let buttons: [Alert.Button] = [
      .default("One"), .default("Two"), .destructive("Three", send: .confirmDeleteButtonTapped),
      .cancel(),
    ]
    let alert = Alert(
      title: "Which?",
      message: "Choose.",
      buttons: buttons,
      onDismiss: .alertDismissed
    )
    #expect(alert.buttons == buttons)
    #expect(alert.style == .alert)
    #expect(alert.message == "Choose.")
    #expect(alert.onDismiss == .alertDismissed)
    #expect(alert != Alert(title: "Which?", message: "Choose.", buttons: buttons.dropLast()))
    #expect(Alert(title: "Which?", buttons: []) == Alert(title: "Which?"))
    #expect(
      Alert.confirmDelete("Chess").buttons
        == [.destructive("Delete", send: .confirmDeleteButtonTapped), .cancel()]
    )
    #expect(Alert(title: "Hello", dismissButton: .default("OK")).buttons == [.default("OK")])
  }

  @Test func `a confirmation dialog is an alert with a different style`() {
    let sheet: ActionSheetState<GameAction> = ActionSheetState(
      title: "Share?",
      style: .confirmationDialog,
      buttons: [.default("As a picture"), .default("As a text"), .cancel()]
    )
    var alert: AlertState<GameAction> = sheet
    #expect(alert == sheet)
    alert.style = .alert
    #expect(alert != sheet)
    #expect(Set([alert.style, sheet.style]) == [.alert, .confirmationDialog])
  }

  @Test func `an alert is coded with its texts, buttons and actions`() throws {
    let alert = AlertState<Int>(
      title: "Share?",
      message: "Everybody will see it.",
      style: .confirmationDialog,
      buttons: [.default("Share", send: 1), .cancel()],
      onDismiss: 2
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(alert)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"buttons":[{"action":1,"label":"Share","role":"default"},{"role":"cancel"}],\
        "message":"Everybody will see it.","onDismiss":2,"style":"confirmationDialog","title":"Share?"}
        """
    )
    let decoded = try JSONDecoder().decode(AlertState<Int>.self, from: data)
    #expect(decoded == alert)
    #expect(decoded.onDismiss == 2)
    #expect(decoded.id != alert.id)
  }

  @Test func `equal alerts have equal hash values`() {
    let alerts: Set<AlertState<Int>> = [
      AlertState(title: "1", dismissButton: .default("OK", send: 1), onDismiss: 1),
      AlertState(title: "1", dismissButton: .default("OK", send: 1), onDismiss: 2),
      AlertState(title: "1", dismissButton: .default("OK", send: 2)),
    ]
    #expect(alerts.count == 2)
  }

  @Test func `an alert is dumped like the code that creates it`() {
    #expect(
      Dump(Alert.confirmDelete("Chess")).text == """
        AlertState<GameAction>(
          title: "Delete Chess?",
          message: "This cannot be undone.",
          buttons: [
            Button.destructive(
              "Delete",
              send: GameAction.confirmDeleteButtonTapped
            ),
            Button.cancel,
          ]
        )
        """
    )
    #expect(
      Dump(Alert(title: "Share?", style: .confirmationDialog, buttons: [.cancel("No")])).text == """
        AlertState<GameAction>(
          title: "Share?",
          style: Style.confirmationDialog,
          buttons: [
            Button.cancel(
              "No"
            ),
          ]
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
}
