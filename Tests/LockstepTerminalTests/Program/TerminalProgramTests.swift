// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// A store as a program in a terminal.
@Suite @MainActor struct TerminalProgramTests {
  private struct Typed: Equatable {
    var text = ""
    var answer = ""
  }

  private enum Action: Sendable {
    case answered(String)
    case ask
    case typed(String)
  }

  private func makeStore(
    _ ask: @escaping @Sendable () -> Effect<String, Never> = { .none }
  ) -> Store<Typed, Action> {
    Store(
      initialState: Typed(),
      reducer: Reducer<Typed, Action, Void> { state, action, _ in
        switch action {
        case .answered(let answer): state.answer = answer
        case .ask: return ask().map(Action.answered)
        case .typed(let text): state.text += text
        }
        return .none
      },
      environment: ()
    )
  }

  private func draw(_ state: Typed, _ size: Screen.Size) -> Screen {
    var screen = Screen(size: size)
    screen.put("\(size.columns): \(state.text)", row: 0, column: 0)
    screen.put(state.answer, row: 1, column: 0)
    return screen
  }

  /// A program that takes what is typed, and asks with a question mark; `onDraw` is told each state that is drawn.
  private func makeProgram(
    keys: [KeyBinding<Action>] = [KeyBinding("?", "Ask", .ask)],
    isFinished: @escaping (Typed) -> Bool = { $0.text.hasSuffix(".") },
    onDraw: @escaping (Typed) -> Void = { _ in }
  ) -> TerminalProgram<Typed, Action> {
    TerminalProgram(
      keys: { _, _ in keys },
      isFinished: isFinished,
      screen: { state, size, _ in
        onDraw(state)
        return draw(state, size)
      },
      action: { event, _, _ in
        if case .key(.character(let character)) = event { .typed(String(character)) } else { nil }
      }
    )
  }

  private func terminal(_ pty: borrowing PseudoTerminal) -> Terminal {
    Terminal(input: pty.program, output: pty.program, environment: ["TERM": "xterm"])
  }

  /// The screen of a terminal after some output.
  private func shown(_ output: String, rows: Int = 24, columns: Int = 80) -> String {
    var emulator = TerminalEmulator(size: Screen.Size(rows: rows, columns: columns))
    emulator.write(output.replacing("\u{1B}[?1049h\u{1B}[?25l", with: ""))
    return emulator.screen.plainText
  }

  @Test func `the program sends keys and draws states until the state is finished`()
    async throws
  {
    let pty = try PseudoTerminal()
    let store = makeStore()
    pty.type("ab.c")
    let ending = try await makeProgram().run(store, on: terminal(pty))
    #expect(ending == .finished)
    #expect(ending.exitCode == 0)
    #expect(store.state == Typed(text: "ab."))
    let output = try pty.output(until: "1049l")
    let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    try #require(output.hasSuffix(leave))
    #expect(shown(String(output.dropLast(leave.count))) == "80: ab.")
    #expect(pty.isCooked == true)
  }

  /// Starts a program, and returns when it draws: until then the terminal would take Control-C for a signal, and
  /// drop what was typed.
  private func started(
    _ program: TerminalProgram<Typed, Action>,
    _ store: Store<Typed, Action>,
    on terminal: Terminal
  ) async -> Task<TerminalProgram<Typed, Action>.Ending, any Error> {
    let (drawings, continuation) = AsyncStream.makeStream(of: Void.self)
    let watched = TerminalProgram<Typed, Action>(
      features: program.features,
      keys: program.keys,
      isFinished: program.isFinished,
      screen: { state, size, _ in
        continuation.yield()
        return program.screen(state, size)
      },
      action: program.action
    )
    let running = Task { try await watched.run(store, on: terminal) }
    for await _ in drawings { break }
    return running
  }

  @Test func `Control-C interrupts`() async throws {
    let pty = try PseudoTerminal()
    let store = makeStore()
    let running = await started(makeProgram(), store, on: terminal(pty))
    pty.type("a\u{3}b")
    let ending = try await running.value
    #expect(ending == .interrupted)
    #expect(ending.exitCode == 130)
    #expect(store.text == "a")
    #expect(pty.isCooked == true)
  }

  @Test func `a program can handle Control-C`() async throws {
    let pty = try PseudoTerminal()
    let store = makeStore()
    let program = makeProgram(keys: [KeyBinding(.control("c"), "Copy", .typed("^C."))])
    let running = await started(program, store, on: terminal(pty))
    pty.type("a\u{3}")
    #expect(try await running.value == .finished)
    #expect(store.text == "a^C.")
  }

  @Test func `a key can end the program depending on the state`() async throws {
    let pty = try PseudoTerminal()
    let store = makeStore()
    let program = TerminalProgram<Typed, Action>(
      keys: { state, _ in state.text == "" ? [] : [.quit("q")] },
      screen: { state, size, _ in draw(state, size) },
      action: { event, _, _ in
        if case .key(.character(let character)) = event { .typed(String(character)) } else { nil }
      }
    )
    pty.type("qaq")
    let ending = try await program.run(store, on: terminal(pty))
    #expect(ending == .finished)
    #expect(store.text == "qa")
  }

  @Test func `an effect that ends the program need not wait for a key`() async throws {
    let pty = try PseudoTerminal()
    let store = makeStore { .task { "done" } }
    let program = makeProgram(isFinished: { $0.answer == "done" })
    pty.type("?")
    #expect(try await program.run(store, on: terminal(pty)) == .finished)
    let output = try pty.output(until: "1049l")
    #expect(output.contains("done"))
  }

  @Test func `a program ends if its task is cancelled`() async throws {
    let pty = try PseudoTerminal()
    let store = makeStore()
    let running = await started(makeProgram(), store, on: terminal(pty))
    running.cancel()
    #expect(try await running.value == .inputEnded)
    #expect(pty.isCooked == true)
  }

  @Test func `a program that is finished at the start draws once`() async throws {
    let pty = try PseudoTerminal()
    let program = makeProgram(isFinished: { _ in true })
    #expect(try await program.run(makeStore(), on: terminal(pty)) == .finished)
    #expect(try pty.output(until: "1049l").contains("80:"))
  }

  @Test func `mouse, focus and paste events are delivered if the program requests them`()
    async throws
  {
    let pty = try PseudoTerminal()
    let store = makeStore()
    let program = TerminalProgram<Typed, Action>(
      features: [.paste, .mouse, .focus],
      isFinished: { $0.text.hasSuffix(".") },
      screen: { state, size, _ in draw(state, size) },
      action: { event, _, _ in
        switch event {
        case .paste(let text): .typed(text)
        case .mouse(let mouse): .typed("<\(mouse.row),\(mouse.column)>")
        case .focus(let isFocused): .typed(isFocused ? "!" : "?")
        case .key: nil
        }
      }
    )
    pty.type("a\u{1B}[O\u{1B}[I\u{1B}[<0;4;3M\u{1B}[200~pasted.\u{1B}[201~")
    #expect(try await program.run(store, on: terminal(pty)) == .finished)
    #expect(store.text == "?!<2,3>pasted.")
    // Text typed before the program began is echoed first, without a single escape character.
    let output = try pty.output(until: "1049l").drop { $0 != "\u{1B}" }
    #expect(
      output.hasPrefix(
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?1004h"
      )
    )
    #expect(
      output.hasSuffix(
        """
        \u{1B}[0m\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
        """
      )
    )
  }

  @Test func `a store can be shown again after its program ends`() async throws {
    let store = makeStore()
    for text in ["a\u{3}", "b\u{3}"] {
      let pty = try PseudoTerminal()
      let running = await started(makeProgram(), store, on: terminal(pty))
      pty.type(text)
      #expect(try await running.value == .interrupted)
    }
    #expect(store.text == "ab")
  }

  /// Whether the first character in a row is dim, each time that this changes.
  private func dimming(ofRow row: Int, in output: String) -> [Bool] {
    var emulator = TerminalEmulator(size: Screen.Size(rows: 2, columns: 30))
    var dimming: [Bool] = []
    for part in output.drop(while: { $0 != "\u{1B}" }).split(separator: "\u{1B}") {
      emulator.write("\u{1B}\(part)")
      guard let cell = emulator.screen[row: row, column: 0], cell.character != "?" else { continue }
      if cell.character != " " && dimming.last != cell.style.dim { dimming.append(cell.style.dim) }
    }
    return dimming
  }

  @Test func `only an animated change is drawn dim at first`() async throws {
    let pty = try PseudoTerminal(rows: 2, columns: 30)
    let store = makeStore {
      Effect(value: "done")
        .receive(on: ImmediateScheduler.shared.animation(StoreAnimation(.linear, duration: 0.02)))
    }
    let (drawings, continuation) = AsyncStream.makeStream(of: String.self)
    let program = makeProgram(onDraw: { continuation.yield($0.answer) })
    let running = Task { try await program.run(store, on: terminal(pty)) }
    for await _ in drawings { break }
    pty.type("?")
    // It is drawn dim, and then as it is.
    for await answer in drawings where answer == "done" { break }
    for await answer in drawings where answer == "done" { break }
    // The same answer again changes nothing that could fade.
    pty.type("?")
    for await answer in drawings where answer == "done" { break }
    pty.type("a.")
    #expect(try await running.value == .finished)
    #expect(dimming(ofRow: 1, in: try pty.output(until: "1049l")) == [true, false])
  }

  @Test func `the end of an animation does not exceed the frame rate`() async throws {
    let pty = try PseudoTerminal(rows: 2, columns: 30)
    let store = makeStore {
      Effect(value: "done")
        .receive(on: ImmediateScheduler.shared.animation(StoreAnimation(.linear, duration: 0.01)))
    }
    let (drawings, continuation) = AsyncStream.makeStream(of: String.self)
    var times: [ContinuousClock.Instant] = []
    let program = makeProgram(
      isFinished: { _ in false },
      onDraw: {
        times.append(.now)
        continuation.yield($0.answer)
      }
    )
    let running = Task { try await program.run(store, on: terminal(pty)) }
    for await _ in drawings { break }
    pty.type("?")
    for await answer in drawings where answer == "done" { break }
    // A change before the end of the animation, which is to be drawn with it.
    store.send(.typed("a"))
    for await answer in drawings where answer == "done" { break }
    // Without the last screen, which does not wait.
    let gaps = zip(times, times.dropFirst()).map { $0.duration(to: $1) }
    running.cancel()
    _ = try await running.value
    #expect(gaps.allSatisfy { $0 >= .seconds(1) / 60 }, "\(gaps)")
  }
}
