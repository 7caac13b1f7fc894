// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// What a program leaves behind in its terminal, seen with the `terminal-keys` example.
@Suite struct TerminalProcessTests {
  private let leave =
    "\u{1B}[0m\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  private func terminalKeys() throws -> Process {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appendingPathComponent("terminal-keys")
    // Neither the runtime nor a sanitizer is to report the crashes that are meant. Leaks are looked
    // for in the process that runs the tests.
    let sanitizer = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0"
    process.environment = [
      "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no",
      "ASAN_OPTIONS": sanitizer + ":detect_leaks=0", "TSAN_OPTIONS": sanitizer,
    ]
    return process
  }

  /// Starts the program and waits until it has drawn its first screen.
  private func start(
    in pty: borrowing PseudoTerminal,
    arguments: [String] = []
  ) throws -> Process {
    let process = try terminalKeys()
    process.arguments = arguments
    try pty.run(process)
    #expect(try pty.output(until: "╯").contains("Press keys; q leaves."))
    #expect(pty.isRaw == true)
    return process
  }

  /// Waits as a shell does before it continues a program.
  private func waitUntilStopped(_ process: Process) {
    var info = siginfo_t()
    let result = waitid(P_PID, id_t(process.processIdentifier), &info, WSTOPPED | WNOWAIT)
    #expect(result == 0)
  }

  @Test func leavingRestoresTheTerminal() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    pty.type("x")
    #expect(try pty.output(until: "\u{1B}[0m").hasSuffix("character(\"x\")\u{1B}[0m"))
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
  func signalRestoresTheTerminalAndEndsTheProcess(signal: Int32) throws {
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

  @Test func suspendingRestoresTheTerminalUntilTheProcessContinues() throws {
    let pty = try PseudoTerminal()
    let process = try start(in: pty)
    kill(process.processIdentifier, SIGTSTP)
    #expect(try pty.output(until: leave) == leave)
    waitUntilStopped(process)
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

  @Test func resizingDrawsInFull() throws {
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

  @Test func programEndsWithItsTerminal() throws {
    let process: Process
    do {
      let pty = try PseudoTerminal()
      process = try start(in: pty)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func pipedKeysArePrinted() throws {
    let process = try terminalKeys()
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
