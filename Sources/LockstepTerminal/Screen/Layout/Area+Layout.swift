// SPDX-License-Identifier: MIT

extension Screen.Area {
  /// Returns parts of the area that lie below one another.
  ///
  /// ```swift
  /// let parts = screen.area.rows([.fixed(1), .flexible(minimum: 2), .fraction(0.25)])
  /// screen.put("Scores", in: parts[0])
  /// ```
  ///
  /// The flexible lengths share the room that is left by the others; without any, it stays free at the
  /// end. If there is too little room, the fractions give way first, then the
  /// minimums of the flexible lengths, then the fixed lengths; of the same kind, the last one first.
  ///
  /// Between two flexible lengths a part lies in the middle, and is never larger than the area:
  ///
  /// ```swift
  /// let middle = screen.area.rows([.flexible(), .fixed(5), .flexible()])[1]
  /// ```
  ///
  /// - Parameters:
  ///   - lengths: The lengths that the parts ask for. Fractions are those of the rows without the spacing.
  ///   - spacing: The number of free rows between two parts, which never give way.
  /// - Returns: One area for each length, in order and within this one; some may be empty.
  /// - Complexity: O(*n*) in the number of lengths.
  public func rows(_ lengths: [Screen.Length], spacing: Int = 0) -> [Screen.Area] {
    Screen.Length.divide(self.rows, among: lengths, spacing: spacing).map { part in
      Screen.Area(row: row + part.lowerBound, column: column, rows: part.count, columns: columns)
    }
  }

  /// Returns parts of the area that lie beside one another, from the left to the right.
  ///
  /// ```swift
  /// let halves = screen.area.columns([.fraction(0.5), .fraction(0.5)], spacing: 1)
  /// ```
  ///
  /// The lengths are shared and give way as in ``rows(_:spacing:)``.
  ///
  /// - Parameters:
  ///   - lengths: The lengths that the parts ask for. Fractions are those of the columns without the spacing.
  ///   - spacing: The number of free columns between two parts, which never give way.
  /// - Returns: One area for each length, in order and within this one; some may be empty.
  /// - Complexity: O(*n*) in the number of lengths.
  public func columns(_ lengths: [Screen.Length], spacing: Int = 0) -> [Screen.Area] {
    Screen.Length.divide(self.columns, among: lengths, spacing: spacing).map { part in
      Screen.Area(row: row, column: column + part.lowerBound, rows: rows, columns: part.count)
    }
  }

  /// Returns whether a place is in the area, for instance that of a click.
  public func contains(row: Int, column: Int) -> Bool {
    (self.row..<(self.row + rows)).contains(row)
      && (self.column..<(self.column + columns)).contains(column)
  }

  /// One row of the area, by its number from 0, with its own number of columns or another one; empty
  /// if there is no such row.
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
