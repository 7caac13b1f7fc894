// SPDX-License-Identifier: MIT

internal import Foundation
internal import TerminalSupport

/// The program `game-over`.
public enum DemoProgram {
  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit code: 0, or one of `sysexits.h` for wrong input.
  @MainActor
  public static func run(arguments: [String]) async -> Int32 {
    let terminal = Terminal()
    do {
      let options = try DemoOptions(arguments: arguments)
      guard options.showsHelp == false else {
        try? terminal.write(DemoOptions.help + "\n")
        return 0
      }
      let input = try DemoInput(options)
      if terminal.supportsScreens {
        try await TerminalDemo(input, terminal).run()
      } else {
        try await PlainDemo(input).run(keys: terminal.keys()) { try terminal.write($0) }
      }
      return 0
    } catch let error as DemoError {
      FileHandle.standardError.write(Data("game-over: \(error.message)\n".utf8))
      return error.exitCode
    } catch {
      FileHandle.standardError.write(Data("game-over: \(error)\n".utf8))
      return 74
    }
  }
}
