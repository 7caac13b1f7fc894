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
  func `items are packed, and none is left out without a mark`(
    columns: Int,
    rows: Int,
    expected: [String]
  ) {
    #expect(help.lines(columns: columns, rows: rows) == expected)
  }

  @Test func `help is drawn`() {
    let picture = drawn(3, 26) { screen, area in
      screen.draw(help, in: area, alignment: .center, style: Style(dim: true))
    }
    #expect(picture == " [↑↓] Move   [Enter] Open\n         [q] Quit")
  }

  @Test func `bindings are looked up and shown`() {
    let bindings = [
      KeyBinding(.character("n"), "New game", Action.newGame),
      KeyBinding(.escape, "Close", Action.close),
      KeyBinding(.escape, "Further down", Action.newGame),
    ]
    #expect(bindings.action(for: .key(.character("n"))) == .newGame)
    #expect(bindings.action(for: .key(.escape)) == .close)
    #expect(bindings.action(for: .key(.return)) == nil)
    #expect(bindings.action(for: .paste("n")) == nil)
    #expect(HelpLine(bindings).items == ["[n] New game", "[Esc] Close", "[Esc] Further down"])
    #expect(bindings[0].map { "\($0)" } == KeyBinding(.character("n"), "New game", "newGame"))
  }

  @Test(
    arguments: [
      (.character("a"), "a"), (.character(" "), "Space"), (.control("c"), "^C"),
      (.control("\\"), "^\\"), (.return, "Enter"), (.backTab, "Shift-Tab"), (.pageDown, "PgDn"),
      (.function(12), "F12"),
    ] as [(Key, String)]
  )
  func `keys have symbols`(key: Key, symbol: String) {
    #expect(key.symbol == symbol)
  }
}
