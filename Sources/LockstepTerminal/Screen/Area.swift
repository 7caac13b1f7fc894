// SPDX-License-Identifier: MIT

extension Screen {
  /// A rectangle of cells, which may reach beyond a screen.
  public struct Area: Hashable, Sendable {
    /// The first row.
    public let row: Int
    /// The first column.
    public let column: Int
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int

    /// Makes a rectangle from its top left corner and its dimensions.
    ///
    /// Negative dimensions count as 0. Numbers beyond a million count as a million, so that no
    /// arithmetic with areas can overflow.
    public init(row: Int, column: Int, rows: Int, columns: Int) {
      let bound = 1_000_000
      self.row = min(max(-bound, row), bound)
      self.column = min(max(-bound, column), bound)
      self.rows = min(max(0, rows), bound)
      self.columns = min(max(0, columns), bound)
    }

    /// Returns what is left inside when a margin is taken off at every side.
    public func inset(rows rowMargin: Int = 1, columns columnMargin: Int = 1) -> Area {
      let margin = Area(row: rowMargin, column: columnMargin, rows: 0, columns: 0)
      return Area(
        row: row + margin.row,
        column: column + margin.column,
        rows: rows - 2 * margin.row,
        columns: columns - 2 * margin.column
      )
    }

    /// Returns a rectangle of other dimensions in the middle of this one, for dialogs.
    ///
    /// Where there is no exact middle it lies nearer to the top and to the left.
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

  /// The rows and columns of an area that are on this screen.
  func clip(_ area: Area) -> (rows: Range<Int>, columns: Range<Int>) {
    (
      (area.row..<(area.row + area.rows)).clamped(to: 0..<size.rows),
      (area.column..<(area.column + area.columns)).clamped(to: 0..<size.columns)
    )
  }
}
