// SPDX-License-Identifier: MIT

import TerminalSupport
import Testing

/// The examples in the comments of `Examples/TerminalSupport`.
@Suite struct TerminalCommentTests {
  @Test func `a paragraph is wrapped`() {
    let lines = "Want to be notified?".wrapped(columns: 10)  // ["Want to be", "notified?"]
    #expect(lines == ["Want to be", "notified?"])
  }

  @Test func `columns are counted`() {
    let game = "GAME".terminalColumns  // 4
    let spiel = "ゲーム".terminalColumns  // 6
    let trophy = "e\u{301}🏆".terminalColumns  // 3
    #expect([game, spiel, trophy] == [4, 6, 3])
  }

  @Test func `bytes are keys`() {
    var decoder = KeyDecoder()
    var keys = decoder.decode([0x1B, 0x5B])  // []
    keys += decoder.decode([0x41, 0x71])  // [.up, .character("q")]
    #expect(keys == [.up, .character("q")])
  }

  @Test func `a picture is text`() {
    var printed = ""
    func print(_ text: String) { printed = text }
    var screen = Screen(size: Screen.Size(rows: 3, columns: 11))
    screen.box(screen.area, title: "Score")
    screen.putCentered("27", row: 1, style: Style(.yellow, bold: true))
    print(screen.plainText)
    // ┌─ Score ─┐
    // │   27    │
    // └─────────┘
    #expect(
      printed == """
        ┌─ Score ─┐
        │   27    │
        └─────────┘
        """
    )
    screen.restyle(screen.area) { $0.dim = true }  // What lies behind a dialog.
    #expect(screen[row: 1, column: 4]?.style == Style(.yellow, bold: true, dim: true))
  }

  @Test func `the terminal of the program`() {
    let terminal = Terminal()
    #expect(terminal.size.rows > 0)
  }

  @Test func `a program has the terminal to itself`() async throws {
    let pty = try PseudoTerminal()
    let terminal = Terminal(input: pty.program, output: pty.program, environment: ["TERM": "xterm"])
    pty.type("xq")
    try await terminal.withScreen {
      var screen = Screen(size: terminal.size)
      screen.put("Press a key.", row: 0, column: 0)
      terminal.draw(screen)
      for await key in terminal.keys() where key == .character("q") { break }
    }
    let output = try pty.output(until: "1049l")
    #expect(output.contains("Press"))
    #expect(pty.mode == PseudoTerminal.cookedMode)
  }
}
