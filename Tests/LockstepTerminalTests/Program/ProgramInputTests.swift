// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// How programs take what comes at once, or does not end.
@Suite @MainActor struct ProgramInputTests {
  private struct Log: Equatable, Sendable {
    var events: [TerminalEvent] = []
    var ticks = 0
  }

  private enum Action: Sendable {
    case event(TerminalEvent)
    case start
    case ticked
  }

  private typealias Program = TerminalProgram<Log, Action>

  private let store = Store(
    initialState: Log(),
    reducer: Reducer<Log, Action, Void> { log, action, _ in
      switch action {
      case .event(let event): log.events.append(event)
      case .start: return .run { send in for _ in 0..<500 { send(.ticked) } }
      case .ticked: log.ticks += 1
      }
      return .none
    },
    environment: ()
  )

  /// A run of a program that remembers what arrives, `s` and `q` excepted; the stream has the states that it draws.
  private func run(
    on terminal: Terminal,
    isFinished: @escaping (Log) -> Bool = { _ in false }
  ) -> (drawings: AsyncStream<Log>, running: Task<Program.Ending, any Error>) {
    let (drawings, continuation) = AsyncStream.makeStream(of: Log.self)
    let program = Program(
      features: .paste,
      keys: { _, _ in [KeyBinding("s", "Start", .start), .quit("q")] },
      isFinished: isFinished,
      screen: { log, size, _ in
        continuation.yield(log)
        var screen = Screen(size: size)
        screen.put("\(log.events.count) events, \(log.ticks) ticks.", row: 0, column: 0)
        return screen
      },
      action: { event, _, _ in
        event == .key(.control("c")) || event == .key(.control("l")) ? nil : .event(event)
      }
    )
    let running = Task {
      defer { continuation.finish() }
      return try await program.run(store, on: terminal)
    }
    return (drawings, running)
  }

  private func terminal(_ pty: borrowing PseudoTerminal) -> Terminal {
    Terminal(input: pty.program, output: pty.program, environment: ["TERM": "xterm"])
  }

  @Test(arguments: ["\(String(repeating: "x", count: 3_000))q"])
  func `pending actions are handled before the next screen is drawn`(
    text: String
  ) async throws {
    let pty = try PseudoTerminal()
    let (drawings, running) = run(on: terminal(pty))
    // In raw mode, in which the system does not cut long lines.
    for await _ in drawings { break }
    let start = ContinuousClock.now
    pty.type(text)
    #expect(try await running.value == .finished)
    let time = start.duration(to: .now)
    var frames: [Int] = []
    for await log in drawings { frames.append(log.events.count) }
    #expect(store.events == Array(repeating: .key("x"), count: 3_000))
    #expect(frames.last == 3_000)
    // At most 60 a second, and the last one.
    let milliseconds = Int(time / Duration.milliseconds(1))
    #expect(frames.count <= milliseconds * 60 / 1_000 + 2)
  }

  @Test func `only a few of many states are drawn, including the last one`() async throws {
    let pty = try PseudoTerminal()
    let (drawings, running) = run(on: terminal(pty))
    for await _ in drawings { break }
    let start = ContinuousClock.now
    pty.type("s")
    var frames = 0
    for await log in drawings {
      frames += 1
      if log.ticks == 500 { break }
    }
    #expect(frames <= Int(start.duration(to: .now) / .milliseconds(1)) * 60 / 1_000 + 2)
    pty.type("q")
    #expect(try await running.value == .finished)
  }

  @Test func `input after a program ends is left for the next program`() async throws {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    let (drawings, first) = run(on: terminal, isFinished: { $0.events.last == .key(".") })
    for await _ in drawings { break }
    pty.type("ab.cdqe")
    #expect(try await first.value == .finished)
    #expect(store.events == [.key("a"), .key("b"), .key(".")])
    #expect(try await run(on: terminal).running.value == .finished)
    #expect(store.events.dropFirst(3) == [.key("c"), .key("d")])
    var events = terminal.events().makeAsyncIterator()
    #expect(await events.next() == .key("e"))
  }

  @Test func `a key pressed while an action ends the program is left for the next program`()
    async throws
  {
    let pty = try PseudoTerminal()
    let terminal = terminal(pty)
    let (drawings, running) = run(on: terminal, isFinished: { $0.ticks == 1 })
    for await _ in drawings { break }
    // Until it waits for keys.
    try await Task.sleep(for: .milliseconds(100))
    endWhileKeysAreRead { pty.type("ab") }
    #expect(try await running.value == .finished)
    try #require(store.events == [])
    var events = terminal.events().makeAsyncIterator()
    #expect(await events.next() == .key("a"))
    #expect(await events.next() == .key("b"))
  }

  /// Types while the main actor is busy with an action that ends the program.
  private func endWhileKeysAreRead(_ type: () -> Void) {
    type()
    Thread.sleep(forTimeInterval: 0.2)
    store.send(.ticked)
  }

  @Test func `the program does not copy the state while an action changes it`()
    async throws
  {
    final class Text: Sendable {}
    struct Editor {
      var text = Text()
      var keys = 0
      var copies = 0
    }
    let store = Store(
      initialState: Editor(),
      reducer: Reducer<Editor, Key, Void> { editor, _, _ in
        editor.keys += 1
        if isKnownUniquelyReferenced(&editor.text) == false { editor.copies += 1 }
        return .none
      },
      environment: ()
    )
    let program = TerminalProgram<Editor, Key>(
      keys: { _, _ in [KeyBinding("b", "Bind", "b"), .quit("q")] },
      screen: { _, size, _ in Screen(size: size) },
      action: { event, _, _ in if case .key(let key) = event { key } else { nil } }
    )
    let pty = try PseudoTerminal()
    pty.type("aabbaaq")
    #expect(try await program.run(store, on: terminal(pty)) == .finished)
    #expect(store.keys == 6)
    #expect(store.copies == 0)
  }

  @Test func `a paste without its end sequence ends after a pause`() async throws {
    let pty = try PseudoTerminal()
    let (drawings, running) = run(on: terminal(pty))
    for await _ in drawings { break }
    pty.type("\u{1B}[200~half")
    for await log in drawings where log.events == [.paste("half")] { break }
    pty.type("\u{1B}[201~xq")
    #expect(try await running.value == .finished)
    #expect(store.events == [.paste("half"), .key("x")])
  }

  @Test func `Control-C interrupts during a paste without its end sequence`() async throws {
    let pty = try PseudoTerminal()
    let (drawings, running) = run(on: terminal(pty))
    for await _ in drawings { break }
    pty.type("\u{1B}[200~half\u{3}")
    #expect(try await running.value == .interrupted)
    #expect(store.events == [.paste("half")])
  }

  @Test func `Control-L draws the screen anew`() async throws {
    let pty = try PseudoTerminal()
    let (drawings, running) = run(on: terminal(pty))
    for await _ in drawings { break }
    let first = try pty.output { $0.contains("ticks.") }
    #expect(first.contains("events"))
    pty.type("\u{C}q")
    #expect(try await running.value == .finished)
    let second = try pty.output(until: "1049l")
    #expect(second.contains("events"))
    #expect(store.events == [])
  }
}
