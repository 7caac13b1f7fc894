// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

@Suite struct DialogTests {
  private enum Action: Equatable {
    case deleted
    case dismissed
    case gone
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
      screen.draw(Dialog(alert, dismissal: .gone), in: area)
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
          ║            [c] Cancel            ║
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
          ║       [c] Cancel       ║
          ║                        ║
          ╚════════════════════════╝
        """
    )
  }

  @Test func `what is behind the box is covered`() {
    var screen = Screen(size: Screen.Size(rows: 10, columns: 40))
    screen.fill(screen.area, with: "x")
    screen.draw(Dialog(deletion, dismissal: .gone), in: screen.area)
    let rows = screen.plainText.split(separator: "\n")
    #expect(rows[2] == "xx║                                  ║xx")
    #expect(rows[0] == String(repeating: "x", count: 40))
  }

  @Test func `choices share a row where there is little room`() {
    #expect(
      picture(deletion, 5, 40) == """
          ╔═ Delete this game? ══════════════╗
          ║      This cannot be undone.      ║
          ║                                  ║
          ║     [d] Delete   [c] Cancel      ║
          ╚══════════════════════════════════╝
        """
    )
  }

  @Test func `a text that has no room says so`() {
    #expect(
      picture(deletion, 7, 24) == """
          ╔══════════════════╗
          ║   Delete this    ║
          ║      game?       ║
          ║ … 2 more lines:… ║
          ║    [d] Delete    ║
          ║    [c] Cancel    ║
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

  @Test func `without room for a box there is none`() {
    let texts = [3, 1, 0].map { rows in
      picture(deletion, rows, 20)
    }
    #expect(
      texts == [
        "… 3 more lines: mak…\n     [d] Delete\n     [c] Cancel",
        "  …   [d] Delete …",
        "",
      ]
    )
  }

  // MARK: Choosing

  private func keys(_ alert: AlertState<Action>, reserved: Set<Character> = []) -> [String] {
    Dialog(alert, dismissal: .gone, reservedKeys: reserved).choices.map(\.text)
  }

  @Test func `buttons have keys of their own`() {
    #expect(keys(deletion) == ["[d] Delete", "[c] Cancel"])
    #expect(keys(deletion, reserved: ["d", "c"]) == ["[e] Delete", "[a] Cancel"])
    #expect(keys(AlertState(title: "Saved")) == ["[o] OK"])
    let foreign = AlertState<Action>(title: "", buttons: [.default("終"), .default("Ünder")])
    #expect(keys(foreign) == ["[a] 終", "[n] Ünder"])
    let many = AlertState<Action>(
      title: "",
      buttons: Array(repeating: .default("A"), count: 99)
    )
    let dialog = Dialog(many, dismissal: .gone)
    #expect(dialog.choices.count == 62)
    #expect(Set(dialog.choices.map(\.key)).count == 62)
  }

  @Test func `keys choose buttons, and Escape the one that cancels`() {
    let dialog = Dialog(deletion, dismissal: .gone)
    #expect(dialog.action(for: .key(.character("d"))) == .deleted)
    #expect(dialog.action(for: .key(.character("c"))) == .dismissed)
    #expect(dialog.action(for: .key(.escape)) == .dismissed)
    #expect(dialog.action(for: .key(.return)) == nil)
    #expect(dialog.action(for: .key(.character("x"))) == nil)
    #expect(dialog.action(for: .paste("d")) == nil)

    var kept = deletion
    kept.secondaryButton = .cancel("Keep it", send: .kept)
    #expect(Dialog(kept, dismissal: .gone).action(for: .key(.escape)) == .kept)
    kept.secondaryButton = .default("Keep it", send: .kept)
    #expect(Dialog(kept, dismissal: .gone).action(for: .key(.escape)) == nil)
  }

  @Test func `the only button is also Escape and Enter`() {
    let dialog = Dialog(AlertState<Action>(title: "Saved"), dismissal: .gone)
    for key in [Key.character("o"), .escape, .return] {
      #expect(dialog.action(for: .key(key)) == .gone)
    }
  }

  @Test func `dialogs of equal alerts are equal`() {
    let dialog = Dialog(deletion, dismissal: .gone)
    #expect(dialog == Dialog(deletion, dismissal: .gone))
    #expect(dialog != Dialog(deletion, dismissal: .gone, reservedKeys: ["d"]))
  }
}
