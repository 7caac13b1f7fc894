// SPDX-License-Identifier: MIT

/// Why a demo cannot run: one line, and an exit code of `sysexits.h`.
package struct DemoError: Error, Equatable {
  /// A description of the error and its place.
  package var message: String

  /// 64 for a wrong command line, 65 for wrong data, 66 for a file that cannot be read, 69 for a
  /// server that cannot be asked, 73 for a file or folder that cannot be created, 74 for one that cannot be
  /// written.
  package var exitCode: Int32

  package init(message: String, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  package static func usage(_ message: String) -> Self {
    Self(message: "\(message); see --help", exitCode: 64)
  }

  package static func data(_ message: String) -> Self {
    Self(message: message, exitCode: 65)
  }

  package static func noInput(_ message: String) -> Self {
    Self(message: message, exitCode: 66)
  }

  package static func unavailable(_ message: String) -> Self {
    Self(message: message, exitCode: 69)
  }

  package static func cannotCreate(_ message: String) -> Self {
    Self(message: message, exitCode: 73)
  }

  package static func cannotWrite(_ message: String) -> Self {
    Self(message: message, exitCode: 74)
  }
}
