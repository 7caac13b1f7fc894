// SPDX-License-Identifier: MIT

import Testing

extension SourceLocation {
  /// A place for steps that messages name.
  static func step(_ line: Int) -> Self {
    Self(fileID: "Tests/Step.swift", filePath: "Tests/Step.swift", line: line, column: 1)
  }
}
