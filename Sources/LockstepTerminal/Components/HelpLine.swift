// SPDX-License-Identifier: MIT

/// A line that shows the available commands and their keys.
///
/// ```swift
/// let help = HelpLine(["[↑↓] Move", "[Enter] Open", "[q] Quit"])
/// let lines = help.lines(columns: 24, rows: 2)  // ["[↑↓] Move   [Enter] Open", "[q] Quit"]
/// ```
///
/// To create the items from keys, see ``KeyBinding``.
public struct HelpLine: Hashable, Sendable {
  /// The texts of the items, from most to least important.
  public var items: [String]
  private var quitting: Set<String> = []

  /// Creates a help line from texts.
  ///
  /// - Parameter items: The texts of the items, from most to least important.
  public init(_ items: [String]) {
    self.items = items
  }

  /// Creates a help line from key bindings.
  ///
  /// - Parameter bindings: The bindings, from most to least important. Consecutive bindings with the same label form
  ///   one item. Bindings with an empty label are hidden, and so are keys that an earlier binding uses. If not all
  ///   items fit, bindings that quit the program appear first.
  public init(_ bindings: [KeyBinding<some Any>]) {
    var groups: [KeyBinding<Void>] = []
    var known: Set<Key> = []
    for binding in bindings {
      let keys = binding.keys.filter { known.insert($0).inserted }
      if keys.isEmpty || binding.label.isEmpty { continue }
      if groups.last?.label == binding.label {
        groups[groups.count - 1].keys += keys
      } else {
        groups.append(KeyBinding(keys, binding.label, ()))
        if binding.action == nil { groups[groups.count - 1].action = nil }
      }
    }
    items = groups.map(\.text)
    quitting = Set(groups.filter { $0.action == nil }.map(\.text))
  }

  /// Returns the items in lines, with as many items in each line as fit.
  ///
  /// An item that is wider than a line ends in `…`. If items are left out, the last line also ends in `…`.
  ///
  /// - Parameters:
  ///   - columns: The width of a line.
  ///   - rows: The maximum number of lines.
  /// - Returns: The fewest lines that fit all items, but no more than `rows`.
  /// - Complexity: O(*n*) in the number of columns of all lines, plus O(*m*) in the number of items if some do not fit.
  public func lines(columns: Int, rows: Int) -> [String] {
    let (lines, isCut) = Self.pack(items, columns: columns, rows: rows)
    guard isCut && !quitting.isEmpty else { return lines }
    let first = items.filter(quitting.contains)
    let others = items.lazy.filter { !quitting.contains($0) }
    return Self.pack(first + others, columns: columns, rows: rows).lines
  }

  private static func pack(
    _ items: [String],
    columns: Int,
    rows: Int
  ) -> (lines: [String], isCut: Bool) {
    guard columns > 0 && rows > 0 else { return ([], false) }
    var lines: [String] = []
    var used = 0
    for item in items {
      let item = item.truncated(columns: columns)
      let width = item.terminalColumns
      if !lines.isEmpty && used + 3 + width <= columns {
        lines[lines.count - 1] += "   \(item)"
        used += 3 + width
      } else if lines.count < rows {
        lines.append(item)
        used = width
      } else {
        lines[lines.count - 1] = "\(lines[lines.count - 1]) …".truncated(columns: columns)
        return (lines, true)
      }
    }
    return (lines, false)
  }
}

extension Screen {
  /// Draws a help line in as many rows of an area as it needs.
  ///
  /// An item that is wider than the area ends in `…`. If items are left out, the last row also ends in `…`.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The area to draw in.
  ///   - alignment: The alignment of rows that are shorter than the area.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of cells of the area.
  public mutating func draw(
    _ help: HelpLine,
    in area: Area,
    alignment: Alignment = .leading,
    style: Style = .plain
  ) {
    for (row, line) in help.lines(columns: area.columns, rows: area.rows).enumerated() {
      put(line, in: area.line(row), alignment: alignment, style: style)
    }
  }
}
