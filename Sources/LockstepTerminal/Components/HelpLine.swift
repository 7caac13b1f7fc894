// SPDX-License-Identifier: MIT

/// A line of the currently available commands with their keys.
///
/// ```swift
/// let help = HelpLine(["[↑↓] Move", "[Enter] Open", "[q] Quit"])
/// let lines = help.lines(columns: 24, rows: 2)  // ["[↑↓] Move   [Enter] Open", "[q] Quit"]
/// ```
///
/// See ``KeyBinding`` for items that are made from the keys.
public struct HelpLine: Hashable, Sendable {
  /// The texts of the items, in the order of their importance.
  public var items: [String]
  /// The items that say how to quit the program.
  private var quitting: Set<String> = []

  /// Creates a help line of texts.
  ///
  /// - Parameter items: The texts of the items, in the order of their importance.
  public init(_ items: [String]) {
    self.items = items
  }

  /// Creates a help line of keys and what they mean.
  ///
  /// - Parameter bindings: The bindings, in the order of their importance. Those with the same label that follow
  ///   one another are shown together. Those with an empty label are not shown, nor is a key that means something
  ///   else already in front of them. Those that quit the program come first where not all have room.
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

  /// Returns the items in lines, as many in each as it has room for, for instance to know how many lines
  /// there are.
  ///
  /// An item that is wider than a line ends in `…`, and so does the last line if items are left out.
  ///
  /// - Parameters:
  ///   - columns: The width of a line.
  ///   - rows: The maximum number of lines.
  /// - Returns: The fewest lines that fit all items, or the maximum number of lines.
  /// - Complexity: O(*n*) in the number of columns of all lines, and O(*m*) in the number of items where some have
  ///   no room.
  public func lines(columns: Int, rows: Int) -> [String] {
    let (lines, isCut) = Self.pack(items, columns: columns, rows: rows)
    guard isCut && !quitting.isEmpty else { return lines }
    let first = items.filter(quitting.contains)
    let others = items.lazy.filter { !quitting.contains($0) }
    return Self.pack(first + others, columns: columns, rows: rows).lines
  }

  /// Puts items into lines; returns whether there was too little room for some.
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
  /// Draws a help line, in as many rows of an area as it needs.
  ///
  /// An item that is wider than the area ends in `…`, and so does the last row if items are left out.
  ///
  /// - Parameters:
  ///   - help: The help line.
  ///   - area: The area to draw in.
  ///   - alignment: The position of a row that is shorter than the area.
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
