// SPDX-License-Identifier: MIT

// Old names and their replacements. Version 0.1.0 removes them.

/// Reports the old name.
@available(*, unavailable, renamed: "StoreJournal")
public typealias Journal = StoreJournal

/// Reports the old name.
@available(*, unavailable, renamed: "JournalOutput")
public typealias JournalWord = JournalOutput

extension JournalTurn {
  /// Reports the old name.
  @available(*, unavailable, renamed: "outputs")
  public var words: [JournalOutput] { outputs }
}
