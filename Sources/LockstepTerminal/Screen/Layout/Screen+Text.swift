// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// Returns the text if it fits in a number of columns, or else its beginning and `…`.
  ///
  /// ```swift
  /// let title = "The hobbit".truncated(columns: 7)  // "The ho…"
  /// ```
  ///
  /// Only the first line is kept, and `…` stands for the others as well.
  ///
  /// - Parameter columns: The number of terminal columns; with less than 1 the result is empty.
  /// - Returns: A text of one line and at most that many columns.
  /// - Complexity: O(*n*) in the number of characters.
  public func truncated(columns: Int) -> String {
    guard columns > 0 else { return "" }
    let line = prefix { !$0.isNewline }
    let shown = line.prefix(columns: columns)
    return shown.endIndex == endIndex ? String(shown) : line.prefix(columns: columns - 1) + "…"
  }
}

extension Screen {
  /// Where a text begins that leaves room beside it.
  public enum Alignment: CaseIterable, Hashable, Sendable {
    /// At the left edge.
    case leading
    /// In the middle, or nearer to the left if there is no exact middle.
    case center
    /// So that it ends at the right edge.
    case trailing
  }

  /// Draws a text in an area, each line of it in a row.
  ///
  /// A line that is too wide ends in `…`, and so does the last one that has room if more follow; see
  /// `wrapped(columns:)` for lines that fit. Nothing is drawn outside of the area, and nothing is
  /// cleared.
  ///
  /// - Parameters:
  ///   - text: What to draw.
  ///   - area: Where.
  ///   - alignment: Where a line begins that leaves room beside it.
  ///   - style: How the text looks.
  /// - Complexity: O(*n*) in the number of characters.
  public mutating func put(
    _ text: some StringProtocol,
    in area: Area,
    alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    guard area.rows > 0 && area.columns > 0 else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.prefix(area.rows).enumerated() {
      let isCut = index == area.rows - 1 && lines.count > area.rows
      let shown = (String(line) + (isCut ? "…" : "")).truncated(columns: area.columns)
      let margin = area.columns - shown.terminalColumns
      let start =
        switch alignment {
        case .leading: 0
        case .center: margin / 2
        case .trailing: margin
        }
      put(shown, row: area.row + index, column: area.column + start, style: style)
    }
  }
}
