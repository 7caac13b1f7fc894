// SPDX-License-Identifier: MIT

public import LockstepTerminal

// Old names and their replacements. Version 0.1.0 removes them.

/// Reports the old name.
@available(
  *,
  unavailable,
  renamed: "assertSnapshot(of:script:includingStyles:matches:fileID:filePath:line:column:)"
)
public func assertFrames<State, Action: Sendable>(
  of terminal: MemoryTerminal<State, Action>,
  script: String,
  includingStyles: Bool = false,
  matches expected: ExpectedSnapshot
) {}

/// Reports the old name.
@available(*, unavailable, renamed: "ExpectedSnapshot")
public typealias ExpectedFrames = ExpectedSnapshot
