// SPDX-License-Identifier: MIT

extension Screen {
  /// Draws text, starting at a position.
  ///
  /// After a line break, the text continues in the next row, below the first character. A control character appears as
  /// a replacement character, so that text cannot send commands to the terminal. A tab appears as a space.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - row: The row of the first line, which may be off the screen.
  ///   - column: The column of the first character, which may be off the screen.
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
    // No text is long enough to reach the screen from beyond this bound, or to overflow from it.
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

  /// Draws each line of a text centered in an area, or in the whole screen.
  ///
  /// If there is no exact center, the line is one column closer to the left. A line that is too wide is clipped at the
  /// right.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - row: The row of the first line, counted from the top of the screen.
  ///   - area: The columns to center in, or `nil` for the whole width.
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

  /// Fills an area with a character.
  ///
  /// A wide character is repeated as often as it fits, and a remaining column is filled with a space. A cursor in the
  /// area belongs to the earlier contents, so it is hidden.
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

  /// Changes the style of every cell in an area and keeps the characters.
  ///
  /// ```swift
  /// screen.restyle(screen.area) { $0.dim = true }  // What lies behind a dialog.
  /// ```
  ///
  /// A wide character on the edge of the area changes if its first column is inside the area.
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

  /// Replaces the remaining cells of each wide character that `columns` cuts with spaces.
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
  /// Whether a byte is a complete character: it is printable ASCII, and no combining mark can follow.
  fileprivate func isCharacter(at index: Int) -> Bool {
    self[index] >= 0x20 && self[index] <= 0x7E
      && (index + 1 == count || self[index + 1] < 0x80)
  }

  /// Returns the next boundary between two ASCII bytes other than CR LF, or the end; no character extends across it.
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
  func prefix(columns: Int) -> SubSequence {
    var used = 0
    return prefix { character in
      used += character.terminalColumns
      return used <= columns
    }
  }
}
