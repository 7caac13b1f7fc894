// SPDX-License-Identifier: MIT

internal import TerminalSupport

// Shows what TerminalSupport makes of the keys that are pressed: `swift run terminal-keys`. With
// keys piped in it prints one line for each. With `--crash` any key is a crash, to see what becomes of
// the terminal.

@main
@MainActor
final class TerminalKeys {
  private let terminal = Terminal()
  private var keys: [Key] = []

  static func main() async throws {
    let program = TerminalKeys()
    if program.terminal.supportsScreens {
      try await program.terminal.withScreen { await program.showKeys() }
    } else {
      for await key in program.terminal.keys() { try program.terminal.write("\(key)\n") }
    }
  }

  private func showKeys() async {
    let sizes = terminal.resizes()
    let resizing = Task {
      for await _ in sizes { draw() }
    }
    defer { resizing.cancel() }
    draw()
    for await key in terminal.keys() {
      if CommandLine.arguments.contains("--crash") { crash() }
      if key == .character("q") || key == .control("c") { return }
      keys.append(key)
      draw()
    }
  }

  /// Reads an address at which there is nothing.
  private func crash() {
    let nowhere = UnsafePointer<UInt8>(bitPattern: 1)
    keys = nowhere.map { [.control(Character(UnicodeScalar($0.pointee)))] } ?? []
  }

  private func draw() {
    terminal.draw(screen(size: terminal.size))
  }

  /// The newest keys, as many as there is room for.
  private func screen(size: Screen.Size) -> Screen {
    var screen = Screen(size: size)
    screen.box(screen.area, title: "terminal-keys", border: .rounded)
    screen.putCentered("Press keys; q leaves.", row: 1, style: Style(bold: true))
    for (row, key) in keys.suffix(max(0, size.rows - 4)).enumerated() {
      screen.put("\(key)", row: row + 3, column: 2, style: Style(.cyan))
    }
    return screen
  }
}
