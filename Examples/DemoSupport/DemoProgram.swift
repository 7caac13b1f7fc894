// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
package import TerminalSupport

/// Runs a demo as a program: on a terminal if there is one, else from keys that are piped in.
///
/// - Parameters:
///   - name: What the program is called in errors.
///   - help: What `--help` shows.
///   - terminal: Where the demo is shown.
///   - load: Makes the demo that the command line asks for; nil if it asks for help.
/// - Returns: The exit code: 0, or one of `sysexits.h`.
@MainActor
package func runDemo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>(
  _ name: String,
  help: String,
  terminal: Terminal = Terminal(),
  load: () throws(DemoError) -> (Demo<State, Action, Environment>, CommonOptions)?
) async -> Int32 {
  do {
    guard let (demo, options) = try load() else {
      try? terminal.write(help + "\n")
      return 0
    }
    let script: AsyncStream<Key>? = if let path = options.script { try keys(path) } else { nil }
    let log: DemoLog? = if let path = options.log { try DemoLog(path: path) } else { nil }
    if terminal.supportsScreens && script == nil {
      try await TerminalDemo(demo, terminal, log: log).run()
    } else {
      let keys = script ?? terminal.keys()
      try await PlainDemo(demo, log: log).run(keys: keys) { try terminal.write($0) }
    }
    if let failure = log?.failure { throw failure }
    return 0
  } catch let error as DemoError {
    FileHandle.standardError.write(Data("\(name): \(error.message)\n".utf8))
    return error.exitCode
  } catch {
    FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
    return 74
  }
}

/// The keys in a file, as a terminal sends them.
private func keys(_ path: String) throws(DemoError) -> AsyncStream<Key> {
  var decoder = KeyDecoder()
  let keys = decoder.decode(try DemoFile.read(path)) + decoder.flush()
  return AsyncStream { continuation in
    for key in keys { continuation.yield(key) }
    continuation.finish()
  }
}
