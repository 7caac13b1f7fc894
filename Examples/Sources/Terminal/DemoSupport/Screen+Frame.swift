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

  /// Draws what can be chosen at the bottom of an area, and how to quit below.
  ///
  /// - Parameters:
  ///   - choices: What can be chosen, in as many lines as that takes.
  ///   - quit: How the demo is left.
  ///   - area: Where.
  /// - Returns: The part of the area that is left above.
  @discardableResult
  package mutating func footer(
    _ choices: [String],
    quit: String = "[q] Quit the demo",
    in area: Area
  ) -> Area {
    let lines = choices.packed(columns: area.columns)
    let last = area.row + area.rows - 1
    let first = last - lines.count
    for (index, line) in lines.enumerated() {
      putCentered(line, row: first + index, in: area, style: Style(bold: true))
    }
    putCentered(quit, row: last, in: area, style: Style(dim: true))
    return Area(
      row: area.row,
      column: area.column,
      rows: area.rows - 1 - lines.count,
      columns: area.columns
    )
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
