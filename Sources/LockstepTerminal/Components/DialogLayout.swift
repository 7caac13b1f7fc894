// SPDX-License-Identifier: MIT

internal import Lockstep

/// The layout of a dialog in an area of at least one cell, limited to the parts that fit.
struct DialogLayout {
  let isBoxed: Bool
  let title: String
  private(set) var lines: [String]
  private(set) var buttons: [String]
  let firstButton: Int
  let frame: Screen.Area
  let inside: Screen.Area
  let content: Screen.Area

  init(_ dialog: Dialog<some Any>, in area: Screen.Area) {
    isBoxed = area.rows >= 5 && area.columns >= 12
    let columns = isBoxed ? min(50, max(20, area.columns - 4), area.columns) : area.columns
    let margin = isBoxed ? 2 : 0
    let width = columns - 2 * margin
    let rows = isBoxed ? area.rows - 2 : area.rows

    // If the title is too long for the edge, it becomes the start of the text.
    let hasTitle = isBoxed && dialog.title.truncated(columns: width - 2) == dialog.title
    title = hasTitle ? dialog.title : ""
    let texts = [hasTitle ? "" : dialog.title, dialog.message]
    lines = texts.filter { !$0.isEmpty }.flatMap { $0.wrapped(columns: width) }

    // The other component has priority, so that typed text stays visible. The buttons follow, then the text.
    let contentRows = min(max(0, dialog.contentRows), rows)
    let labels = dialog.keys.map(\.text)
    buttons = labels
    if lines.count + contentRows + labels.count + 3 > rows {
      let help = HelpLine(labels)
      let most = rows - contentRows
      buttons = help.lines(columns: width, rows: most)
      // If some buttons do not fit anyway, the text keeps a row.
      if !lines.isEmpty && most > 1 && help.lines(columns: width, rows: most + 1).count > most {
        buttons = help.lines(columns: width, rows: most - 1)
      }
    }
    let room = rows - contentRows - buttons.count
    if lines.count > room && room == 0 {
      lines = []
      buttons = HelpLine(["…"] + labels).lines(columns: width, rows: buttons.count)
    } else if lines.count > room {
      let hidden = lines.count - room + 1
      lines = lines.prefix(room - 1) + ["… \(hidden) more lines: make the window larger"]
    }
    // If space permits, a free row separates the parts, and one each surrounds them at the top and at the bottom.
    var spare = rows - lines.count - contentRows - buttons.count
    let hasPadding = isBoxed && spare >= 3
    let gaps = [(lines.count, contentRows), (lines.count + contentRows, buttons.count)].map {
      above,
      below in
      guard above > 0 && below > 0 && spare > 0 else { return 0 }
      spare -= 1
      return 1
    }
    let padding = hasPadding && spare >= 2 ? 1 : 0
    let firstContent = lines.count + gaps[0]
    firstButton = firstContent + contentRows + gaps[1]

    let height = firstButton + buttons.count + 2 * padding + (isBoxed ? 2 : 0)
    let isAtBottom = dialog.style == .confirmationDialog
    let part = isAtBottom ? area.rows([.flexible(), .fixed(height)])[1] : area
    frame = part.centered(rows: height, columns: columns)
    inside = frame.inset(rows: isBoxed ? 1 + padding : 0, columns: margin)
    content = inside.rows([.fixed(firstContent), .fixed(contentRows), .flexible()])[1]
  }
}
