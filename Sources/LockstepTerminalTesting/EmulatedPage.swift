// SPDX-License-Identifier: MIT

internal import LockstepTerminal

struct EmulatedPage: Sendable {
  struct Cell: Sendable {
    var text: String
    var style = Style.plain
    var columns = 1
  }

  private(set) var rows: [[Cell]]
  private(set) var cursor = Screen.Place(row: 0, column: 0)
  private let size: Screen.Size
  /// Whether the last column is filled and the next character wraps.
  private var isFull = false
  /// The position of the last character; `nil` after the cursor moves.
  private var last: Screen.Place?

  init(size: Screen.Size, filling: String) {
    self.size = size
    rows = Array(
      repeating: Array(repeating: Cell(text: filling), count: size.columns),
      count: size.rows
    )
  }
}

// MARK: Moving

extension EmulatedPage {
  mutating func move(to place: Screen.Place) {
    cursor.row = min(max(0, place.row), max(0, size.rows - 1))
    cursor.column = min(max(0, place.column), max(0, size.columns - 1))
    isFull = false
    last = nil
  }

  mutating func move(to column: Int) {
    move(to: Screen.Place(row: cursor.row, column: column))
  }

  mutating func move(byRows rows: Int, columns: Int) {
    let bound = Screen.Size.limit
    let (rows, columns) = (min(max(-bound, rows), bound), min(max(-bound, columns), bound))
    move(to: Screen.Place(row: cursor.row + rows, column: cursor.column + columns))
  }

  mutating func feedLine(_ style: Style) {
    if cursor.row + 1 < size.rows {
      move(byRows: 1, columns: 0)
    } else if size.rows > 0 {
      rows.removeFirst()
      rows.append(Array(repeating: blank(style), count: size.columns))
      move(byRows: 0, columns: 0)
    }
  }
}

// MARK: Erasing

extension EmulatedPage {
  /// Erases from the cursor to the end (0), from the start to the cursor (1), or everything (2).
  mutating func erase(_ part: Int, _ style: Style) {
    let above = part == 0 ? cursor.row..<cursor.row : 0..<cursor.row
    let below =
      part == 1 ? cursor.row..<cursor.row : (cursor.row + 1)..<max(cursor.row + 1, size.rows)
    for row in Array(above) + Array(below) { erase(0..<size.columns, ofRow: row, style) }
    eraseLine(part, style)
  }

  mutating func eraseLine(_ part: Int, _ style: Style) {
    let start = part == 0 ? cursor.column : 0
    let end = part == 1 ? min(cursor.column + 1, size.columns) : size.columns
    erase(start..<max(start, end), ofRow: cursor.row, style)
  }

  mutating func erase(_ columns: Range<Int>, ofRow row: Int, _ style: Style) {
    guard rows.indices.contains(row), columns.isEmpty == false else { return }
    breakCharacters(at: columns, ofRow: row)
    for column in columns { rows[row][column] = blank(style) }
  }

  private func blank(_ style: Style) -> Cell {
    Cell(text: " ", style: Style(on: style.background))
  }

  private mutating func breakCharacters(at columns: Range<Int>, ofRow row: Int) {
    func isContinuation(_ column: Int) -> Bool {
      column < size.columns && rows[row][column].columns == 0
    }
    var first = columns.lowerBound
    while isContinuation(first) { first -= 1 }
    var end = columns.upperBound
    while isContinuation(end) { end += 1 }
    for column in first..<end where columns.contains(column) == false {
      rows[row][column] = Cell(text: " ", style: rows[row][column].style)
    }
  }
}

// MARK: Writing

extension EmulatedPage {
  mutating func put(
    _ scalar: Unicode.Scalar,
    _ style: Style,
    wraps: Bool,
    widths: TerminalEmulator.Widths
  ) {
    guard size.rows > 0 && size.columns > 0 else { return }
    let columns = scalar.isASCII ? 1 : String(scalar).terminalColumns
    if join(scalar, columns, widths) { return }
    if wraps && (isFull || cursor.column + columns > size.columns) {
      feedLine(style)
      move(to: 0)
    }
    guard cursor.column + columns <= size.columns else { return }
    last = cursor
    fill(columns, with: Cell(text: String(scalar), style: style, columns: columns))
  }

  /// Adds a scalar to the preceding character if it belongs to it, and returns whether it does.
  private mutating func join(
    _ scalar: Unicode.Scalar,
    _ columns: Int,
    _ widths: TerminalEmulator.Widths
  ) -> Bool {
    if columns > 0 && widths == .scalars { return false }
    var place = cursor
    if let last, widths == .graphemes {
      place = last
    } else {
      if columns > 0 { return false }
      place.column -= isFull ? 0 : 1
      while place.column > 0 && rows[place.row][place.column].columns == 0 { place.column -= 1 }
      guard place.column >= 0 else { return true }
    }
    var cell = rows[place.row][place.column]
    cell.text.unicodeScalars.append(scalar)
    guard columns == 0 || cell.text.count == 1 else { return false }
    let isWidened = widths == .graphemes && cell.columns == 1 && cell.text.isWideGrapheme
    if isWidened && place == last && place.column + 2 <= size.columns {
      cell.columns = 2
      move(to: place)
      last = place
      fill(2, with: cell)
    } else {
      rows[place.row][place.column] = cell
    }
    return true
  }

  private mutating func fill(_ columns: Int, with cell: Cell) {
    let range = cursor.column..<(cursor.column + columns)
    breakCharacters(at: range, ofRow: cursor.row)
    rows[cursor.row][cursor.column] = cell
    for column in range.dropFirst() {
      rows[cursor.row][column] = Cell(text: "", style: cell.style, columns: 0)
    }
    isFull = range.upperBound == size.columns
    cursor.column = min(range.upperBound, size.columns - 1)
  }
}

extension String {
  fileprivate var isWideGrapheme: Bool {
    let scalars = unicodeScalars
    let asksForEmoji = scalars.first?.properties.isEmoji == true && scalars.contains("\u{FE0F}")
    let flagLetters = scalars.filter { ("\u{1F1E6}"..."\u{1F1FF}").contains($0) }
    return asksForEmoji || flagLetters.count > 1
      || scalars.contains { String($0).terminalColumns == 2 }
  }
}

// MARK: Reading

extension EmulatedPage {
  /// The page as a screen, where adjacent cells become one character if a screen draws it in the same number of
  /// columns.
  var screen: Screen {
    var screen = Screen(size: size)
    for (row, cells) in rows.enumerated() {
      var column = 0
      while column < cells.count {
        let (text, columns) = character(in: cells, at: column)
        screen.put(text, row: row, column: column, style: cells[column].style)
        column += columns
      }
    }
    return screen
  }

  private func character(in cells: [Cell], at column: Int) -> (text: String, columns: Int) {
    var text = cells[column].text
    var end = column + max(1, cells[column].columns)
    // A clipped emoji does not join its neighbors.
    while end < cells.count, cells[end].columns > 0, cells[end].style == cells[column].style,
      (text + cells[end].text).count == 1,
      (text + cells[end].text).terminalColumns == end + cells[end].columns - column
    {
      text += cells[end].text
      end += cells[end].columns
    }
    return (
      text, max(end - column, min(text.terminalColumns, blankEnd(of: cells, from: end) - column))
    )
  }

  private func blankEnd(of cells: [Cell], from column: Int) -> Int {
    cells[column...].firstIndex { $0.text != " " } ?? cells.count
  }
}
