// SPDX-License-Identifier: MIT

extension Screen.Area {
  /// Divides the area into parts, from top to bottom.
  ///
  /// ```swift
  /// let parts = screen.area.rows([.fixed(1), .flexible(minimum: 2), .fraction(0.25)])
  /// screen.put("Scores", in: parts[0])
  /// ```
  ///
  /// The flexible lengths share the remaining rows. Without flexible lengths, the remaining rows at the end stay
  /// unused. If there are too few rows, the fractions shrink first, then the minimums of the flexible lengths, then the
  /// fixed lengths. Among lengths of the same kind, the last one shrinks first.
  ///
  /// To center a part, put it between two flexible lengths. It is never larger than the area:
  ///
  /// ```swift
  /// let middle = screen.area.rows([.flexible(), .fixed(5), .flexible()])[1]
  /// ```
  ///
  /// - Parameters:
  ///   - lengths: The lengths of the parts. Fractions refer to the rows without the spacing.
  ///   - spacing: The number of rows between two parts. The spacing never shrinks.
  /// - Returns: One area for each length, in order and within this area. Some may be empty.
  /// - Complexity: O(*n*) in the number of lengths.
  public func rows(_ lengths: [Screen.Length], spacing: Int = 0) -> [Screen.Area] {
    Screen.Length.divide(self.rows, among: lengths, spacing: spacing).map { part in
      Screen.Area(row: row + part.lowerBound, column: column, rows: part.count, columns: columns)
    }
  }

  /// Divides the area into parts, from left to right.
  ///
  /// ```swift
  /// let halves = screen.area.columns([.fraction(0.5), .fraction(0.5)], spacing: 1)
  /// ```
  ///
  /// The parts share the columns as the parts of ``rows(_:spacing:)`` share the rows.
  ///
  /// - Parameters:
  ///   - lengths: The lengths of the parts. Fractions refer to the columns without the spacing.
  ///   - spacing: The number of columns between two parts. The spacing never shrinks.
  /// - Returns: One area for each length, in order and within this area. Some may be empty.
  /// - Complexity: O(*n*) in the number of lengths.
  public func columns(_ lengths: [Screen.Length], spacing: Int = 0) -> [Screen.Area] {
    Screen.Length.divide(self.columns, among: lengths, spacing: spacing).map { part in
      Screen.Area(row: row, column: column + part.lowerBound, rows: rows, columns: part.count)
    }
  }

  /// Returns whether the area contains a position, for example of a click.
  public func contains(row: Int, column: Int) -> Bool {
    (self.row..<(self.row + rows)).contains(row)
      && (self.column..<(self.column + columns)).contains(column)
  }

  func line(_ index: Int, columns: Int? = nil) -> Screen.Area {
    let isInside = index >= 0 && index < rows
    return Screen.Area(
      row: row + index,
      column: column,
      rows: isInside ? 1 : 0,
      columns: columns ?? self.columns
    )
  }
}
