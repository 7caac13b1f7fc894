// SPDX-License-Identifier: MIT

extension Screen {
  /// The line style of a box.
  public enum Border: CaseIterable, Hashable, Sendable {
    /// Thin lines with square corners: `┌─┐`.
    case single
    /// Thin lines with round corners: `╭─╮`.
    case rounded
    /// Double lines: `╔═╗`.
    case double
    /// ASCII characters, for terminals and fonts without line-drawing characters: `+-+`.
    case ascii

    /// Top left, top right, bottom left, bottom right, horizontal, vertical.
    fileprivate var characters: [Character] {
      switch self {
      case .single: ["┌", "┐", "└", "┘", "─", "│"]
      case .rounded: ["╭", "╮", "╰", "╯", "─", "│"]
      case .double: ["╔", "╗", "╚", "╝", "═", "║"]
      case .ascii: ["+", "+", "+", "+", "-", "|"]
      }
    }
  }

  /// Draws a box along the edge of an area and clears its interior.
  ///
  /// The box needs at least two rows and two columns. In a smaller area, nothing is drawn.
  ///
  /// - Parameters:
  ///   - area: The area of the box, including its border.
  ///   - title: A title for the top border. A title that does not fit ends in `…`.
  ///   - border: The line style.
  ///   - style: The style of the border and the title.
  /// - Complexity: O(*n*) in the number of cells of the area that are on the screen.
  public mutating func box(
    _ area: Area,
    title: String = "",
    border: Border = .single,
    style: Style = .plain
  ) {
    guard area.rows >= 2 && area.columns >= 2 else { return }
    let lines = border.characters
    let bottom = area.row + area.rows - 1
    let right = area.column + area.columns - 1
    let inner = area.inset()

    fill(inner)
    for (row, left, end) in [(area.row, lines[0], lines[1]), (bottom, lines[2], lines[3])] {
      let edge = Area(row: row, column: inner.column, rows: 1, columns: inner.columns)
      fill(edge, with: lines[4], style: style)
      put(String(left), row: row, column: area.column, style: style)
      put(String(end), row: row, column: right, style: style)
    }
    for column in [area.column, right] {
      let edge = Area(row: inner.row, column: column, rows: inner.rows, columns: 1)
      fill(edge, with: lines[5], style: style)
    }

    let shown = title.truncated(columns: inner.columns - 4)
    if !shown.isEmpty {
      put(" \(shown) ", row: area.row, column: inner.column + 1, style: style)
    }
  }
}
