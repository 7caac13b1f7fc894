// SPDX-License-Identifier: MIT

public import Lockstep

/// A row of titles, of which one is chosen.
///
/// ```swift
/// let tabs = Tabs(["Games", "Scores", "Settings"], selection: 1)
///
/// screen.draw(tabs, in: area)
/// //  Games  [Scores]  Settings
/// ```
///
/// The arrows to the left and to the right and clicks choose another one.
public struct Tabs: Hashable, Sendable {
  /// The titles, from the left to the right.
  public var titles: [String]
  /// The number of the chosen one, from 0; with too large a number the last one is chosen.
  public var selection: Int

  /// Creates a row of tabs.
  ///
  /// - Parameters:
  ///   - titles: The titles, from the left to the right.
  ///   - selection: The number of the chosen one, from 0.
  public init(_ titles: [String], selection: Int = 0) {
    self.titles = titles
    self.selection = selection
  }

  /// What a person does with tabs.
  public enum Action: Hashable, Sendable {
    /// One of them was chosen, by its number from 0.
    case selected(Int)
  }

  /// Chooses one of the tabs.
  public static let reducer = Reducer<Tabs, Action, Void> { tabs, action, _ in
    switch action {
    case .selected(let selection): tabs.selection = selection
    }
    return .none
  }

  /// Returns the meaning of an event for the tabs, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - event: What a person did.
  ///   - area: Where the tabs are drawn.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(*n*) in the lengths of the titles.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    switch event {
    case .key(.left): return selection(chosen - 1)
    case .key(.right): return selection(chosen + 1)
    case .mouse(let mouse)
    where mouse.kind == .press(.left)
      && area.line(0).contains(row: mouse.row, column: mouse.column):
      let column = mouse.column - area.column + window(room: area.columns).first
      return places.firstIndex { $0.contains(column) }.map(Action.selected)
    default: return nil
    }
  }

  private func selection(_ index: Int) -> Action? {
    titles.indices.contains(index) ? .selected(index) : nil
  }

  fileprivate var chosen: Int { min(max(0, selection), max(0, titles.count - 1)) }

  fileprivate var labels: [String] {
    titles.enumerated().map { index, title in
      let title = title.truncated(columns: .max)
      return index == chosen ? "[\(title)]" : " \(title) "
    }
  }

  /// The columns of each title, with a free one between two.
  fileprivate var places: [Range<Int>] {
    var start = 0
    return labels.map { label in
      let place = start..<(start + label.terminalColumns)
      start = place.upperBound + 1
      return place
    }
  }

  /// The columns that are shown.
  fileprivate func window(room: Int) -> ScrollWindow {
    let places = places
    let place = places.isEmpty ? 0..<0 : places[chosen]
    return ScrollWindow(count: places.last?.upperBound ?? 0, room: room, around: place)
  }
}

extension Screen {
  /// Draws tabs in the first row of an area.
  ///
  /// The chosen title stands in brackets. If there is no room for all of them, those around it are shown, and
  /// `‹` and `›` say that there are more.
  ///
  /// - Parameters:
  ///   - tabs: The tabs.
  ///   - area: Where.
  ///   - isFocused: Whether keys are for the tabs: then the colors of the chosen title are reversed.
  ///   - style: How the titles look; the chosen one is bold.
  /// - Complexity: O(*n*) in the lengths of the titles.
  public mutating func draw(
    _ tabs: Tabs,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    guard !tabs.titles.isEmpty else { return }
    let line = area.line(0)
    let window = tabs.window(room: line.columns)
    fill(line, style: style)
    put(tabs.labels.joined(separator: " "), from: window.first, in: line, style: style)
    let chosen = tabs.places[tabs.chosen].clamped(to: window.first..<(window.first + window.room))
    let place = Area(
      row: line.row,
      column: line.column + chosen.lowerBound - window.first,
      rows: line.rows,
      columns: chosen.count
    )
    restyle(place) { $0 = $0.selected(isFocused: isFocused) }
  }
}
