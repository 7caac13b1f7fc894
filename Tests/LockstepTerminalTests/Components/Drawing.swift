// SPDX-License-Identifier: MIT

import LockstepTerminal

/// The text of a screen after a drawing on all of it.
func drawn(_ rows: Int, _ columns: Int, _ draw: (inout Screen, Screen.Area) -> Void) -> String {
  var screen = Screen(size: Screen.Size(rows: rows, columns: columns))
  draw(&screen, screen.area)
  return screen.plainText
}
