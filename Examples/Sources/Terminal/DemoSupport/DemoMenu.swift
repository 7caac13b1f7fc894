// SPDX-License-Identifier: MIT

internal import Foundation
package import LockstepTerminal

/// A program that lists demos, and runs the one that is chosen.
@MainActor
package struct DemoMenu {
  /// A demo in the list.
  package struct Entry {
    package var key: Character
    /// What the demo's program is called.
    package var name: String
    package var title: String
    package var run: @MainActor (_ arguments: [String], Terminal) async -> Int32

    package init(
      _ key: Character,
      name: String,
      title: String,
      run: @escaping @MainActor (_ arguments: [String], Terminal) async -> Int32
    ) {
      self.key = key
      self.name = name
      self.title = title
      self.run = run
    }
  }

  private let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Runs the demo that the arguments name, and else the ones that are chosen.
  ///
  /// Without a terminal the first key chooses, and the others are for the demo.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name: a demo and its own arguments, or none.
  ///   - terminal: Where the demos are shown.
  /// - Returns: The exit code: 0, or one of `sysexits.h`.
  package func run(arguments: [String], terminal: Terminal = Terminal()) async -> Int32 {
    do {
      switch try request(arguments) {
      case .demo(let entry): return await entry.run(Array(arguments.dropFirst()), terminal)
      case .menu: return try await chooseDemos(terminal)
      case .text(let text):
        try? terminal.write(text + "\n")
        return 0
      }
    } catch {
      return report(error, by: "demos")
    }
  }

  /// What a command line asks for.
  enum Request {
    case demo(Entry)
    case menu
    case text(String)
  }

  /// Returns what the arguments ask for; those after the name of a demo are its own.
  func request(_ arguments: [String]) throws(DemoError) -> Request {
    var reader = ArgumentReader(arguments)
    guard let name = reader.next() else { return .menu }
    if let entry = entries.first(where: { $0.name == name }) { return .demo(entry) }
    switch name {
    case "--help", "-h":
      try reader.noValue(name)
      return .text(help)
    case "--version":
      try reader.noValue(name)
      return .text("demos \(demoVersion)")
    case _ where name.hasPrefix("-"):
      throw reader.unknown(options: ["--help", "--version"])
    default:
      throw .usage("there is no demo '\(name)'\(entries.map(\.name).suggestion(for: name))")
    }
  }

  private func chooseDemos(_ terminal: Terminal) async throws -> Int32 {
    guard terminal.supportsScreens else {
      try terminal.write(screen(size: Screen.Size(rows: rows, columns: 60)).plainText + "\n")
      switch await nextChoice(terminal) {
      case .entry(let entry): return await entry.run([], terminal)
      case .quit(let code): return code
      }
    }
    while true {
      switch try await shownChoice(terminal) {
      case .entry(let entry):
        let code = await entry.run([], terminal)
        guard code == 0 else { return code }
      case .quit(let code): return code
      }
    }
  }

  /// What the player wants.
  private enum Choice {
    case entry(Entry)
    /// To quit, with an exit code.
    case quit(Int32)
  }

  /// Shows the list until a demo is chosen, or the player quits.
  private func shownChoice(_ terminal: Terminal) async throws -> Choice {
    try await terminal.withScreen {
      let sizes = terminal.resizes()
      let resizing = Task { for await size in sizes { terminal.draw(screen(size: size)) } }
      defer { resizing.cancel() }
      terminal.draw(screen(size: terminal.size))
      return await nextChoice(terminal)
    }
  }

  private func nextChoice(_ terminal: Terminal) async -> Choice {
    for await key in terminal.keys() {
      if key == .control("z") { terminal.suspend() }
      if key.quits { return .quit(key == .control("c") ? interruptedExitCode : 0) }
      if let entry = entries.first(where: { .character($0.key) == key }) { return .entry(entry) }
    }
    return .quit(0)
  }

  private var rows: Int { entries.count * 2 + 5 }

  /// What the list looks like.
  private func screen(size: Screen.Size) -> Screen {
    var screen = Screen(size: size)
    // Closer together where there is no room for all.
    let spacing = size.rows < rows ? 1 : 2
    let frame = screen.area.centered(rows: min(size.rows, rows), columns: min(size.columns, 60))
    screen.box(frame, title: "Demos", border: .rounded, style: Style(.blue))
    let last = frame.row + frame.rows - 2
    for (index, entry) in entries.enumerated() where frame.row + 2 + spacing * index < last {
      screen.put(
        "[\(entry.key)] \(entry.title)",
        row: frame.row + 2 + spacing * index,
        column: frame.column + 3,
        style: Style(bold: true)
      )
    }
    screen.put("[q] Quit", row: last, column: frame.column + 3, style: Style(dim: true))
    return screen
  }

  private var help: String {
    let width = entries.map(\.name.count).max() ?? 0
    let lines = entries.map { entry in
      "  \(entry.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(entry.title)"
    }
    return """
      Shows a list of the demos, and runs the one that is chosen.

      Usage: demos [DEMO [OPTION ...]]

      Demos, each with a --help of its own:
      \(lines.joined(separator: "\n"))

      Options:
        --help     Show this text.
        --version  Show the name of the program and its version.
      """
  }
}
