// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension TerminalProgram {
  /// Returns the words that are missing from the screen of a state although no mark says that there is more.
  ///
  /// What is to be read is known from a screen that has room for all of it. What is dim is behind a dialog.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - size: The size of the screen.
  ///   - optional: Words that may be missing where there is no room for them.
  /// - Returns: The words, in alphabetical order.
  package func missingWords(
    in state: State,
    _ size: Screen.Size,
    optional: Set<String> = []
  ) -> [String] {
    let screen = screen(state, size)
    if screen.plainText.hasMark { return [] }
    let all = self.screen(state, Screen.Size(rows: 60, columns: 200))
    return all.words.subtracting(screen.words).subtracting(optional).sorted()
  }
}

extension String {
  /// Whether a row says that there is more than it shows: by dots, or by arrows at its end.
  fileprivate var hasMark: Bool {
    split(separator: "\n").contains { row in
      row.contains { "…‹›".contains($0) }
        || row.last { "│║ ".contains($0) == false }.map { "↑↓↕".contains($0) } == true
    }
  }
}
