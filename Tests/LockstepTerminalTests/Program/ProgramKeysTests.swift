// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

/// The keys of programs, and the help that is made of them.
@Suite struct ProgramKeysTests {
  private struct Search: Equatable {
    var text: String?
    var count = 0
  }

  private enum Action: Sendable, Equatable {
    case closed
    case counted
    case opened
    case typed(String)
  }

  private let reducer = Reducer<Search, Action, Void> { state, action, _ in
    switch action {
    case .closed: state.text = nil
    case .counted: state.count += 1
    case .opened: state.text = ""
    case .typed(let text): state.text?.append(text)
    }
    return .none
  }

  private func keys(_ state: Search, _ size: Screen.Size) -> [KeyBinding<Action>] {
    let search: KeyBinding<Action> =
      state.text == nil ? KeyBinding("/", "Search", .opened) : KeyBinding(.escape, "Close", .closed)
    return [
      KeyBinding(["c", " ", .up, .alt("c")], "Count", .counted), search, .quit("q", .control("c")),
    ]
  }

  private func makeTerminal() -> MemoryTerminal<Search, Action> {
    let program = TerminalProgram<Search, Action>(
      keys: keys,
      isEditing: { $0.text != nil },
      screen: { _, size, help in
        var screen = Screen(size: size)
        screen.draw(help, in: screen.area)
        return screen
      },
      action: { event, state, _ in
        guard case .key(.character(let character)) = event, state.text != nil else { return nil }
        return .typed(String(character))
      }
    )
    let store = ManualStore(initialState: Search(), reducer: reducer, environment: ())
    return MemoryTerminal(program, store)
  }

  @Test func `during editing, characters are text and the help omits their bindings`() {
    let terminal = makeTerminal()
    terminal.type("cc ")
    #expect(terminal.store.store.state == Search(count: 3))
    #expect(terminal.screen.plainText == "[c/Space/↑/Alt-c] Count   [/] Search   [q/^C] Quit")
    terminal.type("/c /q\u{1B}c")
    #expect(terminal.store.store.state == Search(text: "c /q", count: 4))
    #expect(terminal.screen.plainText == "[↑/Alt-c] Count   [Esc] Close   [^C] Quit")
    #expect(terminal.ending == nil)
    terminal.press(.escape)
    terminal.press("q")
    #expect(terminal.ending == .finished)
  }

  @Test func `the keys and actions of a program follow its state`() {
    let program = makeTerminal().program
    let size = Screen.Size(rows: 1, columns: 80)
    let typing = Search(text: "")
    #expect(
      program.keys(typing, size).map(\.keys) == [[.up, .alt("c")], [.escape], [.control("c")]]
    )
    #expect(program.action(.key("c"), Search(), size) == .counted)
    #expect(program.action(.key("c"), typing, size) == .typed("c"))
    #expect(program.action(.key("q"), Search(), size) == nil)
    #expect(program.action(.key(.return), Search(), size) == nil)
  }

  @Test func `Control-C that quits a program interrupts it`() {
    let terminal = makeTerminal()
    terminal.press(.control("c"))
    #expect(terminal.ending == .interrupted)
  }

  @Test func `the first binding of a key takes precedence over later bindings and actions`() {
    let program = TerminalProgram<Search, Action>(
      keys: { _, _ in [KeyBinding("a", "First", .opened), .quit("a"), .quit("b")] },
      isFinished: { $0.count == 2 },
      screen: { _, size, _ in Screen(size: size) },
      action: { _, _, _ in .counted }
    )
    let store = ManualStore(initialState: Search(), reducer: reducer, environment: ())
    let terminal = MemoryTerminal(program, store)
    terminal.type("ax")
    #expect(terminal.store.store.state == Search(text: "", count: 1))
    terminal.type("b")
    #expect(terminal.ending == .finished)
    #expect(terminal.store.store.state == Search(text: "", count: 1))
  }
}
