// SPDX-License-Identifier: MIT

internal import TerminalSupport

// Shows what TerminalSupport makes of the keys that are pressed: `swift run terminal-keys`. With
// keys piped in it prints one line for each.

@main
@MainActor
struct TerminalKeys {
  private let terminal = Terminal()
  private var keys: [Key] = []

  static func main() async throws {
    var program = TerminalKeys()
    if program.terminal.supportsScreens {
      try await program.showKeys()
    } else {
      for await key in program.terminal.keys() { try program.terminal.write("\(key)\n") }
    }
  }

  private mutating func showKeys() async throws {
    try terminal.start()
    defer { terminal.stop() }
    terminal.draw(screen(size: terminal.size))
    for await key in terminal.keys() {
      if key == .character("q") || key == .control("c") { return }
      keys.append(key)
      terminal.draw(screen(size: terminal.size))
    }
  }

  /// The newest keys, as many as there is room for.
  private func screen(size: Screen.Size) -> Screen {
    var screen = Screen(size: size)
    let heading = "Press keys; q leaves."
    screen.box(screen.area, title: "terminal-keys", border: .rounded)
    screen.putCentered(heading, row: 1, style: Style(bold: true))
    let room = max(0, size.rows - 4)
    for (row, key) in keys.suffix(room).enumerated() {
      screen.put("\(key)", row: row + 3, column: 2, style: Style(.cyan))
    }
    return screen
  }
}
