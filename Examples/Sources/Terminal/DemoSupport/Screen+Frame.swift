// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Screen {
  /// A box of at most 80 columns and 24 rows in the middle of an empty screen.
  ///
  /// - Parameters:
  ///   - title: What stands in the box's upper edge.
  ///   - size: The size of the screen.
  /// - Returns: The screen, the box, and the part of it that is for the demo.
  package static func framed(
    _ title: String,
    size: Size
  ) -> (screen: Screen, frame: Area, content: Area) {
    var screen = Screen(size: size)
    let frame = screen.area.centered(rows: min(size.rows, 24), columns: min(size.columns, 80))
    screen.box(frame, title: title, border: .rounded, style: Style(.blue))
    return (screen, frame, frame.inset(rows: 1, columns: min(3, max(1, size.columns / 13))))
  }

  /// Draws what can be chosen at the bottom of an area, how to quit below, and the rest above.
  ///
  /// What does not fit above ends with a mark.
  ///
  /// - Parameters:
  ///   - choices: What can be chosen, in as many lines as that takes.
  ///   - quit: How the demo is left.
  ///   - area: Where.
  ///   - draw: Draws the rest in the part of the area that is left.
  package mutating func footer(
    _ choices: [String],
    quit: String = "[q] Quit the demo",
    in area: Area,
    content draw: (_ main: Area, _ screen: inout Screen) -> Void
  ) {
    let lines = choices.packed(columns: area.columns)
    let last = area.row + area.rows - 1
    let first = last - lines.count
    let main = Area(
      row: area.row,
      column: area.column,
      rows: max(0, area.rows - 1 - lines.count),
      columns: area.columns
    )
    let empty = self
    draw(main, &self)
    if restore(from: empty, below: main), main.rows > 0 {
      let row = main.row + main.rows - 1
      fill(Area(row: row, column: main.column, rows: 1, columns: main.columns))
      putCentered("…", row: row, in: main, style: Style(dim: true))
    }
    for (index, line) in lines.enumerated() {
      putCentered(line, row: first + index, in: area, style: Style(bold: true))
    }
    putCentered(quit, row: last, in: area, style: Style(dim: true))
  }

  /// Takes back what has been drawn below an area; returns whether there was something.
  private mutating func restore(from other: Screen, below area: Area) -> Bool {
    var isCut = false
    for row in max(0, area.row + area.rows)..<max(0, size.rows, area.row + area.rows) {
      for column in 0..<size.columns {
        guard let cell = other[row: row, column: column], self[row: row, column: column] != cell
        else { continue }
        isCut = true
        put(cell.character.map(String.init) ?? "", row: row, column: column, style: cell.style)
      }
    }
    return isCut
  }
}

extension [String] {
  /// The texts in lines, as many in each as it has room for; at least one line.
  fileprivate func packed(columns: Int) -> [String] {
    var lines = [""]
    for text in flatMap({ $0.wrapped(columns: columns) }) {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = text
      } else if line.terminalColumns + 3 + text.terminalColumns <= columns {
        lines[lines.count - 1] = line + "   " + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
