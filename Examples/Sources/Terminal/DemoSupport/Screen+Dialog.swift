// SPDX-License-Identifier: MIT

package import Lockstep
package import LockstepTerminal

extension Screen {
  /// Draws an alert in the middle of an area, or a confirmation dialog at the bottom of it.
  ///
  /// - Parameters:
  ///   - alert: What it says.
  ///   - choices: The texts of its choices.
  ///   - frame: The area.
  package mutating func dialog(
    _ alert: AlertState<some Any>,
    choices: [String],
    in frame: Area
  ) {
    let texts = [alert.message].compactMap { $0?.string }
    let isAtBottom = alert.style == .confirmationDialog
    dialog(alert.title.string, texts, choices: choices, isAtBottom: isAtBottom, in: frame)
  }

  /// Draws a dialog in the middle of an area: a title, some texts, and what can be chosen.
  ///
  /// Each text begins in a line of its own, and goes on in the next where it does not fit. So do the
  /// choices, if there is room; otherwise several share a line. Where there is no room for all of it, the
  /// last line above the choices says so.
  package mutating func dialog(
    _ title: String,
    _ texts: [String],
    choices: [String],
    isAtBottom: Bool = false,
    in frame: Area
  ) {
    let columns = min(46, frame.columns - 4)
    var lines = texts.flatMap { $0.wrapped(columns: columns - 6) }
    var choices = choices.flatMap { $0.wrapped(columns: columns - 4) }
    if lines.count + choices.count + 5 > frame.rows {
      choices = choices.joined(columns: columns - 6)
    }
    // What has room in the box, if that takes all rows.
    let room = max(0, frame.rows - 2)
    if lines.count + choices.count > room {
      choices = Array(choices.prefix(max(0, room - 1)))
      let shown = lines.prefix(max(0, room - 1 - choices.count))
      lines = shown + ["… make the window larger"]
    }
    let spare = max(0, room - lines.count - choices.count)
    let gap = min(1, spare)
    let margin = spare >= 3 ? 1 : 0
    let rows = lines.count + gap + choices.count + 2 * margin + 2
    let place =
      isAtBottom
      ? Area(
        row: max(frame.row, frame.row + frame.rows - rows - 1),
        column: frame.column,
        rows: rows,
        columns: frame.columns
      )
      : frame
    let area = place.centered(rows: rows, columns: columns)
    box(area, title: title, border: .double, style: Style(.magenta, bold: true))
    for (index, line) in lines.enumerated() {
      putCentered(line, row: area.row + 1 + margin + index, in: area.inset())
    }
    for (index, choice) in choices.enumerated() {
      putCentered(
        choice,
        row: area.row + 1 + margin + lines.count + gap + index,
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

extension [String] {
  /// The texts beside each other, in as few lines as they need.
  fileprivate func joined(columns: Int) -> [String] {
    reduce(into: []) { lines, text in
      let line = lines.last.map { "\($0)   \(text)" }
      if let line, line.count <= columns {
        lines[lines.count - 1] = line
      } else {
        lines.append(text)
      }
    }
  }
}
