// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The output that a program prints while it shows screens, seen with `terminal-printer`.
@Suite struct PrintedOutputTests {
  private let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2026$p"
  private let leave = PrinterRun.leave

  @Test func `printed output is passed to the program and written after it ends`() throws {
    let run = try PrinterRun.start()
    try run.press("p", shows: "presses: 1\nprinted 1")
    try run.press("e", shows: "presses: 2\non standard error")
    try run.press(
      "r",
      shows: """
        presses: 3
        Lockstep: App/Printer.swift:7: Something is wrong.
          This is a detail.
        """
    )
    try run.press("s", shows: "error of child")
    try run.press("c", shows: "presses: 5\n20% done")
    run.pty.type("oq")
    let ending = try run.end()
    #expect(ending == (.exit, 0))
    #expect(run.pty.isCooked == true)
    #expect(run.output.hasPrefix(enter))
    #expect(run.output.components(separatedBy: leave).count == 2)
    #expect(
      run.rest
        == """
        printed 1
        on standard error
        Lockstep: App/Printer.swift:7: Something is wrong.
          This is a detail.
        child
        error of child
        \u{1B}[31mred\u{1B}[0m 10%\r\u{1B}]0;title\u{7}\u{1B}[1;32m20%\u{1B}[m\tdone

        without a line breakafter

        """
        .replacing("\n", with: "\r\n")
    )
  }

  @Test func `the screen shows no printed output`() throws {
    let run = try PrinterRun.start()
    try run.press("p", shows: "presses: 1\nprinted 1")
    try run.press("e", shows: "presses: 2\non standard error")
    #expect(run.screen.plainText == "presses: 2\non standard error")
    // Output of another process is on the screen until the program draws it anew.
    try run.press("w", shows: "foreign: 3\non standard error")
    try run.press("\u{C}", shows: "presses: 4\non standard error")
    #expect(run.screen.plainText == "presses: 4\non standard error")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
  }

  @Test func `printed output is written when the process exits`() throws {
    let run = try PrinterRun.start(["--print-before"])
    try run.press("p", shows: "printed 1")
    run.pty.type("ox")
    #expect(try run.end() == (.exit, 0))
    #expect(run.output.hasPrefix("before\r\n" + enter))
    #expect(run.rest == "printed 1\r\nwithout a line break")
  }

  @Test func `printed output is written when a signal ends the process`() throws {
    let run = try PrinterRun.start()
    try run.press("p", shows: "printed 1")
    try run.press("e", shows: "on standard error")
    run.process.terminate()
    #expect(try run.end() == (.uncaughtSignal, SIGTERM))
    #expect(run.rest == "printed 1\r\non standard error\r\n")
    #expect(run.pty.isCooked == true)
  }

  @Test func `a crash message is written after the terminal is restored`() throws {
    let run = try PrinterRun.start()
    try run.press("p", shows: "printed 1")
    run.pty.type("f")
    let ending = try run.end()
    #expect(ending.reason == .uncaughtSignal)
    let message =
      "printed 1\r\nApp/Printer.swift:8: Fatal error: broken\r\n"
    #expect(run.rest.prefix(message.count) == message)
    #expect(run.pty.isCooked == true)
  }

  @Test
  func `printed output is written when the process suspends and captured again when it continues`()
    throws
  {
    let run = try PrinterRun.start()
    try run.press("p", shows: "printed 1")
    kill(run.process.processIdentifier, SIGTSTP)
    try run.read(until: leave + "printed 1\r\n")
    #expect(signalThatStopped(run.process) == SIGTSTP)
    #expect(run.pty.isCooked == true)

    kill(run.process.processIdentifier, SIGCONT)
    run.output = ""
    try run.press("", shows: "presses: 1\nprinted 1")
    #expect(run.output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?25l"))
    try run.press("p", shows: "presses: 2\nprinted 2")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "printed 2\r\nafter\r\n")
  }

  @Test func `an incomplete line is written when the program suspends itself`() throws {
    let run = try PrinterRun.start()
    run.pty.type("o\u{1A}")
    try run.read(until: leave + "without a line break")
    #expect(signalThatStopped(run.process) == SIGTSTP)
    kill(run.process.processIdentifier, SIGCONT)
    try run.press("", shows: "presses: 2")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
  }

  @Test func `a signal that ends a suspended process does not restore the terminal twice`() throws {
    let run = try PrinterRun.start()
    kill(run.process.processIdentifier, SIGTSTP)
    try run.read(until: leave)
    #expect(signalThatStopped(run.process) == SIGTSTP)
    kill(run.process.processIdentifier, SIGTERM)
    kill(run.process.processIdentifier, SIGCONT)
    #expect(try run.end() == (.uncaughtSignal, SIGTERM))
    let pages = run.output.matches(of: /\u{1B}\[\?1049([hl])/).map(\.1).joined()
    #expect(pages == "hl" || pages == "hlhl")
  }

  @Test func `a signal that ends a continuing process restores the terminal`() throws {
    for delay in 0..<30 {
      let run = try PrinterRun.start()
      kill(run.process.processIdentifier, SIGTSTP)
      try run.read(until: leave)
      #expect(signalThatStopped(run.process) == SIGTSTP)
      kill(run.process.processIdentifier, SIGCONT)
      usleep(UInt32(delay * 50))
      kill(run.process.processIdentifier, SIGTERM)
      #expect(try run.end() == (.uncaughtSignal, SIGTERM))
      let pages = run.output.matches(of: /\u{1B}\[\?1049([hl])/).map(\.1).joined()
      #expect(pages == "hl" || pages == "hlhl", "\(pages) after \(delay)")
      #expect(run.pty.isCooked == true)
    }
  }

  @Test func `no frame is written to the shell's screen`() throws {
    let run = try PrinterRun.start()
    try run.press("m", shows: "frame")
    for _ in 0..<8 {
      kill(run.process.processIdentifier, SIGTSTP)
      #expect(signalThatStopped(run.process) == SIGTSTP)
      try run.read(until: leave)
      run.output = ""
      kill(run.process.processIdentifier, SIGCONT)
      try run.press("", shows: "frame")
      #expect(run.output.hasPrefix("\u{1B}[?1049h"))
    }
    run.process.terminate()
    #expect(try run.end() == (.uncaughtSignal, SIGTERM))
  }

  @Test func `written text follows previously printed text`() throws {
    let process = testProgram("terminal-printer")
    let output = Pipe()
    process.arguments = ["--write"]
    process.standardOutput = output
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: written, as: UTF8.self) == "printed\nwritten\n")
  }

  @Test func `printed output is captured each time the program shows screens`() throws {
    let run = try PrinterRun.start(["--twice"])
    run.output = ""
    // Nobody listens to this message any more.
    try run.press("pq", shows: "presses: 0")
    #expect(run.output.contains(PrinterRun.leave + "printed 1\r\nafter\r\n" + enter))
    try run.press("p", shows: "presses: 1\nprinted 2")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "printed 2\r\nafter\r\n")
  }

  @Test func `a process in an orphaned process group does not stop`() throws {
    // Its parent and only other process of its group ends, so that the group is an orphan.
    let script = "exec 3<&0; \"$0\" <&3 & echo \"pid $!\"; exit"
    let run = try PrinterRun(shell: script)
    try run.press("", shows: "presses: 0")
    // Process itself waits until the program has ended, too.
    var info = siginfo_t()
    waitid(P_PID, id_t(run.process.processIdentifier), &info, WEXITED | WNOWAIT)
    let pid = try #require(run.output.firstMatch(of: /pid (\d+)/).flatMap { Int32($0.1) })
    run.output = ""
    kill(pid, SIGTSTP)
    try run.press("", shows: "presses: 0")
    #expect(run.output.hasPrefix(leave + "\u{1B}[?1049h"))
    try run.press("p", shows: "presses: 1\nprinted 1")
    run.pty.type("q")
    try run.read(until: "after\r\n")
    #expect(run.rest == "printed 1\r\nafter\r\n")
  }

  // MARK: Much output

  /// The numbers of the lines that `terminal-printer` prints.
  private func numbers(_ text: String) -> [Int] {
    text.components(separatedBy: "\r\n").filter { $0.utf8.count == 99 }.compactMap { Int($0) }
  }

  @Test func `only the start and the end of ten megabytes of output are written`() throws {
    let run = try PrinterRun.start()
    run.pty.type("lq")
    #expect(try run.end() == (.exit, 0))
    let rest = run.rest
    let numbers = numbers(rest)
    // Of 100,000 lines of 100 bytes.
    let gap = try #require(zip(numbers, numbers.dropFirst()).first { $1 != $0 + 1 })
    #expect(numbers.first == 1)
    #expect(gap.0 == 1_048_576 / 100)
    #expect(numbers.drop { $0 < gap.1 } == ArraySlice(gap.1...100_000))
    #expect(numbers.last == 100_000)
    let left = try #require(
      rest.firstMatch(of: /\[Lockstep: (\d+) bytes of output are left out here.\]/)
    )
    let written =
      rest.replacing("\r\n", with: "\n").utf8.count - left.0.utf8.count - 2 - "after\n".utf8.count
    #expect(Int(left.1) == 10_000_000 - written)
    #expect(rest.hasSuffix("after\r\n"))
  }

  @Test(arguments: ["q", "x"])
  func `the output of a thread that never stops remains in order`(ending: String) throws {
    let run = try PrinterRun.start()
    run.pty.type("t")
    try run.press("p", shows: "presses: 2")
    run.pty.type(ending)
    #expect(try run.end() == (.exit, 0))
    // Output that the process prints while it exits may come twice and out of order: the system flushes the stream that
    // the thread uses.
    let kept = run.rest.components(separatedBy: "after\r\n")[0]
    let lines = numbers(kept).dropLast(ending == "x" ? 1_000 : 100)
    let gaps = zip(lines, lines.dropFirst()).filter { $1 != $0 + 1 && $1 != $0 }
    #expect(numbers(kept).first == 1)
    #expect(
      gaps.count == kept.components(separatedBy: "bytes of output are left out here").count - 1
    )
  }

  @Test func `a terminal that nobody reads does not hold up the end`() throws {
    let run = try PrinterRun.start()
    run.pty.type("lp")
    kill(run.process.processIdentifier, SIGTERM)
    run.process.waitUntilExit()
    #expect(try run.end() == (.uncaughtSignal, SIGTERM))
  }

  // MARK: Other descriptors

  @Test func `standard error to a file is not captured`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try PrinterRun.start([file.path], shell: "exec \"$0\" 2>\"$1\"")
    try run.press("e", shows: "presses: 1")
    run.pty.type("r")
    try run.press("p", shows: "presses: 3\nprinted 1")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        on standard error
        Lockstep: App/Printer.swift:7: Something is wrong.
          This is a detail.

        """
    )
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "printed 1\r\nafter\r\n")
  }

  @Test func `standard output to a pipe is not captured`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try PrinterRun.start(["--on-error", file.path], shell: "\"$0\" \"$1\" | cat >\"$2\"")
    try run.press("p", shows: "presses: 1")
    try run.press("e", shows: "presses: 2\non standard error")
    run.pty.type("q")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "on standard error\r\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == "printed 1\nafter\n")
  }

  @Test func `output of a child process after the program ends is written`() throws {
    let run = try PrinterRun.start()
    try run.press("p", shows: "printed 1")
    run.pty.type("b")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "printed 1\r\nlate child\r\n")
  }

  @Test func `two objects for one terminal capture printed output until both end`() throws {
    let run = try PrinterRun.start()
    run.pty.type("d")
    #expect(try run.end() == (.exit, 0))
    #expect(run.rest == "printed while both are in use\r\nprinted while one is in use\r\n")
    #expect(run.pty.isCooked == true)
  }

  @Test func `only the terminal of the process captures its output`() throws {
    func files() -> [ino_t] {
      [1, 2].map { (descriptor: Int32) in
        var info = stat()
        fstat(descriptor, &info)
        return info.st_ino
      }
    }
    let before = files()
    let pty = try PseudoTerminal()
    let other = try PseudoTerminal()
    let terminals = [pty.program, other.program].map {
      Terminal(input: $0, output: $0, environment: ["TERM": "xterm"])
    }
    for terminal in terminals { try terminal.start() }
    #expect(files() == before)
    for terminal in terminals { terminal.stop() }
    #expect(files() == before)
  }
}
