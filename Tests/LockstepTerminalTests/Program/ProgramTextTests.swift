// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// Programs where no screens can be drawn.
@Suite @MainActor struct ProgramTextTests {
  private enum Action: Sendable {
    case answered(String)
    case ask
    case tick
    case typed(String)
  }

  private typealias Program = TerminalProgram<String, Action>

  private func makeStore() -> Store<String, Action> {
    Store(
      initialState: "",
      reducer: Reducer<String, Action, Void> { text, action, _ in
        switch action {
        case .answered(let answer): text += answer
        case .ask:
          return .task {
            // Longer than it takes to read a key.
            try? await Task.sleep(for: .milliseconds(20))
            return .answered("!")
          }
        case .tick:
          return Effect.timer(id: "tick", every: 60, on: AnySchedulerOf<ContinuousClock>.main)
            .map { _ in .tick }
        case .typed(let typed): text += typed
        }
        return .none
      },
      environment: ()
    )
  }

  /// A program that takes what is typed until it ends in a point, asks with a question mark, and starts a timer with
  /// a `t`.
  private let program = Program(
    keys: { _, _ in
      [
        KeyBinding("?", "Ask", .ask), KeyBinding("t", "Timer", .tick),
        KeyBinding(.return, "Enter", .typed("<enter>")),
        KeyBinding(.escape, "Escape", .typed("<escape>")), KeyBinding(.up, "Up", .typed("<up>")),
        .quit("q"),
      ]
    },
    isFinished: { $0.hasSuffix(".") || $0.hasSuffix("!!") },
    screen: { text, size, _ in
      var screen = Screen(size: size)
      screen.put("\(size.columns): \(text)", row: 0, column: 0)
      return screen
    },
    action: { event, _, _ in
      if case .key(.character(let character)) = event { .typed(String(character)) } else { nil }
    }
  )

  /// The output of a program for piped input.
  private func written(
    _ store: Store<String, Action>,
    input text: String
  ) async throws -> (output: String, ending: Program.Ending) {
    let (input, output) = (Pipe(), Pipe())
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let terminal = Terminal(
      input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor,
      environment: ["LINES": "2", "COLUMNS": "30"]
    )
    let ending = try await program.run(store, on: terminal)
    try output.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), ending)
  }

  @Test func `a program without a terminal writes its screens as text`() async throws {
    let (output, ending) = try await written(makeStore(), input: "ab\u{1B}[A.c")
    #expect(output == "30:\n\n30: a\n\n30: ab\n\n30: ab<up>\n\n30: ab<up>.\n")
    #expect(ending == .finished)
  }

  @Test func `a program ends at the end of its input`() async throws {
    let (output, ending) = try await written(makeStore(), input: "a")
    #expect(output == "30:\n\n30: a\n")
    #expect(ending == .inputEnded)
    #expect(ending.exitCode == 0)
  }

  @Test(arguments: [
    ("a\n", "a"), ("a\nb", "ab"), ("\n", "<enter>"), ("a\n\nb\n", "a<enter>b"),
    ("\n\n", "<enter><enter>"),
    ("a\r", "a<enter>"), ("a\r\n", "a"), ("\u{1B}\n\n", "<escape><enter>"), ("終\n", "終"),
    ("a\r\n\r\nb\r\n", "a<enter>b"), ("\r\n", "<enter>"), ("a\r\r\nb\rc", "a<enter>b<enter>c"),
    ("\u{1B}\r\n\r\n", "<escape><enter>"), ("\u{1B}[\n", ""), ("\u{1B}[\r\n", ""),
    ("aq\n", "a"),
  ])
  func `characters of a line are keys, and an empty line is Enter`(
    input: String,
    text: String
  ) async throws {
    let store = makeStore()
    _ = try await written(store, input: input)
    #expect(store.state == text)
  }

  @Test func `the two bytes of a line break can be read separately`() async throws {
    // A file is read in pieces of 65,536 bytes.
    let filler = "\u{1B}[" + String(repeating: "1", count: 65_531) + "~"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try (filler + "a\r\nb\r\n").write(to: url, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    let (input, output) = (try FileHandle(forReadingFrom: url), Pipe())
    let terminal = Terminal(
      input: input.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor,
      environment: [:]
    )
    let store = makeStore()
    #expect(try await program.run(store, on: terminal) == .inputEnded)
    #expect(store.state == "ab")
  }

  @Test func `keys that arrive after the program ends are left in the input`() async throws {
    let (input, output) = (Pipe(), Pipe())
    let terminal = Terminal(
      input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor,
      environment: [:]
    )
    let store = makeStore()
    let running = Task { try await program.run(store, on: terminal) }
    try await Task.sleep(for: .milliseconds(100))
    endWhileKeysAreRead(store) {
      try? input.fileHandleForWriting.write(contentsOf: Data("ab".utf8))
    }
    #expect(try await running.value == .finished)
    try #require(store.state == ".")
    var events = terminal.events().makeAsyncIterator()
    #expect(await events.next() == .key("a"))
    #expect(await events.next() == .key("b"))
  }

  /// Types while the main actor is busy with an action that ends the program.
  private func endWhileKeysAreRead(_ store: Store<String, Action>, _ type: () -> Void) {
    type()
    Thread.sleep(forTimeInterval: 0.2)
    store.send(.typed("."))
  }

  @Test func `a program tells the user to press Enter if only its output is not a terminal`()
    async throws
  {
    let pty = try PseudoTerminal()
    let process = testProgram("terminal-keys", environment: ["LINES": "5", "COLUMNS": "30"])
    process.arguments = ["--text"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle(fileDescriptor: pty.program, closeOnDealloc: false)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    pty.type("q\n")
    #expect(
      String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        == "The output is not a terminal, so no screens are shown: keys need Enter here, and an empty line is Enter.\n"
    )
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: text, as: UTF8.self).contains("character(\"q\")"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a piped key waits for the effects of the previous key`() async throws {
    let (output, ending) = try await written(makeStore(), input: "?a?b")
    #expect(output == "30:\n\n30: !\n\n30: !a\n\n30: !a!\n\n30: !a!b\n")
    #expect(ending == .inputEnded)
  }

  @Test func `an action sent before the program began may end it, too`() async throws {
    let store = makeStore()
    store.send(.ask)
    #expect(try await written(store, input: "").output == "30:\n\n30: !\n")
  }

  @Test func `the program does not wait for effects that never end`() async throws {
    let (output, ending) = try await written(makeStore(), input: "ta")
    #expect(output == "30:\n\n30: a\n")
    #expect(ending == .inputEnded)
  }

  @Test func `an effect that ends the program leaves the rest of the input`() async throws {
    let (output, ending) = try await written(makeStore(), input: "??ab")
    #expect(output == "30:\n\n30: !\n\n30: !!\n")
    #expect(ending == .finished)
  }

  // MARK: A terminal that is dumb

  @Test func `a program on a dumb terminal tells the user to press Enter`() async throws {
    let pty = try PseudoTerminal(rows: 2, columns: 30)
    let terminal = Terminal(input: pty.program, output: pty.program, environment: ["TERM": "dumb"])
    let running = Task { try await program.run(makeStore(), on: terminal) }
    // Text typed earlier is echoed somewhere between the lines.
    let start = try await Task.detached { try pty.output(until: "30:\r\n") }.value
    #expect(
      start == """
        This terminal cannot show screens: keys need Enter here, and an empty line is Enter.\r
        30:\r

        """
    )
    pty.type("a\n\n.\n")
    #expect(try await running.value == .finished)
    let output = try pty.output { $0.contains("30: a<enter>.\r\n") }
    #expect(output.contains("\u{1B}") == false)
    #expect(pty.isCooked == true)
  }

  @Test func `an effect ends a program on a dumb terminal without another key`()
    async throws
  {
    let pty = try PseudoTerminal(rows: 2, columns: 30)
    let terminal = Terminal(input: pty.program, output: pty.program, environment: ["TERM": "dumb"])
    let store = makeStore()
    pty.type("a??\n")
    #expect(try await program.run(store, on: terminal) == .finished)
    #expect(store.state == "a!!")
  }
}
