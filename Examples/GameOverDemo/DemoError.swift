// SPDX-License-Identifier: MIT

/// Why the program cannot run: one line, and an exit code of `sysexits.h`.
struct DemoError: Error, Equatable {
  /// What is wrong, and where.
  var message: String

  /// 64 for a wrong command line, 65 for wrong data, 66 for a file that cannot be read.
  var exitCode: Int32

  static func usage(_ message: String) -> Self {
    Self(message: "\(message); see --help", exitCode: 64)
  }

  static func data(_ message: String) -> Self {
    Self(message: message, exitCode: 65)
  }

  static func noInput(_ message: String) -> Self {
    Self(message: message, exitCode: 66)
  }
}
