// SPDX-License-Identifier: MIT

internal import LockstepTerminal

extension Screen {
  /// The styles of the cells that are not plain, and the cursor position, one per line.
  ///
  /// Adjacent cells with the same style share a line: `row 1, columns 4...5: bold yellow on blue`.
  var styleText: String {
    var lines: [String] = []
    for row in 0..<size.rows {
      var start = 0
      while start < size.columns {
        let style = self[row: row, column: start]?.style
        var end = start + 1
        while end < size.columns, self[row: row, column: end]?.style == style { end += 1 }
        if let style, style != .plain {
          let columns = end == start + 1 ? "column \(start)" : "columns \(start)...\(end - 1)"
          lines.append("row \(row), \(columns): \(style.text)")
        }
        start = end
      }
    }
    if let cursor { lines.append("cursor: row \(cursor.row), column \(cursor.column)") }
    return lines.joined(separator: "\n")
  }
}

extension Style {
  fileprivate var text: String {
    let attributes = [
      (bold, "bold"), (dim, "dim"), (italic, "italic"), (underline, "underline"),
      (inverse, "inverse"),
    ]
    var words = attributes.filter(\.0).map(\.1)
    if let foreground { words.append(foreground.text) }
    if let background { words.append("on \(background.text)") }
    return words.joined(separator: " ")
  }
}

extension Color {
  fileprivate var text: String {
    switch self {
    case .theme(let color): return "\(color)"
    case .indexed(let index): return "color \(index)"
    case .rgb(let red, let green, let blue):
      let digits = [red, green, blue].map { component in
        let digits = String(component, radix: 16)
        return component < 16 ? "0\(digits)" : digits
      }
      return "#\(digits.joined())"
    }
  }
}
