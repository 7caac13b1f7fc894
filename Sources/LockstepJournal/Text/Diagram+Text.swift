// SPDX-License-Identifier: MIT

extension Diagram {
  /// Returns the run as text, in the format of `StoreJournal.text(width:maxLines:)`.
  ///
  /// No line ends with a space. Unknown turn numbers count as before the first known turn.
  ///
  /// - Parameters:
  ///   - width: The maximum number of terminal columns in a line.
  ///   - maxLines: The maximum number of lines.
  ///   - turns: The numbers of the turns to show instead of the last ones, most important first. The text adds their
  ///     causes and effects.
  ///   - effects: The numbers of the effects to show. The text adds their turns and the causes of those turns.
  /// - Returns: The lines, separated by line breaks.
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
