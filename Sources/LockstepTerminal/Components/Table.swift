// SPDX-License-Identifier: MIT

public import Lockstep

/// Rows of texts below column titles.
///
/// ```swift
/// let table = Table(
///   columns: [
///     Table.Column("Player", length: .flexible(minimum: 6)),
///     Table.Column("Score", alignment: .trailing),
///   ],
///   rows: [["Blob", "27"], ["Blob, Jr.", "9"]]
/// )
///
/// screen.draw(table, in: area)
/// // Player       Score
/// // Blob            27
/// // Blob, Jr.        9
/// ```
///
/// The arrow keys, Page Up, Page Down, Home, End, the wheel and clicks move the selection. If no row is selected, the
/// keys and the wheel scroll the table.
public struct Table: Hashable, Sendable {
  /// A column of a table.
  public struct Column: Hashable, Sendable {
    /// The title above the column.
    public var title: String
    /// The requested width, or `nil` to fit the title and the longest text.
    ///
    /// In a table with more than a hundred rows, only the first hundred and the visible rows are measured.
    public var length: Screen.Length?
    /// The alignment of the column's texts.
    public var alignment: Screen.Alignment

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - title: The title above the column.
    ///   - length: The requested width, or `nil` to fit the title and the longest text.
    ///   - alignment: The alignment of the column's texts.
    public init(
      _ title: String,
      length: Screen.Length? = nil,
      alignment: Screen.Alignment = .leading
    ) {
      self.title = title
      self.length = length
      self.alignment = alignment
    }
  }

  /// The columns, from left to right.
  public var columns: [Column]
  /// The texts of each row, one for each column.
  ///
  /// Missing texts are empty. Extra texts are not shown.
  public var rows: [[String]]
  /// The index of the selected row, clamped to the last row when drawn, or `nil` if no row is selected.
  public var selection: Int?
  /// The number of rows above the first visible one, adjusted when drawn so that the selected row is visible.
  public var firstRow: Int

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right.
  ///   - rows: The texts of each row, one for each column.
  ///   - selection: The index of the selected row, or `nil` if no row is selected.
  ///   - firstRow: The number of rows above the first visible one.
  public init(columns: [Column], rows: [[String]], selection: Int? = nil, firstRow: Int = 0) {
    self.columns = columns
    self.rows = rows
    self.selection = selection
    self.firstRow = firstRow
  }

  /// A user's action in a table.
  public enum Action: Hashable, Sendable {
    /// The user moved the selection or scrolled the table, in an area with room for `rows` rows.
    case moved(by: Int, rows: Int)
  }

  /// The reducer that moves the selection, or scrolls the table if no row is selected.
  ///
  /// - Complexity: O(1).
  public static let reducer = Reducer<Table, Action, Void>.withoutEffects { table, action in
    switch action {
    case .moved(let distance, let room):
      var window = table.window(room: room)
      window.move(by: distance)
      table.firstRow = window.first
      table.selection = window.selection ?? table.selection
    }
  }

  /// Returns the keys that the table currently handles.
  ///
  /// - Parameter area: The area that the table is drawn in.
  /// - Returns: The keys, most important first.
  /// - Complexity: O(1).
  public func keys(in area: Screen.Area) -> [KeyBinding<Action>] {
    let rows = body(in: area).rows
    return window(room: rows).keys.map { $0.map { .moved(by: $0, rows: rows) } }
  }

  /// Returns the action for an event, or `nil` if the table does not handle the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the table is drawn in.
  /// - Returns: An action for the reducer, or `nil`.
  /// - Complexity: O(1).
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    let body = body(in: area)
    return keys(in: area).action(for: event)
      ?? event.distance(in: body, window(room: body.rows)).map { .moved(by: $0, rows: body.rows) }
  }

  fileprivate func window(room: Int) -> ScrollWindow {
    ScrollWindow(count: rows.count, room: room, first: firstRow, selection: selection)
  }

  fileprivate func body(in area: Screen.Area) -> Screen.Area {
    area.rows([.fixed(area.rows > 1 ? 1 : 0), .flexible()])[1]
  }

  fileprivate func places(on line: Screen.Area, shown: Range<Int>) -> [Screen.Area] {
    let marker = selection == nil ? 0 : 2
    let measured = [rows.indices.prefix(100), shown]
    let lengths = columns.indices.map { column in
      columns[column].length ?? .fixed(natural(column, rows: measured, limit: line.columns))
    }
    return line.columns([.fixed(marker), .flexible()])[1].columns(lengths, spacing: 2)
  }

  private func natural(_ column: Int, rows ranges: [Range<Int>], limit: Int) -> Int {
    let texts = ranges.joined().lazy.map { rows[$0] }.filter { $0.count > column }.map {
      $0[column]
    }
    let widths = texts.map { $0.terminalColumns(upTo: limit) }
    return max(columns[column].title.terminalColumns(upTo: limit), widths.max() ?? 0)
  }
}

extension Screen {
  /// Draws a table with its titles and the rows around the selection.
  ///
  /// The columns share the width and shrink as in ``Area/columns(_:spacing:)``, two columns apart. Texts that are too
  /// wide end in `…`. A `›` at the right indicates hidden columns, and arrows indicate more rows above or below. The
  /// selected row begins with `>`. An area of one row has no titles.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the table has the focus. If so, the colors of the selected row are reversed.
  ///   - style: The style of the rows. The titles are bold.
  /// - Complexity: O(*n*) in the number of cells of the area, of zero-width scalars in them, and of columns without a
  ///   length.
  public mutating func draw(
    _ table: Table,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    let body = table.body(in: area)
    let window = table.window(room: body.rows)
    let width = window.isOverfull ? area.columns - 1 : area.columns
    let places = table.places(on: area.line(0, columns: width), shown: window.shown)
    if body.row > area.row {
      var bold = style
      bold.bold = true
      put(table.columns.map(\.title), of: table, at: places, in: area.line(0), style: bold)
    }
    for (row, index) in window.shown.enumerated() {
      let isSelected = index == window.selection
      let look = isSelected ? style.selected(isFocused: isFocused) : style
      let line = body.line(row, columns: width)
      put(table.rows[index], of: table, at: places, in: line, style: look)
      put(isSelected ? ">" : "", in: line, style: look)
    }
    putMarks(of: window, in: body, style: style)
  }

  private mutating func put(
    _ texts: [String],
    of table: Table,
    at places: [Area],
    in line: Area,
    style: Style
  ) {
    fill(line, style: style)
    for ((text, column), place) in zip(zip(texts, table.columns), places) {
      let cell = Area(row: line.row, column: place.column, rows: line.rows, columns: place.columns)
      put(text, in: cell, alignment: column.alignment, style: style)
    }
    // Drawn after the texts, which may overlap if space is short.
    let hidden = zip(texts, places).contains { !$0.isEmpty && $1.columns == 0 }
    if hidden { put("›", in: line, alignment: .trailing, style: style) }
  }
}
