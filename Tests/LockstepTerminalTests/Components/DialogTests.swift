// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

@Suite struct DialogTests {
  private enum Action: Equatable {
    case closed
    case deleted
    case dismissed
    case kept
  }

  private let deletion = AlertState<Action>(
    title: "Delete this game?",
    message: "This cannot be undone.",
    primaryButton: .destructive("Delete", send: .deleted),
    secondaryButton: .cancel(),
    onDismiss: .dismissed
  )

  private func picture(_ alert: AlertState<Action>, _ rows: Int, _ columns: Int) -> String {
    drawn(rows, columns) { screen, area in
      screen.draw(Dialog(alert, dismissal: .closed), in: area)
    }
  }

  // MARK: Drawing

  @Test func `an alert is in the middle`() {
    #expect(
      picture(deletion, 10, 40) == """

          ╔═ Delete this game? ══════════════╗
          ║                                  ║
          ║      This cannot be undone.      ║
          ║                                  ║
          ║            [d] Delete            ║
          ║          [c/Esc] Cancel          ║
          ║                                  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `a confirmation dialog is at the bottom`() {
    let alert = AlertState<Action>(
      title: "Share this game?",
      style: .confirmationDialog,
      buttons: [.default("As a picture"), .default("As a text"), .cancel()]
    )
    #expect(
      picture(alert, 9, 30) == """


          ╔═ Share this game? ═════╗
          ║                        ║
          ║    [a] As a picture    ║
          ║     [s] As a text      ║
          ║     [c/Esc] Cancel     ║
          ║                        ║
          ╚════════════════════════╝
        """
    )
  }

  @Test func `the box covers the screen behind it`() {
    var screen = Screen(size: Screen.Size(rows: 10, columns: 40))
    screen.fill(screen.area, with: "x")
    screen.draw(Dialog(deletion, dismissal: .closed), in: screen.area)
    let rows = screen.plainText.split(separator: "\n")
    #expect(rows[2] == "xx║                                  ║xx")
    #expect(rows[0] == String(repeating: "x", count: 40))
  }

  @Test func `buttons share a row if the screen has few rows`() {
    #expect(
      picture(deletion, 5, 40) == """
          ╔═ Delete this game? ══════════════╗
          ║      This cannot be undone.      ║
          ║                                  ║
          ║   [d] Delete   [c/Esc] Cancel    ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `a message that does not fit shows the number of missing lines`() {
    #expect(
      picture(deletion, 7, 24) == """
          ╔══════════════════╗
          ║   Delete this    ║
          ║      game?       ║
          ║ … 2 more lines:… ║
          ║    [d] Delete    ║
          ║  [c/Esc] Cancel  ║
          ╚══════════════════╝
        """
    )
    let long = AlertState<Action>(
      title: "News",
      message: "one\ntwo\nthree\nfour\nfive",
      buttons: []
    )
    #expect(
      picture(long, 6, 60)
        .contains("║     … 3 more lines: make the window larger     ║")
    )
  }

  @Test func `a dialog is drawn without a box if the screen is too small`() {
    let texts = [3, 1, 0].map { rows in
      picture(deletion, rows, 20)
    }
    #expect(
      texts == [
        "… 3 more lines: mak…\n     [d] Delete\n   [c/Esc] Cancel",
        "  …   [d] Delete …",
        "",
      ]
    )
  }

  // MARK: Content

  private func prompt(_ message: String = "") -> Dialog<Action> {
    Dialog(
      "What is new?",
      message: message,
      contentRows: 1,
      keys: [
        KeyBinding(.return, "Post it", .kept), KeyBinding(.escape, "Never mind", .dismissed),
      ]
    )
  }

  @Test func `a dialog leaves content rows free between its message and its buttons`() {
    let picture = drawn(11, 40) { screen, area in
      let row = screen.draw(prompt("All can read it."), in: area)
      screen.draw(TextField("Hello"), in: row)
      #expect(row == Screen.Area(row: 4, column: 4, rows: 1, columns: 32))
      #expect(screen.cursor == Screen.Place(row: 4, column: 9))
    }
    #expect(
      picture == """
          ╔═ What is new? ═══════════════════╗
          ║                                  ║
          ║         All can read it.         ║
          ║                                  ║
          ║ Hello                            ║
          ║                                  ║
          ║         [Enter] Post it          ║
          ║         [Esc] Never mind         ║
          ║                                  ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test(arguments: 0...12)
  func `content takes precedence over buttons, and buttons over the message`(rows: Int) {
    let dialog = prompt("This is a longer text, which takes several lines in a narrow window.")
    var screen = Screen(size: Screen.Size(rows: rows, columns: 30))
    let row = screen.draw(dialog, in: screen.area)
    #expect(row.rows == min(rows, 1))
    screen.fill(row, with: "x")
    let text = screen.plainText
    #expect(text.contains("xxx") == (rows > 0))
    if rows >= 4 {
      #expect(text.contains("[Enter] Post it"), "\(text)")
      #expect(text.contains("[Esc] Never mind"), "\(text)")
    }
    if rows >= 2 { #expect(text.contains("window.") || text.contains("…"), "\(text)") }
  }

  /// The smallest windows for which programs are made.
  @Test(arguments: [(9, 30), (12, 40)])
  func `text that is cut in a small window ends with an ellipsis`(rows: Int, columns: Int) {
    for count in [1, 2, 5, 20, 62] {
      for style in [AlertState<Action>.Style.alert, .confirmationDialog] {
        let alert = AlertState<Action>(
          title: "Which of these games do you want to delete?",
          message: "They are removed from all of your machines, and nobody can bring them back.",
          style: style,
          buttons: (1...count).map { .default(TextState("Game \($0)"), send: .deleted) }
        )
        let text = picture(alert, rows, columns)
        let labels = Dialog(alert, dismissal: .closed).keys.map(\.text)
        let isWhole =
          text.contains("Which") && text.contains("back.") && labels.allSatisfy(text.contains)
        #expect(isWhole || text.contains("…"), "\(count):\n\(text)")
        #expect(
          text.contains(labels[0]) && (count > 5 || labels.allSatisfy(text.contains)),
          "\(text)"
        )
      }
    }
  }

  // MARK: Choosing

  private func keys(_ alert: AlertState<Action>, reserved: Set<Character> = []) -> [String] {
    Dialog(alert, dismissal: .closed, reservedKeys: reserved).keys.map(\.text)
  }

  @Test func `buttons have keys of their own`() {
    #expect(keys(deletion) == ["[d] Delete", "[c/Esc] Cancel"])
    #expect(keys(deletion, reserved: ["d", "c"]) == ["[e] Delete", "[a/Esc] Cancel"])
    #expect(keys(AlertState(title: "Saved")) == ["[o/Esc/Enter] OK"])
    let foreign = AlertState<Action>(title: "", buttons: [.default("終"), .default("Ünder")])
    #expect(keys(foreign) == ["[a] 終", "[n] Ünder"])
    let many = AlertState<Action>(
      title: "",
      buttons: Array(repeating: .default("A"), count: 99)
    )
    let dialog = Dialog(many, dismissal: .closed)
    #expect(dialog.keys.count == 62)
    #expect(Set(dialog.keys.map(\.keys)).count == 62)
  }

  @Test func `keys select buttons, and Escape selects the cancel button`() {
    let dialog = Dialog(deletion, dismissal: .closed)
    #expect(dialog.keys.action(for: .key(.character("d"))) == .deleted)
    #expect(dialog.keys.action(for: .key(.character("c"))) == .dismissed)
    #expect(dialog.keys.action(for: .key(.escape)) == .dismissed)
    #expect(dialog.keys.action(for: .key(.return)) == nil)
    #expect(dialog.keys.action(for: .key(.character("x"))) == nil)
    #expect(dialog.keys.action(for: .paste("d")) == nil)

    var kept = deletion
    kept.buttons[1] = .cancel("Keep it", send: .kept)
    #expect(Dialog(kept, dismissal: .closed).keys.action(for: .key(.escape)) == .kept)
    kept.buttons[1] = .default("Keep it", send: .kept)
    #expect(Dialog(kept, dismissal: .closed).keys.action(for: .key(.escape)) == nil)
  }

  @Test func `the only button is selected by Escape and Enter`() {
    let dialog = Dialog(AlertState<Action>(title: "Saved"), dismissal: .closed)
    for key in [Key.character("o"), .escape, .return] {
      #expect(dialog.keys.action(for: .key(key)) == .closed)
    }
  }

  @Test func `dialogs of equal alerts are equal`() {
    let dialog = Dialog(deletion, dismissal: .closed)
    #expect(dialog == Dialog(deletion, dismissal: .closed))
    #expect(dialog != Dialog(deletion, dismissal: .closed, reservedKeys: ["d"]))
  }
}
