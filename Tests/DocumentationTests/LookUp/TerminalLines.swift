// SPDX-License-Identifier: MIT

// Page: Sources/LockstepTerminal/LockstepTerminal.docc/Articles/TerminalProgramsByTask.md

#if os(Linux) || os(macOS)
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

/// The code of the page about terminal programs, which `Scripts/check-lookup` writes from it.
@Suite @MainActor struct TerminalLines {
  struct Counter: Equatable {
    var count = 0
    var isOver = false
    var pasted = ""
  }

  enum CounterAction: Equatable {
    case incremented
    case closed
    case pasted(String)
  }

  private let reducer = Reducer<Counter, CounterAction, Void> { state, action, _ in
    switch action {
    case .incremented: state.count += 1
    case .closed: state.isOver = true
    case .pasted(let text): state.pasted = text
    }
    return .none
  }

  private nonisolated static func draw(
    _ state: Counter,
    _ size: Screen.Size,
    _ help: HelpLine
  ) -> Screen {
    var screen = Screen(size: size)
    screen.putCentered("\(state.count)", row: 0)
    screen.draw(help, in: screen.area.rows([.fixed(1), .flexible()])[1])
    return screen
  }

  private func makeProgram() -> TerminalProgram<Counter, CounterAction> {
    TerminalProgram(
      features: [.paste],
      keys: { _, _ in [KeyBinding("+", "More", .incremented), .quit("q")] },
      isOver: { $0.isOver },
      screen: Self.draw,
      action: { event, _, _ in
        if case .paste(let text) = event { .pasted(text) } else { nil }
      }
    )
  }

  private func makeStore() -> ManualStore<Counter, CounterAction> {
    ManualStore(initialState: Counter(), reducer: reducer, environment: ())
  }

  // ## Make a program

  @Test func `a program is made`() {
    let keys = { (_: Counter, _: Screen.Size) in
      [KeyBinding("+", "More", CounterAction.incremented)]
    }
    let draw = Self.draw
    // TerminalProgram.init(features:keys:takesText:isOver:screen:action:), TerminalProgram
    var program = TerminalProgram<Counter, CounterAction>(keys: keys, screen: draw)
    // TerminalProgram.features
    program.features = [.paste, .mouse]
    // TerminalProgram.isOver
    program.isOver = { state in state.isOver }
    // TerminalProgram.takesText
    program.takesText = { state in false }
    let size = Screen.Size(rows: 3, columns: 20)
    let state = Counter()
    // TerminalProgram.screen(_:_:)
    let screen = program.screen(state, size)
    // TerminalProgram.keys(_:_:)
    #expect(program.keys(state, size).map(\.label) == ["More"])
    // TerminalProgram.action(_:_:_:)
    #expect(program.action(.key("+"), state, size) == .incremented)
    #expect(screen.plainText.contains("0"))
  }

  /// Is not called, because the program would end the process of the tests.
  private func run(_ program: TerminalProgram<Counter, CounterAction>) async throws {
    let store = Store(initialState: Counter(), reducer: reducer, environment: ())
    // TerminalProgram.run(_:on:)
    let ending = try await program.run(store)
    // TerminalProgram.Ending.exitCode
    if ending != .over { exit(ending.exitCode) }
    // TerminalProgram.main(_:)
    await program.main(store)
  }

  @Test func `a program ends`() async throws {
    typealias Ending = TerminalProgram<Counter, CounterAction>.Ending
    let pty = try PseudoTerminal()
    let store = Store(initialState: Counter(), reducer: reducer, environment: ())
    let terminal = Terminal(input: pty.program, output: pty.program, environment: ["TERM": "xterm"])
    pty.type("++q")
    let program = makeProgram()
    // TerminalProgram.Ending
    let ending: TerminalProgram<Counter, CounterAction>.Ending = try await program.run(
      store,
      on: terminal
    )
    // TerminalProgram.Ending.over
    #expect(ending == .over)
    let others = [
      // TerminalProgram.Ending.interrupted
      Ending.interrupted,
      // TerminalProgram.Ending.inputEnded
      Ending.inputEnded,
    ]
    #expect(others.map(\.exitCode) == [130, 0])
    #expect(store.count == 2)
  }

  // ## Give keys a meaning

  enum ParentAction: Equatable {
    case counter(CounterAction)
  }

  @Test func `keys have meanings`() {
    let bindings: [KeyBinding<CounterAction>] = [
      // KeyBinding.init(_:_:_:)#key:Key, KeyBinding
      KeyBinding("+", "More", .incremented),
      // KeyBinding.init(_:_:_:)#[Key]
      KeyBinding([.up, "k"], "Up", .incremented),
      // KeyBinding.quit(_:label:)
      .quit("q", .escape),
    ]
    // Sequence.action(for:)
    let action = bindings.action(for: .key("+"))
    #expect(action == .incremented)
    let binding = bindings[1]
    // KeyBinding.keys
    #expect(binding.keys == [.up, "k"])
    // KeyBinding.label
    #expect(binding.label == "Up")
    // KeyBinding.action
    #expect(binding.action == .incremented)
    // KeyBinding.map(_:)
    let mapped = binding.map { ParentAction.counter($0) }
    #expect(mapped.action == .counter(.incremented))
  }

  // ## Name a key

  @Test func `keys are named`() {
    let keys: [Key] = [
      // Key.character(_:)
      Key.character("a"),
      // Key.control(_:), Key
      Key.control("c"),
      // Key.alt(_:)
      .alt("b"),
      // Key.return
      .return,
      // Key.escape
      .escape,
      // Key.tab
      .tab,
      // Key.backTab
      .backTab,
      // Key.backspace
      .backspace,
      // Key.delete
      .delete,
      // Key.insert
      .insert,
      // Key.up
      .up,
      // Key.down
      .down,
      // Key.left
      .left,
      // Key.right
      .right,
      // Key.home
      .home,
      // Key.end
      .end,
      // Key.pageUp
      .pageUp,
      // Key.pageDown
      .pageDown,
      // Key.function(_:)
      .function(1),
      // Key.shift
      Key.right.shift,
      // Key.control#var
      Key.right.control,
      // Key.alt#var
      Key.return.alt,
      // Key.modified(_:_:), Key.Modifiers, Key.Modifiers.shift
      .modified(.up, Key.Modifiers.shift),
      // Key.Modifiers.control, Key.Modifiers.alt: A key while Control and Alt are held.
      .modified(.up, [.control, .alt]),
    ]
    let key = keys[19]
    // Key.symbol
    #expect(key.symbol == "Shift-→")
    #expect(Set(keys).count == keys.count)
  }

  // ## Take other input than keys

  @Test func `events are taken`() {
    let events: [TerminalEvent] = [
      // TerminalEvent.key(_:), TerminalEvent
      TerminalEvent.key("q"),
      // TerminalEvent.paste(_:)
      .paste("text"),
      // TerminalEvent.focus(_:)
      .focus(true),
      // TerminalEvent.mouse(_:), TerminalEvent.Mouse.init(_:row:column:), TerminalEvent.Mouse
      .mouse(TerminalEvent.Mouse(.press(.left), row: 1, column: 2)),
    ]
    // Terminal.Features.paste, mouse, focus, Terminal.Features: The events that a terminal tells besides keys.
    let features: Terminal.Features = [.paste, .mouse, .focus]
    #expect(features.contains(.mouse))
    guard case .mouse(let mouse) = events[3] else {
      Issue.record("The last event is not one of the mouse.")
      return
    }
    // TerminalEvent.Mouse.row
    #expect(mouse.row == 1)
    // TerminalEvent.Mouse.column
    #expect(mouse.column == 2)
    // TerminalEvent.Mouse.kind, TerminalEvent.Mouse.Kind.press(_:), TerminalEvent.Mouse.Button.left
    #expect(mouse.kind == .press(.left))
    // TerminalEvent.Mouse.Kind
    typealias Kind = TerminalEvent.Mouse.Kind
    let others = [
      // TerminalEvent.Mouse.Kind.release(_:), TerminalEvent.Mouse.Button.right
      Kind.release(.right),
      // TerminalEvent.Mouse.Kind.wheelUp
      Kind.wheelUp,
      // TerminalEvent.Mouse.Kind.wheelDown
      Kind.wheelDown,
    ]
    // TerminalEvent.Mouse.Button, TerminalEvent.Mouse.Button.middle
    let button: TerminalEvent.Mouse.Button = .middle
    #expect(others.contains(.press(button)) == false)
  }

  @Test func `bytes are decoded`() {
    // EventDecoder.init, EventDecoder
    var decoder = EventDecoder()
    // EventDecoder.decode(_:)
    let events = decoder.decode([0x61, 0x1B])
    // EventDecoder.isIncomplete
    #expect(decoder.isIncomplete)
    // EventDecoder.awaitsEnd
    #expect(decoder.awaitsEnd == false)
    // EventDecoder.flush
    let rest = decoder.flush()
    #expect(events + rest == [.key("a"), .key(.escape)])
  }

  // ## Use a terminal without a program

  @Test func `a terminal is used`() async throws {
    let pty = try PseudoTerminal(rows: 5, columns: 20)
    let variables = ["TERM": "xterm-256color"]
    // Terminal.init(input:output:environment:), Terminal
    let terminal = Terminal(input: pty.program, output: pty.program, environment: variables)
    // Terminal.isInteractive
    #expect(terminal.isInteractive)
    // Terminal.supportsScreens
    #expect(terminal.supportsScreens)
    // Terminal.colors
    #expect(terminal.colors == .palette)
    // Terminal.size
    let size = terminal.size
    // Terminal.start(features:)
    try terminal.start(features: [.paste])
    // Terminal.events
    let events = terminal.events()
    var screen = Screen(size: size)
    screen.put("Hello", row: 0, column: 0)
    // Terminal.draw(_:)
    terminal.draw(screen)
    // Terminal.redraw
    terminal.redraw()
    pty.type("a")
    for await event in events.prefix(1) { #expect(event == .key("a")) }
    // TerminalError
    let thrown = #expect(throws: TerminalError.self) { try terminal.start() }
    let error = try #require(thrown)
    // TerminalError.code, TerminalError.Code.alreadyStarted
    #expect(error.code == .alreadyStarted)
    // TerminalError.systemError
    #expect(error.systemError == nil)
    // Terminal.stop
    terminal.stop()
    // Terminal.write(_:)
    try terminal.write("Bye.\n")
    // Terminal.withScreen(features:isolation:_:)
    try await terminal.withScreen { terminal.draw(screen) }
    let isCooked = pty.isCooked
    #expect(isCooked)
    #expect(size == Screen.Size(rows: 5, columns: 20))
    // TerminalError.Code
    typealias Code = TerminalError.Code
    let codes = [
      // TerminalError.Code.notATerminal
      Code.notATerminal,
      // TerminalError.Code.start
      Code.start,
      // TerminalError.Code.write
      Code.write,
    ]
    #expect(codes.contains(error.code) == false)
  }

  /// Is not called, because it would suspend the process of the tests.
  private func follow(_ terminal: Terminal) async {
    // Terminal.resizes
    for await size in terminal.resizes() { print(size) }
    // Terminal.messages
    for await message in terminal.messages() { print(message) }
    // Terminal.suspend
    terminal.suspend()
  }

  @Test func `a screen is rendered`() {
    let size = Screen.Size(rows: 1, columns: 5)
    let blank = Screen(size: size)
    var screen = blank
    screen.put("a", row: 0, column: 0)
    // ScreenRenderer.render(from:to:colors:), ScreenRenderer
    let text = ScreenRenderer.render(from: blank, to: screen, colors: .trueColor)
    #expect(text.contains("a"))
    let depths = [
      // ColorDepth.trueColor, ColorDepth
      ColorDepth.trueColor,
      // ColorDepth.palette
      .palette,
      // ColorDepth.sixteen
      .sixteen,
      // ColorDepth.none
      .none,
    ]
    #expect(Set(depths).count == 4)
  }

  // ## Run a program in memory

  @Test func `a program runs in memory`() throws {
    let program = makeProgram()
    let store = makeStore()
    let clock = ContinuousClock.test
    // MemoryTerminal.init(_:_:clock:size:), MemoryTerminal
    let terminal = MemoryTerminal(program, store, clock: clock)
    // MemoryTerminal.press(_:)
    terminal.press("+")
    // MemoryTerminal.type(_:)
    terminal.type("+")
    // MemoryTerminal.send(_:)
    terminal.send(.paste("text"))
    // MemoryTerminal.advance(by:)
    terminal.advance(by: .seconds(1))
    // MemoryTerminal.resize(rows:columns:)
    terminal.resize(rows: 5, columns: 30)
    // MemoryTerminal.size
    #expect(terminal.size == Screen.Size(rows: 5, columns: 30))
    // MemoryTerminal.screen
    #expect(terminal.screen.plainText.contains("2"))
    // MemoryTerminal.store
    #expect(terminal.store.store.count == 2)
    // MemoryTerminal.program
    #expect(terminal.program.features == [.paste])
    // MemoryTerminal.ending
    #expect(terminal.ending == nil)
    #expect(terminal.store.store.pasted == "text")
  }

  @Test func `a script is played`() throws {
    let terminal = MemoryTerminal(makeProgram(), makeStore())
    // TerminalScript.init(_:), TerminalScript
    let script = try TerminalScript("press +\nwait 1s\npress q")
    var headings: [String] = []
    // MemoryTerminal.play(_:show:)
    terminal.play(script) { heading, screen in headings.append(heading) }
    #expect(headings.count == 4)
    let second = MemoryTerminal(makeProgram(), makeStore())
    // MemoryTerminal.record(_:)
    let recording = second.record(script)
    let third = MemoryTerminal(makeProgram(), makeStore())
    // MemoryTerminal.record(_:show:)
    let shown = third.record(script) { heading, screen in headings.append(heading) }
    #expect(headings.count == 8)
    #expect(shown.frames.count == recording.frames.count)
    // TerminalScript.SyntaxError
    let thrown = #expect(throws: TerminalScript.SyntaxError.self) { try TerminalScript("jump") }
    // TerminalScript.SyntaxError.line
    #expect(thrown?.line == 1)
    // TerminalScript.SyntaxError.message
    #expect(thrown?.message.isEmpty == false)
  }

  @Test func `screens are recorded`() {
    let screen = Screen(size: Screen.Size(rows: 1, columns: 1))
    // ScreenRecording.init, ScreenRecording
    var recording = ScreenRecording()
    // ScreenRecording.add(_:at:)
    recording.add(screen, at: .seconds(1))
    // ScreenRecording.duration
    #expect(recording.duration == .seconds(1))
    // ScreenRecording.frames, ScreenRecording.Frame
    let frame: ScreenRecording.Frame = recording.frames[0]
    // ScreenRecording.Frame.start
    #expect(frame.start == .seconds(1))
    // ScreenRecording.Frame.screen
    #expect(frame.screen == screen)
  }
}
#endif
