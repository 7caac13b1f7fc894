// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Foundation
package import LockstepTerminal

/// A case study as a program of the menu `demos`.
package struct CaseStudyProgram: Sendable {
  /// What it is called on the command line.
  package let name: String

  /// Runs it with the arguments after its name, and returns the exit code.
  package let run: @MainActor @Sendable ([String], Terminal) async -> Int32

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: What it is called on the command line.
  ///   - about: What it shows, for `--help`.
  ///   - endpoints: What it asks its server for; nothing if it has none.
  ///   - keepsFiles: Whether it can keep its files in a folder.
  ///   - demo: Makes the demo.
  init<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
    _ name: String,
    about: String,
    endpoints: [DemoEndpoint] = [],
    keepsFiles: Bool = false,
    demo:
      @escaping @MainActor @Sendable (CaseStudyOptions) throws(DemoError) -> Demo<
        State, Action, Environment
      >
  ) {
    self.name = name
    run = { arguments, terminal in
      let help = CaseStudyOptions.help(name, about, endpoints: endpoints, keepsFiles: keepsFiles)
      return await runDemo(name, help: help, terminal: terminal) {
        () throws(DemoError) -> (Demo<State, Action, Environment>?, CommonOptions) in
        let options = try CaseStudyOptions(
          arguments: arguments,
          endpoints: endpoints,
          keepsFiles: keepsFiles
        )
        guard options.common.runsDemo else { return (nil, options.common) }
        if let folder = options.folder { try DemoFile.useFolder(folder) }
        return (try demo(options), options.common)
      }
    }
  }
}

/// What the command line asks for.
struct CaseStudyOptions: Equatable, Sendable {
  /// What all demos can be asked for.
  var common = CommonOptions()

  /// Where files are kept; if nowhere, they are gone when the program ends.
  var folder: String?

  init(common: CommonOptions = CommonOptions(), folder: String? = nil) {
    self.common = common
    self.folder = folder
  }

  /// Reads the arguments after the program's name.
  init(
    arguments: some Sequence<String>,
    endpoints: [DemoEndpoint],
    keepsFiles: Bool
  ) throws(DemoError) {
    self.init()
    var reader = ArgumentReader(arguments)
    while let name = reader.next() {
      if try common.take(name, &reader, endpoints: endpoints) { continue }
      guard keepsFiles, name == "--folder" else {
        let names = CommonOptions.names(endpoints: endpoints)
        throw reader.unknown(options: (keepsFiles ? ["--folder"] : []) + names)
      }
      folder = try reader.value(name, "a folder")
    }
  }

  static func help(
    _ name: String,
    _ about: String,
    endpoints: [DemoEndpoint],
    keepsFiles: Bool
  ) -> String {
    let folder =
      """
        --folder FOLDER      Keep files there, to be found the next time. Without it they are gone when
                             the program ends.

      """
    return """
      \(about)

      Usage: demos \(name) [OPTION ...]

      Options:
      \(keepsFiles ? folder : "")\(CommonOptions.help(endpoints: endpoints))

      \(CommonOptions.keysHelp)
      """
  }

  /// The files of the demo.
  var fileClient: FileClient {
    folder.map { .live(directory: URL(filePath: $0, directoryHint: .isDirectory)) } ?? .inMemory()
  }
}
