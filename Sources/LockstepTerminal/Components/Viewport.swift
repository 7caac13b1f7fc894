// SPDX-License-Identifier: MIT

public import Lockstep

/// A text that may be larger than the area it is drawn in, and is scrolled in both directions.
///
/// ```swift
/// var license = Viewport("Permission is hereby granted, free of charge, to any person …")
/// ```
///
/// Lines are shown as they are: see `wrapped(columns:)` for those of a paragraph. The arrows, Page up,
/// Page down, Home, End and the wheel scroll it. The arrows to the left and to the right have a meaning while a line is
/// wider than the area: a program that shows ``Tabs`` as well names the keys of the tabs first, so that they go on to
/// choose a tab.
public struct Viewport: Sendable {
  /// The text.
  public var text: String {
    get { wholeText }
    // Allows changes in place, unlike a property observer.
    _modify {
      defer { lines = LineTable(wholeText) }
      yield &wholeText
    }
  }
  /// The number of lines above the first one that is shown; too large a number stands for the end.
  public var firstRow: Int
  /// The number of columns to the left of the first one that is shown; too large a number stands for the
  /// end of the longest of the lines that are shown.
  public var firstColumn: Int
  private var wholeText: String
  /// The places of the lines in the text.
  private var lines: LineTable

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - firstRow: The number of lines above the first one that is shown.
  ///   - firstColumn: The number of columns to the left of the first one that is shown.
  /// - Complexity: O(*n*) in the length of the text, as for setting the text later.
  public init(_ text: String = "", firstRow: Int = 0, firstColumn: Int = 0) {
    wholeText = text
    self.firstRow = firstRow
    self.firstColumn = firstColumn
    lines = LineTable(text)
  }

  /// A user's action in a viewport.
  public enum Action: Hashable, Sendable {
    /// It was scrolled by a number of rows and columns, or as far as there are some, while it had a size.
    case scrolled(rows: Int, columns: Int, size: Screen.Size)
  }

  /// Scrolls the text, as far as there is more: to the right, as far as a line goes that is shown.
  ///
  /// - Complexity: O(*n*) in the number of cells that are shown and of columns to the left of them. Scalars that
  ///   take no column, such as marks, count as well.
  public static let reducer = Reducer<Viewport, Action, Void>.withoutEffects { viewport, action in
    switch action {
    case .scrolled(let distance, let columns, let size):
      var rows = viewport.rows(in: size)
      rows.move(by: distance)
      viewport.firstRow = rows.first
      // Shorter lines that come into view leave the column as it is, so that it is the same further down.
      guard columns != 0 else { break }
      let lines = viewport.lines(rows.shown)
      var window = viewport.columns(of: lines, rows, in: size, further: columns)
      window.move(by: columns)
      viewport.firstColumn = window.first
    }
  }

  /// Returns the keys that mean something for the viewport now.
  ///
  /// - Parameter area: The area that the viewport is drawn in.
  /// - Returns: The keys, the most important first.
  /// - Complexity: O(*n*) in the number of cells that are shown and of columns to the left of them. Scalars that
  ///   take no column, such as marks, count as well.
  public func keys(in area: Screen.Area) -> [KeyBinding<Action>] {
    let size = Screen.Size(rows: area.rows, columns: area.columns)
    let rows = rows(in: size)
    let columns = columns(of: lines(rows.shown), rows, in: size)
    let keys = columns.isOverfull ? [(Key.left, -4), (Key.right, 4)] : []
    func scroll(_ keys: [KeyBinding<Int>]) -> [KeyBinding<Action>] {
      keys.map { $0.map { .scrolled(rows: $0, columns: 0, size: size) } }
    }
    return scroll(rows.arrowKeys)
      + keys.map { KeyBinding($0, "Scroll", .scrolled(rows: 0, columns: $1, size: size)) }
      + scroll(rows.pageKeys)
  }

  /// Returns the meaning of an event for the viewport, or `nil` if it has none: that of its keys and of the wheel.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the viewport is drawn in.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(*n*) in the number of cells that are shown and of columns to the left of them. Scalars that
  ///   take no column, such as marks, count as well.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    if let action = keys(in: area).action(for: event) { return action }
    let size = Screen.Size(rows: area.rows, columns: area.columns)
    return event.distance(in: area, rows(in: size), notch: 3)
      .map { .scrolled(rows: $0, columns: 0, size: size) }
  }
}

extension Viewport: Hashable {
  /// Returns whether two viewports show the same part of the same text.
  public static func == (lhs: Viewport, rhs: Viewport) -> Bool {
    lhs.firstRow == rhs.firstRow && lhs.firstColumn == rhs.firstColumn && lhs.text == rhs.text
  }

  /// Hashes the text, and which part of it is shown.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(firstRow)
    hasher.combine(firstColumn)
  }
}

extension Viewport: CustomReflectable {
  /// The properties of the viewport.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "text": text, "firstRow": firstRow, "firstColumn": firstColumn,
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension Viewport {
  fileprivate func rows(in size: Screen.Size) -> ScrollWindow {
    ScrollWindow(count: lines.count, room: size.rows, first: firstRow)
  }

  fileprivate func lines(_ rows: Range<Int>) -> [Substring] {
    rows.map { lines.line($0, of: text) }
  }

  /// The columns that are shown of some lines; arrows take one if there are more lines than rows.
  fileprivate func columns(
    of lines: [Substring],
    _ rows: ScrollWindow,
    in size: Screen.Size,
    further distance: Int = 1
  ) -> ScrollWindow {
    let room = size.columns - (rows.isOverfull ? 1 : 0)
    // Lines are measured as far as they can come into view.
    let far = Int.max / 4
    let limit = min(max(0, firstColumn), far) + room + min(max(1, distance), far)
    let columns = lines.map { $0.terminalColumns(upTo: limit) }.max() ?? 0
    return ScrollWindow(count: columns, room: room, first: firstColumn)
  }
}

extension Screen {
  /// Draws a part of a text.
  ///
  /// `‹` and `›` at the ends of a line say that it goes on there, and arrows at the right edge that there
  /// is more above or below.
  ///
  /// - Parameters:
  ///   - viewport: The text, and which part of it.
  ///   - area: The area to draw in.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of cells that are shown and of columns to the left of them. Scalars that
  ///   take no column, such as marks, count as well.
  public mutating func draw(_ viewport: Viewport, in area: Area, style: Style = .plain) {
    let size = Size(rows: area.rows, columns: area.columns)
    let rows = viewport.rows(in: size)
    let lines = viewport.lines(rows.shown)
    let columns = viewport.columns(of: lines, rows, in: size)
    for (row, line) in lines.enumerated() {
      let place = area.line(row, columns: columns.room)
      fill(place, style: style)
      put(line, from: columns.first, in: place, style: style)
    }
    putMarks(of: rows, in: area, style: style)
  }
}
