// SPDX-License-Identifier: MIT

package import TerminalSupport

extension Screen {
  /// Draws a dialog in the middle of an area: a title, some texts, and what can be chosen.
  ///
  /// Each text begins in a line of its own, and goes on in the next where it does not fit.
  package mutating func dialog(
    _ title: String,
    _ texts: [String],
    choices: [String],
    in frame: Area
  ) {
    let columns = min(46, frame.columns - 4)
    let lines = texts.flatMap { $0.wrapped(columns: columns - 6) }
    let area = frame.centered(rows: lines.count + choices.count + 5, columns: columns)
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

  /// Draws a text in the middle of an area's width, in as many lines as it needs.
  package mutating func putWrapped(
    _ text: String,
    row: Int,
    in area: Area,
    style: Style = .plain
  ) {
    let lines = text.wrapped(columns: area.columns)
    putCentered(lines.joined(separator: "\n"), row: row, in: area, style: style)
  }

  /// The picture of a spinner in one of its phases.
  package static func spinner(phase: Int) -> Character {
    let characters: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    return characters[phase % characters.count]
  }
}
