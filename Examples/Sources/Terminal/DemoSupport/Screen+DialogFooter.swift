// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Screen {
  /// Draws a help line at the bottom of an area, below a dialog if there is one, which it leaves all rows but one
  /// where there is little room.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The content of the screen.
  ///   - needed: The number of rows that are needed above it if there is no dialog.
  ///   - hasDialog: Whether there is a dialog.
  /// - Returns: The part of the area above it, and the area for a dialog.
  package mutating func footer(
    _ help: HelpLine,
    in area: Area,
    below needed: Int,
    hasDialog: Bool
  ) -> (main: Area, dialog: Area) {
    guard hasDialog && area.rows < 14 else {
      return (footer(help, in: area, below: needed), self.area)
    }
    let parts = area.rows([.flexible(), .fixed(1)])
    draw(help, in: parts[1], alignment: .center, style: Style(bold: true))
    return (parts[0], self.area.rows([.flexible(), .fixed(1)])[0])
  }
}
