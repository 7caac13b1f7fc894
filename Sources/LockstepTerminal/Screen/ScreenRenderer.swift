// SPDX-License-Identifier: MIT

/// Renders screens as escape sequences.
///
/// Terminals disagree about the width of some characters, such as vowel signs, joined emoji and flags. Cells next to
/// such a character are always correct: the renderer clears the character's cells before drawing, repositions the
/// cursor after it, and redraws the cells that it may have covered.
///
/// Source: ECMA-48, <https://ecma-international.org/publications-and-standards/standards/ecma-48/>.
public enum ScreenRenderer {
  /// Returns the text that updates a terminal to show a screen.
  ///
  /// The text draws only cells that changed and is empty for equal screens. Write it at once to avoid flicker. If the
  /// previous screen is `nil` or differs in size, the text hides the cursor and draws the whole screen. At the end, the
  /// cursor is at the screen's cursor position, or hidden.
  ///
  /// - Parameters:
  ///   - previous: The screen that the terminal shows now, or `nil` if it is unknown.
  ///   - next: The screen to show.
  ///   - colors: The supported colors. Other attributes are always used.
  /// - Returns: Text with escape sequences that resets the style at its end.
  /// - Complexity: O(*n*) in the number of cells.
  public static func render(from previous: Screen?, to next: Screen, colors: ColorDepth) -> String {
    var frame = FrameText(colors: colors)
    let shown: Screen
    if let previous, previous.size == next.size {
      shown = previous
    } else {
      shown = Screen(size: next.size)
      frame.clear()
    }
    frame.draw(next, over: shown)
    frame.finish(cursor: next.shownCursor, before: shown.shownCursor)
    return String(decoding: frame.bytes, as: UTF8.self)
  }
}

extension FrameText {
  fileprivate mutating func draw(_ next: Screen, over shown: Screen) {
    let columns = next.size.columns
    shown.cells.withUnsafeBufferPointer { oldCells in
      next.cells.withUnsafeBufferPointer { newCells in
        for row in 0..<next.size.rows {
          /// The end of the columns that a character of uncertain width may have covered.
          var uncovered = 0
          for column in 0..<columns {
            let index = row * columns + column
            let (old, new) = (oldCells[index], newCells[index])
            let isSame = old == new && new.glyph.isCluster == false
            if isSame && column >= uncovered || new.glyph.isContinuation { continue }
            let hasSameText =
              old.glyph.hasSameBits(as: new.glyph) && new.glyph.isCluster == false
              || shown.showsSameCluster(old, as: new, of: next)
            let isShown = hasSameText && stepped(old.packedStyle) == stepped(new.packedStyle)
            if isShown && column >= uncovered { continue }
            if new.glyph.isCertain {
              draw(new, row: row, column: column)
            } else {
              let end = drawUncertain(new, of: next, row: row, column: column)
              uncovered = max(uncovered, end)
            }
          }
        }
      }
    }
  }

  /// Draws a character of uncertain width, and returns the column after the cells that it may cover.
  private mutating func drawUncertain(
    _ cell: Screen.PackedCell,
    of screen: Screen,
    row: Int,
    column: Int
  ) -> Int {
    var text = ""
    screen.append(cell.glyph, to: &text)
    let width = CharacterWidth(of: text.unicodeScalars)
    let end = column + max(width.columns, width.most)

    let style = stepped(cell.packedStyle)
    // A terminal may join the character to the preceding text, unless it starts with a plain letter.
    let mayJoin = text.unicodeScalars.first.map { $0.value >= 0x300 } == true
    if mayJoin { forgetColumn() }
    move(row: row, column: column)
    set(style)
    if width.columns > 1 {
      write(repeating: 0x20, count: width.columns)
      forgetColumn()
      move(row: row, column: column)
    }
    let mayWrap = end > screen.size.columns
    if mayWrap { write("\u{1B}[?7l") }
    write(text)
    if mayWrap { write("\u{1B}[?7h") }
    forgetColumn()
    return end
  }
}
