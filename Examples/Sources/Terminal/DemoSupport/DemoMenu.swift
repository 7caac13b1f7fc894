// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
package import LockstepTerminal

/// A program that lists demos and runs the selected one.
@MainActor
package struct DemoMenu {
  package struct Entry {
    package var key: Character
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

  /// Runs the demo that the arguments name, or shows the menu.
  ///
  /// Without an interactive terminal, the first key selects a demo, and the demo receives the remaining keys.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name: a demo and its arguments, or none.
  ///   - terminal: The terminal that shows the demos.
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

  enum Request {
    case demo(Entry)
    case menu
    case text(String)
  }

  /// Parses the arguments up to the name of a demo, which parses the remaining ones.
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
    var selection: Character?
    while true {
      let store = Store(
        initialState: DemoChoice(entries, selection: selection),
        reducer: DemoChoice.reducer,
        environment: ()
      )
      let ending = try await DemoChoice.program.run(store, on: terminal)
      selection = store.state.chosen
      guard let entry = entries.first(where: { $0.key == selection }) else {
        return ending.exitCode
      }
      let code = await entry.run([], terminal)
      // Piped keys are for the menu and a single demo.
      guard code == 0, terminal.isInteractive else { return code }
    }
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
