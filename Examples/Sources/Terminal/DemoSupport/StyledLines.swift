// SPDX-License-Identifier: MIT

package import LockstepTerminal

/// Lines of text below one another, each with a style.
///
/// Texts that are too wide go on in the next line. Where there is too little room for all, the empty lines go
/// first, and then the last line that is shown ends in `…`.
package struct StyledLines {
  private struct Line {
    var text: String
    var style: Style
    var alignment: Screen.Alignment
  }

  private var lines: [Line] = []

  package init() {}

  /// Adds a text; an empty one is an empty line.
  package mutating func add(
    _ text: String = "",
    style: Style = .plain,
    alignment: Screen.Alignment = .center
  ) {
    lines.append(Line(text: text, style: style, alignment: alignment))
  }

  /// Returns the number of rows that the lines take if there is room for all.
  package func rows(columns: Int) -> Int { wrapped(columns: columns).count }

  /// Returns the number of rows that the lines take without the empty ones.
  package func leastRows(columns: Int) -> Int {
    wrapped(columns: columns).count { $0.text.isEmpty == false }
  }

  private func wrapped(columns: Int) -> [Line] {
    lines.flatMap { line in
      line.text.wrapped(columns: columns).map {
        Line(text: $0, style: line.style, alignment: line.alignment)
      }
    }
  }

  /// Draws the lines at the top of an area.
  package func draw(in area: Screen.Area, on screen: inout Screen) {
    guard area.rows > 0 else { return }
    var lines = wrapped(columns: area.columns)
    for index in lines.indices.reversed() where lines.count > area.rows && lines[index].text.isEmpty
    {
      lines.remove(at: index)
    }
    let isCut = lines.count > area.rows
    for (index, line) in lines.prefix(area.rows).enumerated() {
      let isLast = isCut && index == area.rows - 1
      screen.put(
        isLast ? line.text + "\n…" : line.text,
        in: Screen.Area(row: area.row + index, column: area.column, rows: 1, columns: area.columns),
        alignment: line.alignment,
        style: line.style
      )
    }
  }
}
