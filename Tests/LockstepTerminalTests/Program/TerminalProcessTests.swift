// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The state in which a program leaves its terminal, seen with the `terminal-keys` example.
@Suite struct TerminalProcessTests {
  private let leave =
    "\u{1B}[0m\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Starts the program and waits until it has drawn its first screen.
  private func start(
    in pty: borrowing PseudoTerminal,
    arguments: [String] = []
  ) throws -> Process {
    let process = testProgram("terminal-keys")
    process.arguments = arguments
    try pty.run(process)
    #expect(try pty.output(until: "╯").contains("Press keys; q leaves."))
    #expect(pty.isRaw == true)
    return process
  }

  @Test func `a program that ends restores the terminal`() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    pty.type("x")
    #expect(try pty.output(until: "\u{1B}[m").hasSuffix("character(\"x\")\u{1B}[m"))
    pty.type("q")
    // Before it leaves, the program shows what the last key has led to.
    #expect(try pty.output(until: leave).hasSuffix(leave))
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(pty.isCooked == true)
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ])
  func `a signal restores the terminal and ends the process`(signal: Int32) throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    kill(process.processIdentifier, signal)
    #expect(try pty.output(until: leave) == leave)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(pty.isCooked == true)
  }

  @Test func `a crash restores the terminal and ends the process`() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty, arguments: ["--crash"])
    pty.type("x")
    #expect(try pty.output(until: leave) == leave)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGSEGV)
    #expect(pty.isCooked == true)
  }

  @Test func `a suspended process restores the terminal until it continues`() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    kill(process.processIdentifier, SIGTSTP)
    #expect(try pty.output(until: leave) == leave)
    #expect(signalThatStopped(process) == SIGTSTP)
    #expect(pty.isCooked == true)

    kill(process.processIdentifier, SIGCONT)
    #expect(try pty.output(until: "╯").hasPrefix("\u{1B}[?1049h"))
    #expect(pty.isRaw == true)
    pty.type("\u{3}")
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    #expect(pty.isCooked == true)
  }

  @Test func `resizing redraws the whole screen`() throws {
    let pty = try PseudoTerminal(rows: 5, columns: 40)
    let process = try start(in: pty)
    pty.resize(rows: 3, columns: 26)
    kill(process.processIdentifier, SIGWINCH)
    let frame = try pty.output(until: "╯")
    #expect(frame.hasPrefix("\u{1B}[?25l\u{1B}[0m\u{1B}[2J"))
    var emulator = TerminalEmulator(size: Screen.Size(rows: 3, columns: 26))
    emulator.write(frame)
    #expect(
      emulator.screen.plainText == """
        ╭─ terminal-keys ────────╮
        │ Press keys; q leaves.  │
        ╰────────────────────────╯
        """
    )
    pty.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [
    (40, "printed while a screen is sho… (+1 line)"),
    (60, "printed while a screen is shown (+1 line)"),
  ])
  func `printed output is shown in the last row until a key is pressed`(
    columns: Int,
    row: String
  ) throws {
    let pty = try PseudoTerminal(rows: 5, columns: columns)
    let process = testProgram("terminal-keys")
    process.arguments = ["--print"]
    try pty.run(process)
    var output = try pty.output(until: "╯")
    func screen(_ more: String = "") -> Screen {
      var emulator = TerminalEmulator(size: Screen.Size(rows: 5, columns: columns))
      emulator.write((output + more).components(separatedBy: "\u{1B}[2J").last ?? "")
      return emulator.screen
    }
    pty.type("p")
    output += try pty.output { screen($0).plainText.hasSuffix("\n" + row) }
    #expect(screen()[row: 4, column: 0]?.style == Style(inverse: true))
    #expect(screen()[row: 4, column: columns - 1]?.style == Style(inverse: true))
    pty.type("x")
    output += try pty.output { screen($0).plainText.hasSuffix("─╯") }
    pty.type("q")
    let rest = try pty.output { $0.hasSuffix("to the last row\r\n") }
    #expect(rest.contains(leave + "printed while a screen is shown\r\nto the last row\r\n"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `keys with modifiers are shown`() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    pty.type("\u{1B}b\u{1B}[1;5D")
    // Drawn in pieces around what was there.
    #expect(try pty.output { $0.contains("^←") }.contains("Alt-b"))
    pty.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a program ends when its terminal closes`() throws {
    let process: Process
    do {
      let pty = try PseudoTerminal()
      process = try start(in: pty)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func `piped keys are printed`() throws {
    let process = testProgram("terminal-keys")
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("a\u{1B}[A\n\u{1B}".utf8))
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(
      String(decoding: printed ?? Data(), as: UTF8.self) == """
        character("a")
        up
        return
        escape

        """
    )
    #expect(process.terminationStatus == 0)
  }
}
