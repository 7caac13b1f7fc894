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
  /// - Complexity: O(*n*) in the number of columns and of the scalars before their end that take none, such as marks,
  ///   however long the text is.
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
  /// The place of a text that leaves room beside it.
  public enum Alignment: CaseIterable, Hashable, Sendable {
    /// At the left edge.
    case leading
    /// In the middle, or nearer to the left if there is no exact middle.
    case center
    /// At the right edge.
    case trailing
  }

  /// Draws a text in an area, each line of it in a row.
  ///
  /// A line that is too wide ends in `…`, and so does the last one that has room if more follow; see
  /// `wrapped(columns:)` for lines that fit. Nothing is drawn outside of the area, and nothing is
  /// cleared.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - area: The area to draw in.
  ///   - alignment: The place of a line that leaves room beside it.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of characters of the lines that have room. The last one counts as far as it
  ///   has room.
  public mutating func put(
    _ text: some StringProtocol,
    in area: Area,
    alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    guard area.rows > 0 && area.columns > 0 else { return }
    var rest = Substring(text)
    for row in 0..<area.rows {
      // The last row has a mark if other lines follow.
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
