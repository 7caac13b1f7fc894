// SPDX-License-Identifier: MIT

internal import Foundation

/// Turns screens into the escape sequences that show them.
///
/// Source: ECMA-48, <https://ecma-international.org/publications-and-standards/standards/ecma-48/>.
public enum ScreenRenderer {
  /// Returns what to write to a terminal so that it shows a screen.
  ///
  /// Only the cells that changed are drawn, in one text that is meant to be written at once, so
  /// nothing flickers; two equal screens give an empty text. With no screen before, or one of
  /// another size, the cursor is hidden and everything is drawn.
  ///
  /// - Parameters:
  ///   - previous: What the terminal shows now, or nil if that is not known.
  ///   - next: What it is to show.
  ///   - colors: How many colors there are; the other attributes are used in any case.
  /// - Returns: Text with escape sequences, which leaves the style plain.
  /// - Complexity: O(*n*) in the number of cells.
  public static func render(from previous: Screen?, to next: Screen, colors: ColorDepth) -> String {
    var frame = Frame(colors: colors)
    let shown: Screen
    if let previous, previous.size == next.size {
      shown = previous
    } else {
      shown = Screen(size: next.size)
      frame.output = "\u{1B}[?25l\u{1B}[0m\u{1B}[2J"
    }
    for row in 0..<next.size.rows where shown.hasOtherBytes(than: next, inRow: row) {
      for (column, (old, new)) in zip(shown.row(row), next.row(row)).enumerated() {
        guard let character = new.character, frame.differs(old, new) else { continue }
        frame.draw(character, style: new.style, row: row, column: column)
      }
    }
    return frame.finish()
  }
}

extension Screen {
  /// Whether a row may differ from that of a screen of the same size: if not even its bytes do, it does not.
  fileprivate func hasOtherBytes(than other: Screen, inRow row: Int) -> Bool {
    let length = size.columns * MemoryLayout<Cell>.stride
    return cells.withUnsafeBytes { bytes in
      other.cells.withUnsafeBytes { otherBytes in
        guard let bytes = bytes.baseAddress, let otherBytes = otherBytes.baseAddress else {
          return false
        }
        return memcmp(bytes + row * length, otherBytes + row * length, length) != 0
      }
    }
  }
}

/// The text of one frame while it grows, with the place and the look that the terminal then has.
private struct Frame {
  let colors: ColorDepth
  var output = ""
  var style = Style.plain
  /// Where the cursor is for certain; nil after characters about whose width terminals disagree.
  var cursor: (row: Int, column: Int)?

  init(colors: ColorDepth) {
    self.colors = colors
  }

  func differs(_ old: Screen.Cell, _ new: Screen.Cell) -> Bool {
    guard old != new else { return false }
    return old.character != new.character
      || old.style.stepped(to: colors) != new.style.stepped(to: colors)
  }

  mutating func draw(_ character: Character, style newStyle: Style, row: Int, column: Int) {
    if cursor.map({ $0 != (row, column) }) ?? true {
      output += "\u{1B}[\(row + 1);\(column + 1)H"
    }
    let newStyle = newStyle.stepped(to: colors)
    if newStyle != style {
      output += newStyle.escapeSequence
      style = newStyle
    }
    output.append(character)
    let isCertain = character.unicodeScalars.count == 1
    cursor = isCertain ? (row, column + character.terminalColumns) : nil
  }

  consuming func finish() -> String {
    style == .plain ? output : output + Style.plain.escapeSequence
  }
}
