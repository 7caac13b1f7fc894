// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

// Shows the events that LockstepTerminal reads: `swift run terminal-keys`. If keys are piped in, prints one line for
// each event. With `--crash`, any key crashes the program, to check that the terminal is restored. With `--print`, the
// key p prints two lines. With `--text`, the program prints its screens as text if the terminal cannot draw them.

/// Draws the newest events that fit on the screen.
private func draw(_ events: [TerminalEvent], size: Screen.Size, help: HelpLine) -> Screen {
  var screen = Screen(size: size)
  screen.box(screen.area, title: "terminal-keys", border: .rounded)
  screen.putCentered("Press keys; q leaves.", row: 1, style: Style(bold: true))
  for (row, event) in events.suffix(max(0, size.rows - 4)).enumerated() {
    screen.put(text(event), row: row + 3, column: 2, style: Style(.cyan))
  }
  return screen
}

private func text(_ event: TerminalEvent) -> String {
  switch event {
  case .key(let key): if case .modified = key { key.symbol } else { "\(key)" }
  case .mouse(let mouse): "\(mouse.kind) at \(mouse.row), \(mouse.column)"
  case .paste(let text): "paste(\(text.debugDescription))"
  case .focus(let isFocused): "focus(\(isFocused))"
  }
}

/// Crashes by reading an invalid address.
private func crash() -> UInt8? {
  UnsafePointer<UInt8>(bitPattern: 1)?.pointee
}

@main
enum TerminalKeys {
  @MainActor
  static func main() async throws {
    let terminal = Terminal()
    guard terminal.supportsScreens || CommandLine.arguments.contains("--text") else {
      for await event in terminal.events() { try terminal.write("\(text(event))\n") }
      return
    }
    let store = Store(
      initialState: [],
      reducer: Reducer<[TerminalEvent], TerminalEvent, Void> { events, event, _ in
        events.append(event)
        return .none
      },
      environment: ()
    )
    let crashes = CommandLine.arguments.contains("--crash")
    let prints = CommandLine.arguments.contains("--print")
    let program = TerminalProgram<[TerminalEvent], TerminalEvent>(
      features: [.paste, .mouse, .focus],
      isFinished: { $0.last == .key(.character("q")) },
      screen: draw,
      action: { event, _, _ in
        if crashes, let byte = crash() { return .key(.function(Int(byte))) }
        if prints, event == .key("p") { print("printed while a screen is shown\nto the last row") }
        // Without an action, these keys keep their default behavior: they interrupt, suspend and redraw the program.
        return switch event {
        case .key(.control("c")), .key(.control("z")), .key(.control("l")): nil
        default: event
        }
      }
    )
    await program.main(store)
  }
}
