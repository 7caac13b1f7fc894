// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// Tests the demos as processes in a pseudo terminal.
@Suite struct DemoProcessTests {
  /// A demo that runs in a pseudo terminal, and its screen.
  private struct Session: ~Copyable {
    let pty: PseudoTerminal
    let process: Process
    private var emulator: TerminalEmulator

    /// The folder with the demos and the tests.
    ///
    /// The tests are a bundle on Apple platforms and a file elsewhere.
    static let folder: URL = {
      final class Marker {}
      let bundle = Bundle(for: Marker.self).bundleURL
      return bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    }()

    init(_ demo: String, _ arguments: [String], term: String = "xterm") throws {
      try self.init(Self.folder.appendingPathComponent(demo), arguments, term: term)
    }

    init(_ executable: URL, _ arguments: [String], term: String = "xterm") throws {
      let pty = try PseudoTerminal(rows: 24, columns: 80)
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      // The process that runs the tests detects leaks.
      process.environment = ["TERM": term, "ASAN_OPTIONS": "detect_leaks=0"]
      try pty.run(process)
      self.pty = pty
      self.process = process
      emulator = TerminalEmulator(size: Screen.Size(rows: 24, columns: 80))
    }

    /// Reads output until the screen shows a text, and returns the screen.
    ///
    /// If `isWhole` is true, the whole screen must be drawn.
    @discardableResult
    mutating func screen(with text: String, isWhole: Bool = false) throws -> String {
      let before = emulator
      let output = try pty.output { output in
        var emulator = before
        emulator.write(output)
        let screen = emulator.screen.plainText
        guard isWhole else { return screen.contains(text) }
        // A new emulator shows question marks, and a whole screen has text in its last row.
        return screen.contains(text) && !screen.contains("??")
          && screen.split(separator: "\n").count == emulator.screen.size.rows
      }
      emulator.write(output)
      return emulator.screen.plainText
    }

    /// Clears the emulator, so that only later output is found.
    mutating func clear() {
      emulator = TerminalEmulator(size: Screen.Size(rows: 24, columns: 80))
    }

    mutating func resize(rows: Int, columns: Int) {
      emulator = TerminalEmulator(size: Screen.Size(rows: rows, columns: columns))
      pty.resize(rows: rows, columns: columns)
      // This terminal does not control the process, so the signal is sent by hand.
      kill(process.processIdentifier, SIGWINCH)
    }

    /// Expects that the process ends and restores the terminal.
    func expectEnd(farewell: String, exitCode: Int32 = 0) throws {
      let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
      #expect(try pty.output(until: "\(leave)\(farewell)").hasSuffix("\(leave)\(farewell)"))
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == exitCode)
      #expect(pty.isCooked == true)
    }
  }

  @Test func `multiplayer shows a past game, is resized and ends`() throws {
    var session = try Session("multiplayer", ["--slow", "0"])
    try session.screen(with: "[p] Past games")
    #expect(session.pty.isRaw == true)
    session.pty.type("p")
    try session.screen(with: "Margaret")
    session.pty.type("\u{1B}[Fo")
    try session.screen(with: "You have won!")

    session.resize(rows: 40, columns: 120)
    // A frame of the old size may arrive first.
    try session.screen(with: "You have won!", isWhole: true)

    session.pty.type("\u{3}")
    try session.expectEnd(farewell: "", exitCode: 130)
  }

  @Test func `game-over runs until the player quits`() throws {
    var session = try Session("game-over", ["--slow", "0"])
    try session.screen(with: "Solo game, unlimited")
    #expect(session.pty.isRaw == true)
    session.pty.type("q")
    try session.expectEnd(farewell: "")
  }

  @Test(arguments: ["game-over", "demos"])
  func `a demo that ends with Control-C exits with code 130`(demo: String) throws {
    var session = try Session(demo, [])
    try session.screen(with: "Quit")
    session.pty.type("\u{3}")
    try session.expectEnd(farewell: "", exitCode: 130)
  }

  #if os(Linux)
  @Test func `a demo that a shell suspends and resumes shows the same screen`() throws {
    let shell = "exec setsid --ctty --wait sh -i 2>&1"
    var session = try Session(URL(fileURLWithPath: "/bin/sh"), ["-c", shell])
    session.pty.type("'\(Session.folder.appendingPathComponent("demos").path)'\n")
    let screen = try session.screen(with: "Quit")
    session.pty.type("\u{1A}")
    #expect(try session.pty.output(until: { $0.contains("Stopped") }).contains("\u{1B}[?1049l"))
    session.clear()
    session.pty.type("fg\n")
    #expect(try session.screen(with: "Quit").hasSuffix(screen))
    session.pty.type("\u{3}")
    // The shell exits with the code of its last command.
    _ = try session.pty.output { $0.contains("\u{1B}[?1049l") }
    session.pty.type("exit\n")
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 130)
  }
  #endif

  @Test func `the menu returns after each demo until the player quits`() throws {
    var session = try Session("demos", [])
    let demos = [
      ("g", "Solo game, unlimited"), ("m", "Play words against others"),
      ("p", "Count to a prime that you like."), ("f", "[n] New post"),
      ("b", "What Ada has read"), ("a", "Words hide on this cube"),
      ("o", "Words hide on this cube"), ("r", "Broken shows each answer."),
      ("l", "There is nothing yet."),
    ]
    for (key, text) in demos {
      try session.screen(with: "[m] Matches and rematches")
      session.pty.type(key)
      try session.screen(with: text)
      session.pty.type("q")
    }
    let menu = try session.screen(with: "[l] An outline in a file")
    #expect(menu.contains("[g] The end of a word game"))
    session.pty.type("q")
    try session.expectEnd(farewell: "")
  }

  @Test(arguments: ["primes", "race", "outline"])
  func `a demo on a terminal without screens prints that keys need Enter`(demo: String) throws {
    let session = try Session("demos", [demo], term: "dumb")
    session.pty.type("c\n")
    let output = try session.pty.output { $0.contains("You have left the \(demo).\r\n") }
    #expect(output.contains("keys need Enter"))
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
  }

  @Test func `the menu returns after a demo on a terminal without screens`() throws {
    let session = try Session("demos", [], term: "dumb")
    defer { session.process.terminate() }
    session.pty.type("p\nc\n")
    _ = try session.pty.output { output in
      let parts = output.components(separatedBy: "You have left the primes.")
      return parts.count == 2 && parts.allSatisfy { $0.contains("[l] An outline in a file") }
    }
  }

  @Test func `two processes that edit an outline at the same time keep both edits`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outline-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["outline", "--folder", folder.path]
    var first = try Session("demos", arguments)
    var second = try Session("demos", arguments)
    try first.screen(with: "There is nothing yet.")
    try second.screen(with: "There is nothing yet.")
    first.pty.type("aCook")
    try first.screen(with: "> [ ] Cook")
    second.pty.type("aEat")
    try second.screen(with: "> [ ] Eat")
    // Both processes quit while they have unsaved changes.
    first.pty.type("\u{3}")
    second.pty.type(" a lot\rq")
    _ = try first.pty.output { $0.contains("You have left the outline.") }
    _ = try second.pty.output { $0.contains("You have left the outline.") }
    first.process.waitUntilExit()
    second.process.waitUntilExit()
    #expect(first.process.terminationStatus == 130)
    #expect(second.process.terminationStatus == 0)
    let data = try Data(contentsOf: folder.appendingPathComponent("outline.json"))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""Cook""#) && text.contains(#""Eat a lot""#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["outline.json"])
  }

  @Test func `meetings keeps saved changes after it is killed and after it quits`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("meetings-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["--file", folder.appendingPathComponent("meetings.json").path]
    var first = try Session("meetings", arguments)
    try first.screen(with: "> Design: 1 minute")
    first.pty.type("n")
    try first.screen(with: "New meeting")
    first.pty.type("ประชุม\t\u{15}X\tAnn\r")
    try first.screen(with: "Enter a length from 1 to 480 minutes.")
    first.pty.type("\u{1B}[Z\u{15}7\r")
    let changed = try first.screen(with: "> ประชุม: 7 minutes, 1 attendee")
    #expect(changed.contains("Meetings •"))
    // The mark disappears when the changes are saved.
    try first.screen(with: "Meetings ──")
    kill(first.process.processIdentifier, SIGKILL)
    first.process.waitUntilExit()

    var second = try Session("meetings", arguments)
    try second.screen(with: "ประชุม: 7 minutes, 1 attendee")
    second.pty.type("\u{1B}[B\u{1B}[B\rdd")
    try second.screen(with: "[u] Undo")
    second.pty.type("q")
    _ = try second.pty.output { $0.contains("\u{1B}[?1049l") }
    second.process.waitUntilExit()
    #expect(second.process.terminationStatus == 0)

    let link = "/meetings/00000000-0000-0000-0000-000000000200/edit"
    var third = try Session("meetings", arguments + ["--link", link])
    try third.screen(with: "คึกฤทธิ์")
    third.pty.type("\u{1B}")
    try third.screen(with: "10 minutes")
    third.pty.type("b")
    let list = try third.screen(with: "> Design")
    #expect(list.contains("ประชุม") == false)
    third.pty.type("\u{3}")
    _ = try third.pty.output { $0.contains("\u{1B}[?1049l") }
    third.process.waitUntilExit()
    #expect(third.process.terminationStatus == 130)
  }
}
