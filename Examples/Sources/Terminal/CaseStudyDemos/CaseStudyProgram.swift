// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import DependencyClients
internal import Foundation
package import LockstepTerminal

/// A case study as a program of the menu `demos`.
package struct CaseStudyProgram: Sendable {
  /// The name on the command line.
  package let name: String

  /// Runs it with the arguments after its name, and returns the exit code.
  package let run: @MainActor @Sendable ([String], Terminal) async -> Int32

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - about: A description of the demo, for `--help`.
  ///   - endpoints: The endpoints of its server that it uses; none if it has no server.
  ///   - keepsFiles: Whether it can keep its files in a folder.
  ///   - hasPreview: Whether it can write what it shows to a file.
  ///   - demo: Makes the demo.
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

/// The options of the command line.
struct CaseStudyOptions: Equatable, Sendable {
  /// The options of all demos.
  var common = CommonOptions()

  /// The folder for files; without one, they are lost when the program ends.
  var folder: String?

  /// The file for a preview, if there is to be one.
  var preview: String?

  init(common: CommonOptions = CommonOptions(), folder: String? = nil, preview: String? = nil) {
    self.common = common
    self.folder = folder
    self.preview = preview
  }

  /// Reads the arguments after the program's name.
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

  /// The files of the demo.
  var fileClient: FileClient {
    folder.map { .live(directory: URL(filePath: $0, directoryHint: .isDirectory)) } ?? .inMemory()
  }
}
