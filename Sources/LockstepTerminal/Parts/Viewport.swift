// SPDX-License-Identifier: MIT

public import Lockstep

/// A text that may be larger than the area it is drawn in, and is scrolled in both directions.
///
/// ```swift
/// var license = Viewport("Permission is hereby granted, free of charge, to any person …")
/// ```
///
/// Lines are shown as they are: see `wrapped(columns:)` for those of a paragraph. The arrows, Page up,
/// Page down, Home, End and the wheel scroll it.
public struct Viewport: Hashable, Sendable {
  /// The text.
  public var text: String
  /// The number of lines above the first one that is shown; too large a number stands for the end.
  public var firstRow: Int
  /// The number of columns to the left of the first one that is shown; too large a number stands for the
  /// end of the longest line.
  public var firstColumn: Int

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - firstRow: The number of lines above the first one that is shown.
  ///   - firstColumn: The number of columns to the left of the first one that is shown.
  public init(_ text: String = "", firstRow: Int = 0, firstColumn: Int = 0) {
    self.text = text
    self.firstRow = firstRow
    self.firstColumn = firstColumn
  }

  /// What a person does with a viewport.
  public enum Action: Hashable, Sendable {
    /// It was scrolled by a number of rows and columns, or as far as there are some, while it had a size.
    case scrolled(rows: Int, columns: Int, size: Screen.Size)
  }

  /// Scrolls the text, as far as there is more.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static let reducer = Reducer<Viewport, Action, Void> { viewport, action, _ in
    switch action {
    case .scrolled(let rows, let columns, let size):
      var windows = viewport.windows(of: viewport.lines, in: size)
      windows.rows.move(by: rows)
      windows.columns.move(by: columns)
      viewport.firstRow = windows.rows.first
      viewport.firstColumn = windows.columns.first
    }
    return .none
  }

  /// Returns the meaning of an event for the viewport, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - event: What a person did.
  ///   - area: Where the viewport is drawn.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(*n*) in the length of the text.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    let size = Screen.Size(rows: area.rows, columns: area.columns)
    switch event {
    case .key(.left): return .scrolled(rows: 0, columns: -4, size: size)
    case .key(.right): return .scrolled(rows: 0, columns: 4, size: size)
    default:
      let window = windows(of: lines, in: size).rows
      return event.distance(in: area, window, notch: 3)
        .map { .scrolled(rows: $0, columns: 0, size: size) }
    }
  }

  fileprivate var lines: [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// What is shown in a size, where arrows take a column if there are more lines than rows.
  fileprivate func windows(
    of lines: [Substring],
    in size: Screen.Size
  ) -> (rows: ScrollWindow, columns: ScrollWindow) {
    let rows = ScrollWindow(count: lines.count, room: size.rows, first: firstRow)
    let columns = ScrollWindow(
      count: lines.map(\.terminalColumns).max() ?? 0,
      room: size.columns - (rows.isOverfull ? 1 : 0),
      first: firstColumn
    )
    return (rows, columns)
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
  ///   - area: Where.
  ///   - style: How the text looks.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func draw(_ viewport: Viewport, in area: Area, style: Style = .plain) {
    let size = Size(rows: area.rows, columns: area.columns)
    let lines = viewport.lines
    let (rows, columns) = viewport.windows(of: lines, in: size)
    for (row, line) in lines[rows.shown].enumerated() {
      let place = area.line(row, columns: columns.room)
      fill(place, style: style)
      put(line, from: columns.first, in: place, style: style)
    }
    putMarks(of: rows, in: area, style: style)
  }
}
