// SPDX-License-Identifier: MIT

public import Lockstep

/// A scrollable text that may be larger than its area.
///
/// ```swift
/// var license = Viewport("Permission is hereby granted, free of charge, to any person …")
/// ```
///
/// Lines are not wrapped: see `wrapped(columns:)` for the lines of a paragraph.
///
/// The arrow keys, Page Up, Page Down, Home, End and the wheel scroll the text. The viewport handles the left and right
/// arrows only while a line is wider than the area. A program that also shows ``Tabs`` lists the keys of the tabs
/// first, so that these arrows still select tabs.
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
  /// The number of lines above the first visible line, clamped when drawn.
  public var firstRow: Int
  /// The number of columns to the left of the first visible column, clamped when drawn.
  public var firstColumn: Int
  private var wholeText: String
  private var lines: LineTable

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - firstRow: The number of lines above the first visible line.
  ///   - firstColumn: The number of columns to the left of the first visible column.
  /// - Complexity: O(*n*) in the length of the text. Setting the text has the same cost.
  public init(_ text: String = "", firstRow: Int = 0, firstColumn: Int = 0) {
    wholeText = text
    self.firstRow = firstRow
    self.firstColumn = firstColumn
    lines = LineTable(text)
  }

  /// A user's action in a viewport.
  public enum Action: Hashable, Sendable {
    /// The user scrolled by a number of rows and columns in an area of a size.
    case scrolled(rows: Int, columns: Int, size: Screen.Size)
  }

  /// The reducer that scrolls the text as far as its last line and the end of its longest visible line.
  ///
  /// - Complexity: O(*n*) in the number of visible cells, columns to their left, and zero-width scalars in both.
  public static let reducer = Reducer<Viewport, Action, Void>.withoutEffects { viewport, action in
    switch action {
    case .scrolled(let distance, let columns, let size):
      var rows = viewport.rows(in: size)
      rows.move(by: distance)
      viewport.firstRow = rows.first
      // Keeps the column while only shorter lines are visible, so that longer lines below appear at the same column.
      guard columns != 0 else { break }
      let lines = viewport.lines(rows.shown)
      var window = viewport.columns(of: lines, rows, in: size, further: columns)
      window.move(by: columns)
      viewport.firstColumn = window.first
    }
  }

  /// Returns the keys that the viewport currently handles.
  ///
  /// - Parameter area: The area that the viewport is drawn in.
  /// - Returns: The keys, most important first.
  /// - Complexity: O(*n*) in the number of visible cells, columns to their left, and zero-width scalars in both.
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

  /// Returns the action for an event, or `nil` if the viewport does not handle the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the viewport is drawn in.
  /// - Returns: An action for the reducer, or `nil`.
  /// - Complexity: O(*n*) in the number of visible cells, columns to their left, and zero-width scalars in both.
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

  /// Hashes the text and the scroll position.
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

  /// Returns the visible columns, without the one for arrows if not all rows fit.
  fileprivate func columns(
    of lines: [Substring],
    _ rows: ScrollWindow,
    in size: Screen.Size,
    further distance: Int = 1
  ) -> ScrollWindow {
    let room = size.columns - (rows.isOverfull ? 1 : 0)
    // Measures lines only as far as they can become visible.
    let far = Int.max / 4
    let limit = min(max(0, firstColumn), far) + room + min(max(1, distance), far)
    let columns = lines.map { $0.terminalColumns(upTo: limit) }.max() ?? 0
    return ScrollWindow(count: columns, room: room, first: firstColumn)
  }
}

extension Screen {
  /// Draws the visible part of a text.
  ///
  /// `‹` and `›` mark the cut ends of lines. Arrows at the right edge indicate more lines above or below.
  ///
  /// - Parameters:
  ///   - viewport: The text and its scroll position.
  ///   - area: The area to draw in.
  ///   - style: The style of the text.
  /// - Complexity: O(*n*) in the number of visible cells, columns to their left, and zero-width scalars in both.
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
