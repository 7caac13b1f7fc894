// SPDX-License-Identifier: MIT

import DemoSupport
import Lockstep
import LockstepTerminal
import Testing

private enum ShareAction: Equatable {
  case deleted
  case dismissed
  case shared(String)
}

private typealias Alert = AlertState<ShareAction>

/// How alerts with any number of buttons are drawn.
@Suite struct AlertTests {
  private let alert = Alert(
    title: "What now?",
    message: "There are more ways than two.",
    buttons: [
      .default("Share", send: .shared("link")),
      .default("Send", send: .shared("mail")),
      .default("Say", send: .shared("voice")),
      .destructive("Delete", send: .deleted),
      .cancel(),
    ]
  )

  private func screen(_ alert: Alert, rows: Int, columns: Int) -> String {
    var screen = Screen(size: Screen.Size(rows: rows, columns: columns))
    screen.dialog(
      alert,
      choices: alert.choices(dismissal: .dismissed).map(\.text),
      in: screen.area
    )
    return screen.plainText
  }

  @Test func `the key that quits is no button's`() {
    let alert = Alert(title: "Hello", dismissButton: .default("Quit"), onDismiss: .deleted)
    #expect(
      alert.choices(dismissal: .dismissed) == [KeyBinding(.character("u"), "Quit", .deleted)]
    )
  }

  @Test func `an alert is drawn in the middle`() {
    #expect(
      screen(alert, rows: 13, columns: 40) == """

          ╔═ What now? ══════════════════════╗
          ║                                  ║
          ║  There are more ways than two.   ║
          ║                                  ║
          ║            [s] Share             ║
          ║             [e] Send             ║
          ║             [a] Say              ║
          ║            [d] Delete            ║
          ║            [c] Cancel            ║
          ║                                  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `a confirmation dialog is drawn at the bottom`() {
    var dialog = alert
    dialog.style = .confirmationDialog
    dialog.message = nil
    #expect(
      screen(dialog, rows: 14, columns: 40) == """



          ╔═ What now? ══════════════════════╗
          ║                                  ║
          ║                                  ║
          ║            [s] Share             ║
          ║             [e] Send             ║
          ║             [a] Say              ║
          ║            [d] Delete            ║
          ║            [c] Cancel            ║
          ║                                  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `choices share lines where there is no room for one each`() {
    #expect(
      screen(alert, rows: 10, columns: 40) == """

          ╔═ What now? ══════════════════════╗
          ║                                  ║
          ║  There are more ways than two.   ║
          ║                                  ║
          ║  [s] Share   [e] Send   [a] Say  ║
          ║     [d] Delete   [c] Cancel      ║
          ║                                  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `an alert takes all rows before any of it is cut`() {
    #expect(
      screen(alert, rows: 6, columns: 40) == """
          ╔═ What now? ══════════════════════╗
          ║  There are more ways than two.   ║
          ║                                  ║
          ║  [s] Share   [e] Send   [a] Say  ║
          ║     [d] Delete   [c] Cancel      ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `an alert that is cut says so, and keeps its choices as long as it can`() {
    var alert = alert
    alert.message = """
      There are more ways than two. Some of them take long, and some of them cannot be undone later.
      """
    #expect(
      screen(alert, rows: 7, columns: 40) == """
          ╔═ What now? ══════════════════════╗
          ║  There are more ways than two.   ║
          ║   Some of them take long, and    ║
          ║     … make the window larger     ║
          ║  [s] Share   [e] Send   [a] Say  ║
          ║     [d] Delete   [c] Cancel      ║
          ╚══════════════════════════════════╝
        """
    )
    #expect(
      screen(alert, rows: 4, columns: 40) == """
          ╔═ What now? ══════════════════════╗
          ║     … make the window larger     ║
          ║  [s] Share   [e] Send   [a] Say  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `a choice that is wider than the alert goes on in the next line`() {
    var screen = Screen(size: Screen.Size(rows: 8, columns: 24))
    screen.dialog("Now?", [], choices: ["[u] Play the daily challenge"], in: screen.area)
    #expect(
      screen.plainText == """
          ╔═ Now? ═══════════╗
          ║                  ║
          ║                  ║
          ║   [u] Play the   ║
          ║ daily challenge  ║
          ║                  ║
          ╚══════════════════╝
        """
    )
  }
}
