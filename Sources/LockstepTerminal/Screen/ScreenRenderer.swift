// SPDX-License-Identifier: MIT

/// Turns screens into the escape sequences that show them.
///
/// Terminals disagree about the width of some characters: vowel signs, joined emoji, flags. What is drawn
/// beside one is always where it belongs: the cells of such a character are cleared before it is drawn, the
/// cursor is set anew behind it, and what it may have covered is drawn again.
///
/// Source: ECMA-48, <https://ecma-international.org/publications-and-standards/standards/ecma-48/>.
public enum ScreenRenderer {
  /// Returns the text to write to a terminal so that it shows a screen.
  ///
  /// Only the cells that changed are drawn, in one text that is meant to be written at once, so
  /// nothing flickers; two equal screens give an empty text. With no screen before, or one of
  /// another size, the cursor is hidden and everything is drawn. In the end the cursor is where the screen
  /// has it, or hidden.
  ///
  /// - Parameters:
  ///   - previous: The screen that the terminal shows now, or nil if that is not known.
  ///   - next: The screen to show.
  ///   - colors: The available colors; the other attributes are always used.
  /// - Returns: Text with escape sequences, which leaves the style plain.
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
          /// The cells before may be covered by a character that takes more columns on the terminal.
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

  /// Draws a character about whose width terminals disagree, and returns the column behind what it may cover.
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
    // A terminal may join it to the text just before it, unless it begins with a plain letter.
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
