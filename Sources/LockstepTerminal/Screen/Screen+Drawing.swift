// SPDX-License-Identifier: MIT

extension Screen {
  /// Draws text from a place to the right.
  ///
  /// A line break continues in the next row, below the first character. Control characters show as
  /// a replacement character, so no text can command the terminal; a tab shows as a space.
  ///
  /// - Parameters:
  ///   - text: What to draw.
  ///   - row: The row of the first line; it may lie outside.
  ///   - column: The column of the first character; it may lie outside, so that the rest shows.
  ///   - style: How the text looks.
  /// - Complexity: O(*n*) in the number of characters.
  public mutating func put(
    _ text: some StringProtocol,
    row: Int,
    column: Int,
    style: Style = .plain
  ) {
    put(text: Substring(text), row: row, column: column, style: style)
  }

  private mutating func put(text: Substring, row: Int, column: Int, style: Style) {
    var row = row
    var next = column
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      // Each byte is a character, and takes a column.
      for byte in text.utf8 where next < size.columns {
        put(Character(Unicode.Scalar(byte)), columns: 1, row: row, column: next, style: style)
        next += 1
      }
      return
    }
    for character in text {
      guard row < size.rows else { return }
      if character.isNewline {
        row += 1
        next = column
      } else if next < size.columns, let character = character.drawable {
        let columns = character.terminalColumns
        put(character, columns: columns, row: row, column: next, style: style)
        next += columns
      }
    }
  }

  /// Draws each line of a text in the middle of an area's width, or of the screen's.
  ///
  /// Where there is no exact middle it lies nearer to the left. A line that is wider than the area
  /// starts at its left edge and is cut at its right edge.
  ///
  /// - Parameters:
  ///   - text: What to draw.
  ///   - row: The row of the first line, counted from the top of the screen.
  ///   - area: The columns to centre in; nil is the whole width.
  ///   - style: How the text looks.
  /// - Complexity: O(*n*) in the number of characters.
  public mutating func putCentered(
    _ text: some StringProtocol,
    row: Int,
    in area: Area? = nil,
    style: Style = .plain
  ) {
    let area = area ?? self.area
    var row = row
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard row < size.rows else { return }
      let line = line.prefix(columns: area.columns)
      let margin = (area.columns - line.terminalColumns) / 2
      put(line, row: row, column: area.column + margin, style: style)
      row += 1
    }
  }

  /// Fills an area with a character, or with spaces.
  ///
  /// A wide character is repeated as often as it fits; an odd column at the right is a space.
  ///
  /// - Complexity: O(*n*) in the number of cells of the area that are on the screen.
  public mutating func fill(_ area: Area, with character: Character = " ", style: Style = .plain) {
    let (rows, columns) = clip(area)
    let drawn = character.drawable ?? " "
    let width = drawn.terminalColumns
    for row in rows {
      for column in stride(from: columns.lowerBound, to: columns.upperBound, by: width) {
        if column + width <= columns.upperBound {
          put(drawn, columns: width, row: row, column: column, style: style)
        } else {
          put(" ", columns: 1, row: row, column: column, style: style)
        }
      }
    }
  }

  /// Changes the style of every cell in an area and leaves the characters.
  ///
  /// ```swift
  /// screen.restyle(screen.area) { $0.dim = true }  // What lies behind a dialog.
  /// ```
  ///
  /// A wide character on the edge of the area is changed if its left half is inside.
  ///
  /// - Complexity: O(*n*) in the number of cells of the area that are on the screen.
  public mutating func restyle(_ area: Area, _ change: (inout Style) -> Void) {
    let (rows, columns) = clip(area)
    for row in rows {
      for column in columns {
        let index = row * size.columns + column
        guard let character = cells[index].character else { continue }
        var style = cells[index].style
        change(&style)
        cells[index] = Cell(character, style)
        if column + 1 < size.columns, cells[index + 1].character == nil {
          cells[index + 1] = Cell(nil, style)
        }
      }
    }
  }

  /// Draws one character whose first column may lie outside.
  private mutating func put(
    _ character: Character,
    columns: Int,
    row: Int,
    column: Int,
    style: Style
  ) {
    if columns == 2 && (!contains(row, column) || !contains(row, column + 1)) {
      put(" ", columns: 1, row: row, column: column, style: style)
      put(" ", columns: 1, row: row, column: column + 1, style: style)
      return
    }
    guard contains(row, column) else { return }
    let index = row * size.columns + column
    let end = index + columns
    // A wide character that loses one half leaves a space in the other.
    if cells[index].character == nil {
      cells[index - 1] = Cell(" ", cells[index - 1].style)
    }
    if column + columns < size.columns, cells[end].character == nil {
      cells[end] = Cell(" ", cells[end].style)
    }
    cells[index] = Cell(character, style)
    if columns == 2 {
      cells[index + 1] = Cell(nil, style)
    }
  }
}

extension StringProtocol {
  /// The longest beginning that fits in a number of columns.
  func prefix(columns: Int) -> SubSequence {
    var used = 0
    return prefix { character in
      used += character.terminalColumns
      return used <= columns
    }
  }
}
