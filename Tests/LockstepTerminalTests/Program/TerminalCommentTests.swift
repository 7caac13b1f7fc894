// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The examples in the comments of `Examples/LockstepTerminal`.
@Suite struct TerminalCommentTests {
  @Test func `a paragraph is wrapped`() {
    let lines = "Want to be notified?".wrapped(columns: 10)  // ["Want to be", "notified?"]
    #expect(lines == ["Want to be", "notified?"])
  }

  @Test func `characters are measured in columns`() {
    let game = "GAME".terminalColumns  // 4
    let spiel = "ゲーム".terminalColumns  // 6
    let trophy = "e\u{301}🏆".terminalColumns  // 3
    let columns = [game, spiel, trophy]
    #expect(columns == [4, 6, 3])
  }

  @Test func `bytes are decoded as events`() {
    var decoder = EventDecoder()
    var events = decoder.decode([0x1B, 0x5B])  // []
    events += decoder.decode([0x41, 0x71])  // [.key(.up), .key(.character("q"))]
    #expect(events == [.key(.up), .key(.character("q"))])
  }

  @Test func `a screen is printed as plain text`() {
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

  private enum Counter {
    enum Action: Equatable {
      case decrementButtonTapped
      case incrementButtonTapped
    }
  }

  @Test func `a program draws its state and maps keys to actions`() {
    let counter = TerminalProgram<Int, Counter.Action>(
      keys: { _, _ in
        [
          KeyBinding([.up, "+"], "More", .incrementButtonTapped),
          KeyBinding([.down, "-"], "Less", .decrementButtonTapped),
          .quit("q"),
        ]
      },
      screen: { count, size, help in
        var screen = Screen(size: size)
        let parts = screen.area.rows([.flexible(), .fixed(1)])
        screen.put("\(count)", in: parts[0])
        screen.draw(help, in: parts[1])  // [↑/+] More   [↓/-] Less   [q] Quit
        return screen
      }
    )
    let size = Screen.Size(rows: 3, columns: 40)
    #expect(
      counter.screen(5, size).plainText == "5\n\n[↑/+] More   [↓/-] Less   [q] Quit"
    )
    #expect(counter.action(.key(.down), 5, size) == .decrementButtonTapped)
    #expect(counter.action(.key(.left), 5, size) == nil)
  }

  @Test func `keys are matched in a switch statement`() {
    var calls: [String] = []
    func close() { calls.append("close") }
    func moveUp() { calls.append("up") }
    func moveToPreviousWord() { calls.append("word") }
    for key in [Key.up, "k", "q", Key.character("b").alt, Key.left.control, Key.left] {
      switch key {
      case "q": close()
      case .up, "k": moveUp()
      case .alt("b"), .left.control: moveToPreviousWord()
      default: break
      }
    }
    #expect(calls == ["up", "up", "close", "word", "word"])
  }

  @Test func `the default terminal has a size`() {
    let terminal = Terminal()
    #expect(terminal.size.rows > 0)
  }

  @Test func `a program draws on the terminal and reads its events`() async throws {
    let pty = try PseudoTerminal()
    let terminal = Terminal(input: pty.program, output: pty.program, environment: ["TERM": "xterm"])
    pty.type("xq")
    try await terminal.withScreen {
      var screen = Screen(size: terminal.size)
      screen.put("Press a key.", row: 0, column: 0)
      terminal.draw(screen)
      for await event in terminal.events() where event == .key("q") { break }
    }
    let output = try pty.output(until: "1049l")
    #expect(output.contains("Press"))
    #expect(pty.isCooked == true)
  }

  @Test func `a test types on a pseudoterminal and reads its output`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "read line; echo \"$line\""]
    try terminal.run(process)
    terminal.type("It works.\n")
    let output = try terminal.output { $0.contains("It works.\r\nIt works.\r\n") }
    process.waitUntilExit()
    #expect(output.hasPrefix("It works."))
    #expect(process.terminationStatus == 0)
    #expect(terminal.isCooked == true)
  }
}
