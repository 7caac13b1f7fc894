// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The demos as a person uses them: started in a terminal, typed to, and looked at.
@Suite struct DemoProcessTests {
  /// A demo in a terminal, with what the terminal shows.
  private struct Session: ~Copyable {
    let pty: PseudoTerminal
    let process: Process
    private var emulator: TerminalEmulator

    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    init(_ demo: String, _ arguments: [String]) throws {
      try self.init(Self.folder.appendingPathComponent(demo), arguments)
    }

    init(_ executable: URL, _ arguments: [String]) throws {
      let pty = try PseudoTerminal(rows: 24, columns: 80)
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      // Leaks are looked for in the process that runs the tests.
      process.environment = ["TERM": "xterm", "ASAN_OPTIONS": "detect_leaks=0"]
      try pty.run(process)
      self.pty = pty
      self.process = process
      emulator = TerminalEmulator(size: Screen.Size(rows: 24, columns: 80))
    }

    /// Reads until the terminal shows a text, and returns all that it shows.
    @discardableResult
    mutating func screen(with text: String) throws -> String {
      let before = emulator
      let output = try pty.output { output in
        var emulator = before
        emulator.write(output)
        return emulator.screen.plainText.contains(text)
      }
      emulator.write(output)
      return emulator.screen.plainText
    }

    /// Forgets what the terminal shows, so that only what is drawn from now on is found.
    mutating func clear() {
      emulator = TerminalEmulator(size: Screen.Size(rows: 24, columns: 80))
    }

    mutating func resize(rows: Int, columns: Int) {
      emulator = TerminalEmulator(size: Screen.Size(rows: rows, columns: columns))
      pty.resize(rows: rows, columns: columns)
      // The terminal is not the one that the process belongs to.
      kill(process.processIdentifier, SIGWINCH)
    }

    /// Waits for the end, after which the terminal is as it was.
    func expectEnd(farewell: String, exitCode: Int32 = 0) throws {
      let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
      #expect(try pty.output(until: "\(leave)\(farewell)").hasSuffix("\(leave)\(farewell)"))
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == exitCode)
      #expect(pty.isCooked == true)
    }
  }

  private let match = """
    ╭─ Match ──────────────────────────────────────────────────────────────────────╮
    │                                                                              │
    │                                A match, timed                                │
    │                                                                              │
    │                                You have won!                                 │
    │                                                                              │
    │                                                                              │
    │                     You            4 words    622 points                     │
    │                     Margaret       4 words    536 points                     │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                   [b] Back                                   │
    │                              [q] Quit the demo                               │
    ╰──────────────────────────────────────────────────────────────────────────────╯
    """

  @Test func `multiplayer, from its start to its end`() throws {
    var session = try Session("multiplayer", ["--slow", "0"])
    try session.screen(with: "[p] Past games")
    #expect(session.pty.isRaw == true)
    session.pty.type("p")
    try session.screen(with: "Margaret")
    session.pty.type("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B")
    try session.screen(with: "> Margaret")
    session.pty.type("o")
    // The last line that differs from the screen before.
    let choices = try #require(match.split(separator: "\n").first { $0.contains("[b] Back") })
    #expect(try session.screen(with: String(choices)) == match)

    session.resize(rows: 40, columns: 120)
    let margin = String(repeating: " ", count: 20)
    let lines = match.split(separator: "\n").map { margin + $0 }
    // What was still to be drawn before has no margin.
    let lastLine = try #require(lines.last)
    #expect(
      try session.screen(with: lastLine)
        == String(repeating: "\n", count: 8) + lines.joined(separator: "\n")
    )

    session.pty.type("bbc")
    try session.expectEnd(farewell: "You have left the matches.\r\n")
  }

  @Test func `game-over, until the player quits`() throws {
    var session = try Session("game-over", ["--slow", "0"])
    try session.screen(with: "Solo game, unlimited")
    #expect(session.pty.isRaw == true)
    session.pty.type("q")
    try session.expectEnd(farewell: "")
  }

  @Test(arguments: ["game-over", "demos"])
  func `a shell is told that Control-C has ended a demo`(demo: String) throws {
    var session = try Session(demo, [])
    try session.screen(with: "[q] Quit")
    session.pty.type("\u{3}")
    try session.expectEnd(farewell: "", exitCode: 130)
  }

  #if os(Linux)
  @Test(arguments: ["multiplayer", "demos"])
  func `a shell suspends a demo, and shows it again as it was`(demo: String) throws {
    let shell = "exec setsid --ctty --wait sh -i 2>&1"
    var session = try Session(URL(fileURLWithPath: "/bin/sh"), ["-c", shell])
    session.pty.type("'\(Session.folder.appendingPathComponent(demo).path)'\n")
    let screen = try session.screen(with: "[q] Quit")
    session.pty.type("\u{1A}")
    #expect(try session.pty.output(until: { $0.contains("Stopped") }).contains("\u{1B}[?1049l"))
    session.clear()
    session.pty.type("fg\n")
    #expect(try session.screen(with: "[q] Quit").hasSuffix(screen))
    session.pty.type("\u{3}")
    // A shell has the exit code of what ran last.
    _ = try session.pty.output { $0.contains("\u{1B}[?1049l") }
    session.pty.type("exit\n")
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 130)
  }
  #endif

  @Test func `the menu comes back after each demo, until the player quits`() throws {
    var session = try Session("demos", [])
    let demos = [
      ("g", "Solo game, unlimited"), ("m", "Play words against others"),
      ("p", "Count to a prime that you like."), ("f", "[n] New post"),
      ("b", "What Ada has read, from A to Z"), ("a", "Words hide on this cube"),
      ("o", "Words hide on this cube"), ("r", "Broken shows each answer."),
      ("l", "There is nothing yet."),
    ]
    for (key, text) in demos {
      try session.screen(with: "[m] Matches and rematches")
      session.pty.type(key)
      try session.screen(with: text)
      session.pty.type("q")
    }
    let menu = try session.screen(with: "[q] Quit  ")
    #expect(menu.contains("[g] The end of a word game"))
    session.pty.type("q")
    try session.expectEnd(farewell: "")
  }
}
