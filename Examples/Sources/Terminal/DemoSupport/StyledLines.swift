// SPDX-License-Identifier: MIT

package import LockstepTerminal

/// Lines of text, each with a style.
///
/// Wide lines wrap. If there is not enough room, empty lines are dropped first. If lines are still cut off, the last
/// visible one ends in `…`.
package struct StyledLines {
  private struct Line {
    var text: String
    var style: Style
    var alignment: Screen.Alignment
  }

  private var lines: [Line] = []

  package init() {}

  /// Adds a line, by default an empty one.
  package mutating func add(
    _ text: String = "",
    style: Style = .plain,
    alignment: Screen.Alignment = .center
  ) {
    lines.append(Line(text: text, style: style, alignment: alignment))
  }

  /// Returns the number of rows of all lines.
  package func rows(columns: Int) -> Int { wrapped(columns: columns).count }

  /// Returns the number of rows without the empty lines.
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
