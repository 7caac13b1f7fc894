// SPDX-License-Identifier: MIT

/// An error that prevents a demo from running: a one-line message and an exit code of `sysexits.h`.
package struct DemoError: Error, Equatable {
  package var message: String

  /// The exit code.
  ///
  /// It is 64 for an invalid command line, 65 for invalid data, 66 for an unreadable file, 69 for an unavailable
  /// server, 73 for a file or folder that cannot be created, and 74 for a failed write.
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
