// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Screen {
  /// An empty screen with a title in its upper edge: a box around all of it, or only a line where there is little
  /// room.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - size: The size of the screen.
  /// - Returns: The screen, all of its area, and the part of it that is for the demo.
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

  /// The part of a screen of a size that is for the demo.
  package static func content(size: Size) -> Area {
    let area = Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
    return size.hasBox
      ? area.inset(rows: 1, columns: 3) : area.rows([.fixed(1), .flexible()])[1]
  }

  /// Draws a help line at the bottom of an area, in no more than a third of its rows, or in those that are free.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The area to draw in.
  ///   - needed: The number of rows that are needed above it; by default all that there are.
  /// - Returns: The part of the area above it.
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
  /// Whether there is room for a box around the content.
  fileprivate var hasBox: Bool { rows >= 16 && columns >= 50 }
}
