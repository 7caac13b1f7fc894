// SPDX-License-Identifier: MIT

@testable import LockstepJournal

extension Picture {
  /// A picture without turns.
  static var empty: Picture { Picture(title: "Empty", turns: [], effects: [], droppedCount: 0) }
}
