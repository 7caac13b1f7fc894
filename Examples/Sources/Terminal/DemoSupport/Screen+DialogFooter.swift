// SPDX-License-Identifier: MIT

package import LockstepTerminal

extension Screen {
  /// Draws a help line at the bottom of an area, and returns the areas for the content and a dialog.
  ///
  /// On a small screen, the help line is limited to one row while a dialog is visible.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The content of the screen.
  ///   - needed: The number of rows that the content needs if no dialog is visible.
  ///   - hasDialog: Whether a dialog is visible.
  /// - Returns: The area above the help line, and the area for a dialog.
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
