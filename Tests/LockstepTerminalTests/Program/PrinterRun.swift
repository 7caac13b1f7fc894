// SPDX-License-Identifier: MIT

import Foundation
import LockstepTerminal
import LockstepTerminalTesting

/// A run of `terminal-printer` on a terminal of three rows and sixty columns.
final class PrinterRun {
  /// The bytes that a program writes when it gives the terminal back.
  static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let pty: PseudoTerminal
  let process: Process
  /// The output so far.
  var output = ""
  private let timeout = Duration.seconds(60)

  /// Starts the program, or has a shell do so, for which `$0` is the program and `$1` its first argument; the keys are
  /// typed before.
  convenience init(
    _ arguments: [String] = [],
    shell: String? = nil,
    environment: [String: String] = [:],
    keys: String = ""
  ) throws {
    self.init(try PseudoTerminal(rows: 3, columns: 60))
    process.environment = testProgram("terminal-printer", environment: environment).environment
    process.arguments = arguments
    if let shell {
      process.arguments = ["-c", shell, process.executableURL?.path ?? ""] + arguments
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
    }
    pty.type(keys)
    try pty.run(process, showsErrors: true)
  }

  private init(_ terminal: consuming PseudoTerminal) {
    pty = terminal
    process = testProgram("terminal-printer")
  }

  /// Starts the program and waits until it shows its first screen.
  static func start(
    _ arguments: [String] = [],
    shell: String? = nil,
    environment: [String: String] = [:]
  ) throws -> PrinterRun {
    let run = try PrinterRun(arguments, shell: shell, environment: environment)
    try run.press("", shows: "presses: 0")
    return run
  }

  /// Reads until the output ends in a text.
  func read(until suffix: String) throws {
    output += try pty.output(timeout: timeout) { $0.hasSuffix(suffix) }
  }

  /// Presses a key, and waits until the screen shows a text.
  func press(_ key: String, shows text: String) throws {
    pty.type(key)
    while screen.plainText.contains(text) == false {
      output += try pty.output(timeout: timeout) { $0.isEmpty == false }
    }
  }

  /// The current screen of the terminal.
  var screen: Screen {
    var emulator = TerminalEmulator(size: Screen.Size(rows: 3, columns: 60))
    let frames = output.components(separatedBy: "\u{1B}[?25l\u{1B}[0m\u{1B}[2J").last ?? ""
    emulator.write("\u{1B}[2J" + frames)
    return emulator.screen
  }

  /// The output after the last screen.
  var rest: String { output.components(separatedBy: Self.leave).last ?? "" }

  /// Reads the rest of the output, and waits for the end of the process.
  func end() throws -> (reason: Process.TerminationReason, status: Int32) {
    while true {
      do {
        // In pieces, because the process may have more to write than the terminal takes at once.
        output += try pty.output(timeout: .milliseconds(100)) { $0.isEmpty == false }
      } catch {
        if process.isRunning == false {
          return (process.terminationReason, process.terminationStatus)
        }
      }
    }
  }
}
