// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

@Suite struct TerminalTests {
  private let environment = ["TERM": "xterm-256color"]
  private let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private func terminal(_ pty: borrowing PseudoTerminal) -> Terminal {
    Terminal(input: pty.program, output: pty.program, environment: environment)
  }

  @Test func `starting sets raw mode and stopping restores the terminal`() throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    #expect(pty.isCooked == true)

    try terminal.start()
    #expect(pty.isRaw == true)
    #expect(try pty.output(until: "l") == enter)

    terminal.stop()
    #expect(pty.isCooked == true)
    #expect(try pty.output(until: "1049l") == leave)

    terminal.stop()
    try terminal.start()
    #expect(pty.isRaw == true)
    terminal.stop()
    #expect(pty.isCooked == true)
    #expect(try pty.output(until: "1049l") == enter + leave)
  }

  @Test func `the terminal is restored when the body throws`() async throws {
    struct Failure: Error {}
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    await #expect(throws: Failure.self) {
      try await terminal.withScreen { throw Failure() }
    }
    #expect(pty.isCooked == true)
    #expect(try pty.output(until: "1049l") == enter + leave)
  }

  @Test func `the terminal is restored when its object is released`() throws {
    let pty = try PseudoTerminal()
    try terminal(pty).start()
    #expect(pty.isCooked == true)
    #expect(try pty.output(until: "1049l") == enter + leave)
  }

  @Test func `starting twice is refused`() throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    try terminal.start()
    let error = #expect(throws: TerminalError.self) { try terminal.start() }
    #expect(error?.code == .alreadyStarted)
    #expect(error?.description == "The terminal is already in use.")
    #expect(pty.isRaw == true)
    terminal.stop()
    #expect(pty.isCooked == true)
  }

  @Test func `only changes are written`() throws {
    let pty = try PseudoTerminal(rows: 2, columns: 10)
    let terminal = terminal(pty)
    #expect(terminal.size == Screen.Size(rows: 2, columns: 10))
    try terminal.start()
    defer { terminal.stop() }

    var screen = Screen(size: terminal.size)
    screen.put("Score 26", row: 0, column: 0)
    terminal.draw(screen)
    #expect(
      try pty.output(until: "26") == enter
        + "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[HScore\u{1B}[C26"
    )
    terminal.draw(screen)
    screen.put("7", row: 0, column: 7)
    terminal.draw(screen)
    #expect(try pty.output(until: "7") == "\u{1B}[1;8H7")
  }

  @Test func `a terminal that is not started draws nothing`() throws {
    let pty = try PseudoTerminal(rows: 1, columns: 4)
    let terminal = terminal(pty)
    var screen = Screen(size: terminal.size)
    screen.put("no", row: 0, column: 0)
    terminal.draw(screen)
    try terminal.write("yes")
    #expect(try pty.output(until: "yes") == "yes")
  }

  @Test func `keys arrive in order`() async throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    try terminal.start()
    defer { terminal.stop() }

    var events = terminal.events().makeAsyncIterator()
    pty.type("q\u{3}終\u{1B}[A\r")
    #expect(await events.next() == .key(.character("q")))
    #expect(await events.next() == .key(.control("c")))
    #expect(await events.next() == .key(.character("終")))
    #expect(await events.next() == .key(.up))
    #expect(await events.next() == .key(.return))
    pty.type("\u{1B}")
    #expect(await events.next() == .key(.escape))
    pty.type("\u{1B}")
    pty.type("[B")
    #expect(await events.next() == .key(.down))
  }

  @Test func `the sequence of events ends if its task is cancelled`() async throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    try terminal.start()
    defer { terminal.stop() }

    let events = terminal.events()
    let task = Task { await events.reduce(into: []) { $0.append($1) } }
    task.cancel()
    #expect(await task.value == [])

    pty.type("a")
    var others = terminal.events().makeAsyncIterator()
    #expect(await others.next() == .key(.character("a")))
  }

  @Test func `the sequence of sizes ends when the terminal stops`() async throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    #expect(await terminal.resizes().first { _ in true } == nil)
    try terminal.start()
    let sizes = terminal.resizes()
    terminal.stop()
    #expect(await sizes.first { _ in true } == nil)
  }

  @Test func `the color depth follows the environment`() throws {
    let pty = try PseudoTerminal()
    func terminal(_ environment: [String: String]) -> Terminal {
      Terminal(input: pty.program, output: pty.program, environment: environment)
    }
    #expect(terminal(["TERM": "xterm"]).colors == .sixteen)
    #expect(terminal([:]).colors == .sixteen)
    #expect(terminal(["NO_COLOR": ""]).colors == .sixteen)
    #expect(terminal(["NO_COLOR": "1", "COLORTERM": "truecolor"]).colors == .none)
    #expect(terminal(["TERM": "dumb", "COLORTERM": "truecolor"]).colors == .none)
    #expect(terminal(["TERM": "tmux-256color"]).colors == .palette)
    #expect(terminal(["TERM": "xterm-direct"]).colors == .trueColor)
    #expect(terminal(["TERM": "xterm-256color", "COLORTERM": "24bit"]).colors == .trueColor)
    #expect(terminal(["NO_COLOR": "1"]).supportsScreens)
    #expect(terminal(["TERM": "dumb"]).isInteractive)
    #expect(!terminal(["TERM": "dumb"]).supportsScreens)

    let dumb = terminal(["TERM": "dumb"])
    let error = #expect(throws: TerminalError.self) { try dumb.start() }
    #expect(
      error?.description
        == """
        Input and output must both be a terminal that can show screens. Run the program in a terminal, without a pipe.
        """
    )
    #expect(pty.isCooked == true)
  }
}
