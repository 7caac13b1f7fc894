// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
package import LockstepTerminal
internal import SharedModels

/// Runs a demo as a program: on a terminal, with piped keys, or with a script.
///
/// - Parameters:
///   - name: The program's name in error messages.
///   - help: The text of `--help`.
///   - terminal: The terminal that shows the demo.
///   - load: Creates the demo from the command line. It returns nil if the program only prints help or its version.
/// - Returns: The exit code: 0, 130 if Control-C ended the program on a terminal, or one of `sysexits.h`.
@MainActor
package func runDemo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
  _ name: String,
  help: String,
  terminal: Terminal = Terminal(),
  load: () throws(DemoError) -> (Demo<State, Action, Environment>?, CommonOptions)
) async -> Int32 {
  do {
    let (demo, options) = try load()
    guard let demo else {
      try? terminal.write((options.showsHelp ? help : "\(name) \(demoVersion)") + "\n")
      return 0
    }
    let script: TerminalScript? = if let path = options.script { try script(path) } else { nil }
    if options.svg != nil, script == nil {
      throw DemoError.usage("option '--svg' needs the option '--script'")
    }
    let picture: FileHandle? = if let path = options.svg { try DemoFile.create(path) } else { nil }
    let log: DemoLog? = if let path = options.log { try DemoLog(path: path) } else { nil }
    // A remote server uses real time.
    let start = options.server == nil ? Date.mock : Date()
    var exitCode: Int32 = 0
    if let script {
      let recording = try demo.run(script, log: log, start: start) { try terminal.write($0) }
      try picture?.write(contentsOf: Data(recording.svg(title: name).utf8))
    } else {
      exitCode = try await demo.run(on: terminal, log: log).exitCode
    }
    log?.finish()
    if let failure = log?.failure { throw failure }
    return exitCode
  } catch {
    return report(error, by: name)
  }
}

/// Writes an error to standard error and returns its exit code.
func report(_ error: any Error, by name: String) -> Int32 {
  let error = error as? DemoError ?? .cannotWrite("\(error)")
  FileHandle.standardError.write(Data("\(name): \(error.message)\n".utf8))
  return error.exitCode
}

private func script(_ path: String) throws(DemoError) -> TerminalScript {
  let data = try DemoFile.read(path)
  guard let text = String(data: data, encoding: .utf8) else {
    throw .data("\(path) is not text in UTF-8")
  }
  return try TerminalScript(text, in: path)
}
