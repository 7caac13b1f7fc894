// SPDX-License-Identifier: MIT

extension Screen {
  /// Draws text from a place to the right.
  ///
  /// A line break continues in the next row, below the first character. Control characters show as
  /// a replacement character, so no text can command the terminal; a tab shows as a space.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - row: The row of the first line; it may lie outside.
  ///   - column: The column of the first character; it may lie outside, so that the rest shows.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of characters.
  public mutating func put(
    _ text: some StringProtocol,
    row: Int,
    column: Int,
    style: Style = .plain
  ) {
    var text = String(text)
    text.withUTF8 { put(utf8: $0, row: row, column: column, style: PackedStyle(style)) }
  }

  private mutating func put(
    utf8 text: UnsafeBufferPointer<UInt8>,
    row: Int,
    column: Int,
    style: PackedStyle
  ) {
    // No text is long enough to come back from farther outside, or to overflow from there.
    let column = min(max(-1 << 60, column), 1 << 60)
    var (row, next, index) = (row, column, 0)
    while index < text.count && row < size.rows {
      let start = index
      while index < text.count && text.isCharacter(at: index) { index += 1 }
      if index > start {
        put(bytes: text[start..<index], row: row, column: next, style: style)
        next += index - start
        continue
      }
      index = text.endOfCharacters(from: start)
      for character in String(decoding: text[start..<index], as: UTF8.self) {
        if character.unicodeScalars.first?.isNewline == true {
          row += 1
          next = column
          guard row < size.rows else { return }
        } else if next < size.columns, let glyph = glyph(of: character) {
          put(glyph, row: row, column: next, style: style)
          next += glyph.columns
        }
      }
    }
  }

  /// Draws each line of a text in the middle of an area's width, or of the screen's.
  ///
  /// Where there is no exact middle it lies nearer to the left. A line that is wider than the area
  /// starts at its left edge and is cut at its right edge.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - row: The row of the first line, counted from the top of the screen.
  ///   - area: The columns to centre in; nil is the whole width.
  ///   - style: The style of the text.
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
  /// A wide character is repeated as often as it fits; an odd column at the right is a space. A cursor in
  /// the area is hidden, as it belongs to the earlier contents.
  ///
  /// - Complexity: O(*n*) in the number of cells of the area that are on the screen.
  public mutating func fill(_ area: Area, with character: Character = " ", style: Style = .plain) {
    let (rows, columns) = clip(area)
    if let cursor, rows.contains(cursor.row), columns.contains(cursor.column) { self.cursor = nil }
    let glyph = glyph(of: character) ?? .space
    let style = PackedStyle(style)
    for row in rows {
      var column = columns.lowerBound
      if glyph.columns == 1 {
        fill(columns, ofRow: row, with: glyph, style: style)
        continue
      }
      while column + glyph.columns <= columns.upperBound {
        put(glyph, row: row, column: column, style: style)
        column += glyph.columns
      }
      fill(column..<columns.upperBound, ofRow: row, style: style)
    }
  }

  /// Changes the style of every cell in an area and leaves the characters.
  ///
  /// ```swift
  /// screen.restyle(screen.area) { $0.dim = true }  // What lies behind a dialog.
  /// ```
  ///
  /// A wide character on the edge of the area is changed if its first column is inside.
  ///
  /// - Complexity: O(*n*) in the number of cells of the area that are on the screen.
  public mutating func restyle(_ area: Area, _ change: (inout Style) -> Void) {
    let (rows, columns) = clip(area)
    for row in rows {
      for column in columns {
        let index = row * size.columns + column
        let cell = cells[index]
        guard cell.glyph.isContinuation == false else { continue }
        var style = Style(cell.packedStyle)
        change(&style)
        let packed = PackedStyle(style)
        for place in index..<(index + cell.glyph.columns) {
          cells[place] = cells[place].styled(packed)
        }
      }
    }
  }
}

// MARK: Cells

extension Screen {
  /// Returns the drawing of a character that is not a line break; nil when there is nothing to see of it.
  private mutating func glyph(of character: Character) -> Glyph? {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return nil }
    if first.isControl {
      return first == "\t" ? .space : Glyph("\u{FFFD}", columns: 1, isCertain: true)
    }
    guard scalars.next() != nil else {
      let (columns, isCertain) = first.width
      return columns == 0 ? nil : Glyph(first, columns: columns, isCertain: isCertain)
    }
    let drawn = character.bounded
    let columns = CharacterWidth(of: drawn.unicodeScalars).columns
    guard columns > 0 else { return nil }
    if clusters.isFull { clusters.compact(&cells) }
    return Glyph(cluster: clusters.append(drawn.utf8), columns: columns)
  }

  /// Draws one character whose first column may lie outside.
  private mutating func put(_ glyph: Glyph, row: Int, column: Int, style: PackedStyle) {
    guard row >= 0 && row < size.rows else { return }
    let end = column + glyph.columns
    guard column >= 0 && end <= size.columns else {
      fill((column..<end).clamped(to: 0..<size.columns), ofRow: row, style: style)
      return
    }
    breakCharacters(at: column..<end, ofRow: row)
    let index = row * size.columns + column
    cells[index] = PackedCell(glyph, style)
    for distance in 1..<max(1, glyph.columns) {
      cells[index + distance] = PackedCell(Glyph(distanceToFirst: distance), style)
    }
  }

  /// Draws printable bytes, each of which is a character.
  private mutating func put(
    bytes: Slice<UnsafeBufferPointer<UInt8>>,
    row: Int,
    column: Int,
    style: PackedStyle
  ) {
    guard row >= 0 && row < size.rows else { return }
    let shown = (column..<(column + bytes.count)).clamped(to: 0..<size.columns)
    guard shown.isEmpty == false else { return }
    breakCharacters(at: shown, ofRow: row)
    let first = bytes.startIndex + shown.lowerBound - column
    let index = row * size.columns + shown.lowerBound
    cells.withUnsafeMutableBufferPointer { cells in
      for offset in 0..<shown.count {
        cells[index + offset] = PackedCell(Glyph(byte: bytes[first + offset]), style)
      }
    }
  }

  /// Repeats a character of one column.
  private mutating func fill(
    _ columns: Range<Int>,
    ofRow row: Int,
    with glyph: Glyph = .space,
    style: PackedStyle
  ) {
    guard columns.isEmpty == false else { return }
    breakCharacters(at: columns, ofRow: row)
    let index = row * size.columns + columns.lowerBound
    cells.withUnsafeMutableBufferPointer { cells in
      cells[index..<(index + columns.count)].update(repeating: PackedCell(glyph, style))
    }
  }

  /// Leaves spaces where a wide character loses some of its cells to a later drawing.
  private mutating func breakCharacters(at columns: Range<Int>, ofRow row: Int) {
    let start = row * size.columns
    let first = start + columns.lowerBound
    for index in (first - cells[first].glyph.distanceToFirst)..<first {
      cells[index] = PackedCell(.space, cells[index].packedStyle)
    }
    var index = start + columns.upperBound
    while index < start + size.columns && cells[index].glyph.isContinuation {
      cells[index] = PackedCell(.space, cells[index].packedStyle)
      index += 1
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a byte is printable ASCII and a character, as no combining mark can follow.
  fileprivate func isCharacter(at index: Int) -> Bool {
    self[index] >= 0x20 && self[index] <= 0x7E
      && (index + 1 == count || self[index + 1] < 0x80)
  }

  /// Returns the end of the characters from a place on: between two bytes of ASCII, or at the end.
  fileprivate func endOfCharacters(from start: Int) -> Int {
    var end = start + 1
    while end < count {
      let isLineBreak = self[end - 1] == 0x0D && self[end] == 0x0A
      if self[end - 1] < 0x80 && self[end] < 0x80 && isLineBreak == false { return end }
      end += 1
    }
    return count
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
