// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension TerminalProgram {
  /// Returns the words that are missing from the screen of a state, unless a mark shows that there is more.
  ///
  /// The expected words are those of a large screen. Dim words are ignored, because a dialog covers them.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - size: The size of the screen.
  ///   - optional: Words that small screens may leave out.
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
  /// Whether a row contains a mark for more text: an ellipsis, or an arrow at its end.
  fileprivate var hasMark: Bool {
    split(separator: "\n").contains { row in
      row.contains { "…‹›".contains($0) }
        || row.last { "│║ ".contains($0) == false }.map { "↑↓↕".contains($0) } == true
    }
  }
}
