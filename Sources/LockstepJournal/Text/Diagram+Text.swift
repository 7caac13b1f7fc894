// SPDX-License-Identifier: MIT

extension Diagram {
  /// Returns the run as text, with a line for each turn and a column for each effect.
  ///
  /// A column begins with the letter of its effect, beside the turn that started it. An arrow leads from it to each
  /// turn that it sent, and it ends with "╵" where the effect finished, "✕" where it was cancelled, and "⊘" where it
  /// ended with its state:
  ///
  /// ```text
  /// a     1  search.typed  by 'send' at AppTests/SearchTests.swift:12
  /// ✕ b   2  search.typed  by 'send' at AppTests/SearchTests.swift:13
  ///   ●─→ 3  search.found  by effect b
  ///
  /// a  task "search", made at App/Search.swift:40, cancelled in turn 2
  /// b  task "search", made at App/Search.swift:40, finished in turn 3
  /// ```
  ///
  /// No line ends with a space, and no text fails to be shown: numbers that are not known count as before the first
  /// known turn.
  ///
  /// - Parameters:
  ///   - width: The most columns of a line in a terminal.
  ///   - maxLines: The most lines. The text shows as many of the last turns as fit, and the effects that have to do
  ///     with them.
  ///   - turns: The numbers of turns to show instead of the last ones, the most important first, with their causes and
  ///     the effects that sent them, or that began or ended in the turns themselves.
  ///   - effects: The numbers of effects to show with the turns that began and ended them, the causes of these, and
  ///     the turns that the effects sent.
  /// - Returns: The lines, with line breaks between them.
  /// - Complexity: O(*n* log *n*) in the numbers of turns and effects.
  func text(
    width: Int = 100,
    maxLines: Int = 24,
    turns: [Int] = [],
    effects: Set<Int> = []
  ) -> String {
    guard maxLines > 0, width > 0 else { return "" }
    let positions = effectPositions
    let selection = TimelineSelection(
      of: self,
      turns: turns,
      effects: effects,
      positions: positions,
      maxLines: maxLines,
      maxEffects: min(maxLines / 3, max(0, width - 16) / 4, TimelineText.labels.count)
    )
    let lines = TimelineText(self, selection, positions, width: width).lines
    return lines.prefix(maxLines).map { $0.line(width).trimmed }.joined(separator: "\n")
  }
}
