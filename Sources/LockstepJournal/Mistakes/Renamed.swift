// SPDX-License-Identifier: MIT

// Names that other ones have replaced. They go with version 0.1.0.

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
