// SPDX-License-Identifier: MIT

@testable import LockstepJournal

extension Diagram {
  /// A diagram without turns.
  static var empty: Diagram { Diagram(title: "Empty", turns: [], effects: [], droppedCount: 0) }
}
