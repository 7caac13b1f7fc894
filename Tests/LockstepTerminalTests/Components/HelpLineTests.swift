// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct HelpLineTests {
  private enum Action: Equatable {
    case close
    case newGame
  }

  private let help = HelpLine(["[↑↓] Move", "[Enter] Open", "[q] Quit"])

  @Test(
    arguments: [
      (80, 1, ["[↑↓] Move   [Enter] Open   [q] Quit"]),
      (24, 2, ["[↑↓] Move   [Enter] Open", "[q] Quit"]),
      (26, 1, ["[↑↓] Move   [Enter] Open …"]),
      (24, 1, ["[↑↓] Move   [Enter] Ope…"]),
      (8, 9, ["[↑↓] Mo…", "[Enter]…", "[q] Quit"]),
      (8, 1, ["[↑↓] Mo…"]),
      (1, 2, ["…", "…"]),
      (0, 2, []),
      (8, 0, []),
      (.min, .max, []),
    ] as [(Int, Int, [String])]
  )
  func `items fill each line, and an ellipsis marks omitted items`(
    columns: Int,
    rows: Int,
    expected: [String]
  ) {
    #expect(help.lines(columns: columns, rows: rows) == expected)
  }

  @Test func `the quit item comes first if the items do not all fit`() {
    let help = HelpLine([
      KeyBinding(.up, "Move", Action.newGame), KeyBinding(.return, "Open", .close), .quit("q"),
      KeyBinding("x", "Export", .close),
    ])
    let all = ["[↑] Move   [Enter] Open   [q] Quit   [x] Export"]
    #expect(help.lines(columns: 80, rows: 1) == all)
    #expect(help.lines(columns: 30, rows: 1) == ["[q] Quit   [↑] Move …"])
    #expect(help.lines(columns: 20, rows: 2) == ["[q] Quit   [↑] Move", "[Enter] Open …"])
    #expect(help.lines(columns: 5, rows: 1) == ["[q] …"])
    var other = help
    other.items.removeAll { $0 == "[q] Quit" }
    #expect(other.lines(columns: 20, rows: 1) == ["[↑] Move …"])
  }

  @Test func `help is drawn with an alignment`() {
    let picture = drawn(3, 26) { screen, area in
      screen.draw(help, in: area, alignment: .center, style: Style(dim: true))
    }
    #expect(picture == " [↑↓] Move   [Enter] Open\n         [q] Quit")
  }

  @Test func `bindings map keys to actions, and the help lists their labels`() {
    let bindings: [KeyBinding<Action>] = [
      KeyBinding("n", "New game", .newGame),
      KeyBinding([.escape, .alt("c")], "Close", .close),
      KeyBinding(.escape, "Further down", .newGame),
      .quit("q", .control("c")),
    ]
    #expect(bindings.action(for: .key(.character("n"))) == .newGame)
    #expect(bindings.action(for: .key(.escape)) == .close)
    #expect(bindings.action(for: .key(.alt("c"))) == .close)
    #expect(bindings.action(for: .key("c")) == nil)
    #expect(bindings.action(for: .key("q")) == nil)
    #expect(bindings.action(for: .key(.return)) == nil)
    #expect(bindings.action(for: .paste("n")) == nil)
    #expect(
      HelpLine(bindings).items == [
        "[n] New game", "[Esc/Alt-c] Close", "[q/^C] Quit",
      ]
    )
    #expect(bindings[0].map { "\($0)" } == KeyBinding("n", "New game", "newGame"))
    #expect(bindings[3].map { "\($0)" } == .quit("q", .control("c")))
  }

  @Test func `help merges bindings with the same label and omits bindings without a label`() {
    let bindings: [KeyBinding<Action>] = [
      KeyBinding(.up, "Move", .newGame),
      KeyBinding(.down, "Move", .close),
      KeyBinding(["k", "j"], "Move", .close),
      KeyBinding(.home, "", .close),
      KeyBinding(.pageUp, "Page", .newGame),
      KeyBinding(.home, "", .close),
      KeyBinding(.pageDown, "Page", .close),
      KeyBinding(.up, "Move", .newGame),
      KeyBinding([.left, "h", .right], "Turn", .newGame),
      KeyBinding([], "Nothing", .newGame),
      KeyBinding(.end, "Move", .newGame),
    ]
    // The arrow up means something else already.
    #expect(
      HelpLine(bindings).items == [
        "[↑↓/k/j] Move", "[PgUp/PgDn] Page", "[←/h/→] Turn", "[End] Move",
      ]
    )
    #expect(bindings.action(for: .key(.home)) == .close)
  }

  @Test(
    arguments: [
      (.character("a"), "a"), (.character(" "), "Space"), (.control("c"), "^C"),
      (.control("\\"), "^\\"), (.return, "Enter"), (.backTab, "Shift-Tab"), (.pageDown, "PgDn"),
      (.function(12), "F12"), (.alt("b"), "Alt-b"), (.left.control, "^←"),
      (.right.shift, "Shift-→"), (.end.control.shift.alt, "Alt-Shift-^End"),
    ] as [(Key, String)]
  )
  func `each key has a symbol`(key: Key, symbol: String) {
    #expect(key.symbol == symbol)
  }

  @Test(
    arguments: [
      (Key.character("c").control, .control("c")), (Key.character("C").control, .control("c")),
      (Key.character(" ").control, .control("@")), (Key.character("a").shift, "A"),
      (Key.character("ß").shift, "ß"), (Key.tab.shift, .backTab), (Key.backTab.shift, .backTab),
      (Key.control("c").control, .control("c")), (Key.up.alt.alt, .modified(.up, .alt)),
      (Key.up.alt.shift, Key.up.shift.alt), (Key.alt("b").shift, .alt("B")),
    ] as [(Key, Key)]
  )
  func `keys with equivalent modifiers are equal`(key: Key, same: Key) {
    #expect(key == same)
  }
}
