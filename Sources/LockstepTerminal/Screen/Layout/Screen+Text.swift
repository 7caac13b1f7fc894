// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// Returns the text, truncated with `…` if it does not fit.
  ///
  /// ```swift
  /// let title = "The hobbit".truncated(columns: 7)  // "The ho…"
  /// ```
  ///
  /// The result contains only the first line. `…` also stands for omitted lines.
  ///
  /// - Parameter columns: The maximum number of terminal columns. If it is less than 1, the result is empty.
  /// - Returns: A single line with at most that many columns.
  /// - Complexity: O(*n*) in the number of columns and of zero-width scalars, such as marks, within them, regardless of
  ///   the length of the text.
  public func truncated(columns: Int) -> String {
    guard columns > 0 else { return "" }
    if plainColumns(upTo: columns) != nil {
      return utf8.count <= columns
        ? String(self) : self[..<utf8.index(startIndex, offsetBy: columns - 1)] + "…"
    }
    var end = startIndex
    var shortEnd = startIndex
    var used = 0
    while end < endIndex && !self[end].isNewline {
      used += self[end].terminalColumns
      if used > columns { return self[..<shortEnd] + "…" }
      end = index(after: end)
      if used < columns { shortEnd = end }
    }
    return end == endIndex ? String(self) : self[..<shortEnd] + "…"
  }
}

extension Screen {
  /// The horizontal alignment of text.
  public enum Alignment: CaseIterable, Hashable, Sendable {
    /// Alignment at the left edge.
    case leading
    /// Alignment in the center, or one column closer to the left if there is no exact center.
    case center
    /// Alignment at the right edge.
    case trailing
  }

  /// Draws text in an area, one line per row.
  ///
  /// A line that is too wide ends in `…`, and so does the last visible line if more lines follow. To fit long lines,
  /// use `wrapped(columns:)`. The method draws only inside the area and does not clear it.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - area: The area to draw in.
  ///   - alignment: The alignment of lines that are narrower than the area.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of characters of the visible lines. Of the last line, only the visible part
  ///   counts.
  public mutating func put(
    _ text: some StringProtocol,
    in area: Area,
    alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    guard area.rows > 0 && area.columns > 0 else { return }
    var rest = Substring(text)
    for row in 0..<area.rows {
      // The last row includes all remaining lines, so that `…` stands for them.
      let end = row == area.rows - 1 ? nil : rest.firstIndex(where: \.isNewline)
      let shown = rest[..<(end ?? rest.endIndex)].truncated(columns: area.columns)
      let margin = area.columns - shown.terminalColumns
      let start =
        switch alignment {
        case .leading: 0
        case .center: margin / 2
        case .trailing: margin
        }
      put(shown, row: area.row + row, column: area.column + start, style: style)
      guard let end else { break }
      rest = rest[rest.index(after: end)...]
    }
  }
}
