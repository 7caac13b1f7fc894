// SPDX-License-Identifier: MIT

extension Screen {
  /// A rectangle of cells, which may extend beyond the screen.
  public struct Area: Hashable, Sendable {
    /// The first row.
    public let row: Int
    /// The first column.
    public let column: Int
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int

    /// Creates an area from its top-left corner and its dimensions.
    ///
    /// Negative dimensions become 0. Coordinates and dimensions are clamped to a million, so that arithmetic with areas
    /// cannot overflow.
    public init(row: Int, column: Int, rows: Int, columns: Int) {
      let bound = 1_000_000
      self.row = min(max(-bound, row), bound)
      self.column = min(max(-bound, column), bound)
      self.rows = min(max(0, rows), bound)
      self.columns = min(max(0, columns), bound)
    }

    /// Returns the area inset by a margin on every side.
    public func inset(rows rowMargin: Int = 1, columns columnMargin: Int = 1) -> Area {
      let margin = Area(row: rowMargin, column: columnMargin, rows: 0, columns: 0)
      return Area(
        row: row + margin.row,
        column: column + margin.column,
        rows: rows - 2 * margin.row,
        columns: columns - 2 * margin.column
      )
    }

    /// Returns an area with the given dimensions, centered in this one, for example for a dialog.
    ///
    /// If there is no exact center, the area is one cell closer to the top and to the left.
    public func centered(rows: Int, columns: Int) -> Area {
      let inner = Area(row: 0, column: 0, rows: rows, columns: columns)
      return Area(
        row: row + (self.rows - inner.rows) >> 1,
        column: column + (self.columns - inner.columns) >> 1,
        rows: inner.rows,
        columns: inner.columns
      )
    }
  }

  func clip(_ area: Area) -> (rows: Range<Int>, columns: Range<Int>) {
    (
      (area.row..<(area.row + area.rows)).clamped(to: 0..<size.rows),
      (area.column..<(area.column + area.columns)).clamped(to: 0..<size.columns)
    )
  }
}
