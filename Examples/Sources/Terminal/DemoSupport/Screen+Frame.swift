// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Screen {
  /// Returns an empty screen with a title: in a box, or in a line if the screen is small.
  ///
  /// - Returns: The screen, its whole area, and the area for the demo's content.
  package static func framed(
    _ title: String,
    size: Size
  ) -> (screen: Screen, frame: Area, content: Area) {
    var screen = Screen(size: size)
    let style = Style(.blue)
    if size.hasBox {
      screen.box(screen.area, title: title, border: .rounded, style: style)
    } else {
      let line = screen.area.rows([.fixed(1), .flexible()])[0]
      screen.fill(line, with: "─", style: style)
      let heading = " \(title.truncated(columns: max(0, size.columns - 6))) "
      screen.put(heading, in: line.inset(rows: 0, columns: 2), style: style)
    }
    return (screen, screen.area, content(size: size))
  }

  /// Returns the area for the demo's content.
  package static func content(size: Size) -> Area {
    let area = Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
    return size.hasBox
      ? area.inset(rows: 1, columns: 3) : area.rows([.fixed(1), .flexible()])[1]
  }

  /// Draws a help line at the bottom of an area.
  ///
  /// The help line uses at most a third of the rows, or more if the content does not need them.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The area to draw in.
  ///   - needed: The number of rows that the content above needs; by default, all rows.
  /// - Returns: The area above the help line.
  package mutating func footer(_ help: HelpLine, in area: Area, below needed: Int? = nil) -> Area {
    let room = max(1, area.rows / 3, area.rows - (needed ?? area.rows))
    let rows = help.lines(columns: area.columns, rows: room).count
    let gap = area.rows >= 16 ? 1 : 0
    let parts = area.rows([.flexible(), .fixed(gap), .fixed(rows)])
    draw(help, in: parts[2], alignment: .center, style: Style(bold: true))
    return parts[0]
  }
}

extension Screen.Size {
  fileprivate var hasBox: Bool { rows >= 16 && columns >= 50 }
}
