// SPDX-License-Identifier: MIT

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
  ///   - colour: Whether to use colours; bold, dim and inverse are used in any case.
  /// - Returns: Text with escape sequences, which leaves the style plain.
  /// - Complexity: O(*n*) in the number of cells.
  public static func render(from previous: Screen?, to next: Screen, colour: Bool) -> String {
    var frame = Frame(colour: colour)
    var shown = Screen(size: next.size)
    if let previous, previous.size == next.size {
      shown = previous
    } else {
      frame.output = "\u{1B}[?25l\u{1B}[0m\u{1B}[2J"
    }
    for row in 0..<next.size.rows {
      for (column, (old, new)) in zip(shown.row(row), next.row(row)).enumerated() {
        guard let character = new.character, frame.differs(old, new) else { continue }
        frame.draw(character, style: new.style, row: row, column: column)
      }
    }
    return frame.finish()
  }
}

/// The text of one frame while it grows, with the place and the look that the terminal then has.
private struct Frame {
  let colour: Bool
  var output = ""
  var style = Style.plain
  /// Where the cursor is for certain; nil after characters about whose width terminals disagree.
  var cursor: (row: Int, column: Int)?

  init(colour: Bool) {
    self.colour = colour
  }

  func differs(_ old: Screen.Cell, _ new: Screen.Cell) -> Bool {
    if colour { return old != new }
    return old.character != new.character
      || old.style.withoutColour() != new.style.withoutColour()
  }

  mutating func draw(_ character: Character, style newStyle: Style, row: Int, column: Int) {
    if cursor.map({ $0 != (row, column) }) ?? true {
      output += "\u{1B}[\(row + 1);\(column + 1)H"
    }
    let newStyle = colour ? newStyle : newStyle.withoutColour()
    if newStyle != style {
      output += newStyle.escapeSequence(colour: colour)
      style = newStyle
    }
    output.append(character)
    let isCertain = character.unicodeScalars.count == 1
    cursor = isCertain ? (row, column + character.terminalColumns) : nil
  }

  consuming func finish() -> String {
    style == .plain ? output : output + Style.plain.escapeSequence(colour: colour)
  }
}
