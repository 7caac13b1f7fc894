// SPDX-License-Identifier: MIT

package import TerminalSupport

extension Screen {
  /// Draws a dialog in the middle of an area: a title, some lines, and what can be chosen.
  package mutating func dialog(
    _ title: String,
    _ lines: [String],
    choices: [String],
    in frame: Area
  ) {
    let area = frame.centered(rows: lines.count + choices.count + 5, columns: 46)
    box(area, title: title, border: .double, style: Style(.magenta, bold: true))
    for (index, line) in lines.enumerated() {
      putCentered(line, row: area.row + 2 + index, in: area.inset())
    }
    for (index, choice) in choices.enumerated() {
      putCentered(
        choice,
        row: area.row + 3 + lines.count + index,
        in: area.inset(),
        style: Style(bold: true)
      )
    }
  }

  /// The picture of a spinner in one of its phases.
  package static func spinner(phase: Int) -> Character {
    let characters: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    return characters[phase % characters.count]
  }
}
