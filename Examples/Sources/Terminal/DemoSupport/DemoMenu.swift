// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
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
      for await key in terminal.keys() {
        if key == .control("c") { return Program.Ending.interrupted.exitCode }
        if quits(key) { break }
        if let entry = entry(for: key) { return await entry.run([], terminal) }
      }
      return 0
    }
    while true {
      let store = Store(
        initialState: nil,
        reducer: Reducer<Character?, Character, Void> { chosen, key, _ in
          chosen = key
          return .none
        },
        environment: ()
      )
      let ending = try await program.run(store, on: terminal)
      guard let key = store.state, let entry = entry(for: .character(key)) else {
        return ending.exitCode
      }
      let code = await entry.run([], terminal)
      guard code == 0 else { return code }
    }
  }

  private typealias Program = TerminalProgram<Character?, Character>

  /// The list, whose state is the key that was chosen.
  private var program: Program {
    Program(
      isOver: { $0 != nil },
      quits: { key, _ in quits(key) },
      screen: { _, size in screen(size: size) },
      action: { key, _ in entry(for: key)?.key }
    )
  }

  private func quits(_ key: Key) -> Bool { key == .character("q") }

  private func entry(for key: Key) -> Entry? {
    entries.first { .character($0.key) == key }
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
