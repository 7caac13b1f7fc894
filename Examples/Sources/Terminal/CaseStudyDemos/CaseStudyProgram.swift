// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Foundation
package import LockstepTerminal

/// A case study as a program of the `demos` menu.
package struct CaseStudyProgram: Sendable {
  package let name: String

  /// Runs the program with the arguments after its name and returns the exit code.
  package let run: @MainActor @Sendable ([String], Terminal) async -> Int32

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - about: A description of the demo for `--help`.
  ///   - endpoints: The server's endpoints that the demo uses; empty for a demo without a server.
  ///   - keepsFiles: Whether the program has the option `--folder`.
  ///   - hasPreview: Whether the program has the option `--preview`.
  ///   - demo: Creates the demo.
  init<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
    _ name: String,
    about: String,
    endpoints: [DemoEndpoint] = [],
    keepsFiles: Bool = false,
    hasPreview: Bool = false,
    demo:
      @escaping @MainActor @Sendable (CaseStudyOptions) throws(DemoError) -> Demo<
        State, Action, Environment
      >
  ) {
    self.name = name
    run = { arguments, terminal in
      let help = CaseStudyOptions.help(
        name,
        about,
        endpoints: endpoints,
        keepsFiles: keepsFiles,
        hasPreview: hasPreview
      )
      return await runDemo(name, help: help, terminal: terminal) {
        () throws(DemoError) -> (Demo<State, Action, Environment>?, CommonOptions) in
        let options = try CaseStudyOptions(
          arguments: arguments,
          endpoints: endpoints,
          keepsFiles: keepsFiles,
          hasPreview: hasPreview
        )
        guard options.common.runsDemo else { return (nil, options.common) }
        if let folder = options.folder { try DemoFile.useFolder(folder) }
        if let preview = options.preview { try DemoFile.create(preview) }
        return (try demo(options), options.common)
      }
    }
  }
}

struct CaseStudyOptions: Equatable, Sendable {
  var common = CommonOptions()

  /// The folder for files; if nil, files are lost when the program ends.
  var folder: String?

  var preview: String?

  init(common: CommonOptions = CommonOptions(), folder: String? = nil, preview: String? = nil) {
    self.common = common
    self.folder = folder
    self.preview = preview
  }

  init(
    arguments: some Sequence<String>,
    endpoints: [DemoEndpoint],
    keepsFiles: Bool,
    hasPreview: Bool = false
  ) throws(DemoError) {
    self.init()
    let names = (keepsFiles ? ["--folder"] : []) + (hasPreview ? ["--preview"] : [])
    var reader = ArgumentReader(arguments)
    while let name = reader.next() {
      if try common.take(name, &reader, endpoints: endpoints) { continue }
      guard names.contains(name) else {
        throw reader.unknown(options: names + CommonOptions.names(endpoints: endpoints))
      }
      if name == "--folder" {
        folder = try reader.value(name, "a folder")
      } else {
        preview = try reader.value(name, "a file")
      }
    }
  }

  static func help(
    _ name: String,
    _ about: String,
    endpoints: [DemoEndpoint],
    keepsFiles: Bool,
    hasPreview: Bool = false
  ) -> String {
    let folder =
      """
        --folder FOLDER      Keep files there, to be found the next time. Without it they are lost when
                             the program ends.

      """
    let preview =
      """
        --preview FILE       Write what is shown to a file as Markdown whenever it changes, for another
                             terminal to watch.

      """
    return """
      \(about)

      Usage: demos \(name) [OPTION ...]

      Options:
      \(keepsFiles ? folder : "")\(hasPreview ? preview : "")\(CommonOptions.help(endpoints: endpoints))

      \(CommonOptions.keysHelp)
      """
  }

  var fileClient: FileClient {
    folder.map { .live(directory: URL(filePath: $0, directoryHint: .isDirectory)) } ?? .inMemory()
  }
}
