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
/// The arrows to the left and to the right and clicks choose another one. Where other components take these arrows too,
/// as a ``Viewport`` with wide lines does, a program names the keys of the tabs first. The arrow beyond the first or
/// the last tab is left to the other component.
public struct Tabs: Hashable, Sendable {
  /// The titles, from the left to the right.
  public var titles: [String]
  /// The index of the chosen title; if it is too large, the last one is chosen.
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

  /// A user's action in tabs.
  public enum Action: Hashable, Sendable {
    /// One of them was chosen, by its number from 0.
    case selected(Int)
  }

  /// Chooses one of the tabs.
  public static let reducer = Reducer<Tabs, Action, Void>.withoutEffects { tabs, action in
    switch action {
    case .selected(let selection): tabs.selection = selection
    }
  }

  /// The keys that mean something for the tabs now.
  public var keys: [KeyBinding<Action>] {
    [(Key.left, chosen - 1), (Key.right, chosen + 1)]
      .filter { titles.indices.contains($0.1) }
      .map { KeyBinding($0.0, "Switch", .selected($0.1)) }
  }

  /// Returns the meaning of an event for the tabs, or `nil` if it has none: that of their keys and of clicks.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the tabs are drawn in.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(*n*) in the number of columns of the area, and of the scalars in them that take none.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    if let action = keys.action(for: event) { return action }
    guard
      !titles.isEmpty,
      case .mouse(let mouse) = event,
      mouse.kind == .press(.left) && area.line(0).contains(row: mouse.row, column: mouse.column)
    else { return nil }
    let strip = strip(room: area.columns)
    let column = mouse.column - area.column + strip.window.first
    return strip.places.firstIndex { $0.contains(column) }.map { .selected(strip.first + $0) }
  }

  fileprivate var chosen: Int { min(max(0, selection), max(0, titles.count - 1)) }

  /// The titles near the chosen one, of which at least one is in `titles`.
  fileprivate func strip(room: Int) -> Strip {
    var strip = Strip(first: chosen)
    var left: [String] = []
    var columns = 0
    for index in (0..<chosen).reversed() {
      guard columns < room else { break }
      left.append(label(index, room: room))
      columns += left[left.count - 1].terminalColumns + 1
    }
    strip.first = chosen - left.count
    strip.labels = left.reversed()
    strip.labels.append(label(chosen, room: room))
    columns = 0
    for index in (chosen + 1)..<titles.count {
      guard columns < room else { break }
      strip.labels.append(label(index, room: room))
      columns += strip.labels[strip.labels.count - 1].terminalColumns + 1
    }
    var start = 0
    strip.places = strip.labels.map { label in
      let place = start..<(start + label.terminalColumns)
      start = place.upperBound + 1
      return place
    }
    strip.chosen = strip.places[chosen - strip.first]
    strip.window = ScrollWindow(
      count: strip.places.last?.upperBound ?? 0,
      room: room,
      around: strip.chosen
    )
    return strip
  }

  private func label(_ index: Int, room: Int) -> String {
    // A title that is wider than all the room is cut within it, or outside of it.
    let title = titles[index].truncated(columns: max(1, room))
    return index == chosen ? "[\(title)]" : " \(title) "
  }
}

extension Tabs {
  /// The titles near the chosen one: those for which there is room, and some on each side if there are more.
  fileprivate struct Strip {
    /// The number of the first title.
    var first: Int
    /// The titles, as they are shown.
    var labels: [String] = []
    /// The columns of each title, with a free one between two.
    var places: [Range<Int>] = []
    /// The columns of the chosen title.
    var chosen = 0..<0
    /// The columns that are shown.
    var window = ScrollWindow(count: 0, room: 0, first: 0)
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
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the tabs have the focus: then the colors of the chosen title are reversed.
  ///   - style: The style of the titles; the chosen one is bold.
  /// - Complexity: O(*n*) in the number of columns of the area, and of the scalars in them that take none.
  public mutating func draw(
    _ tabs: Tabs,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    guard !tabs.titles.isEmpty else { return }
    let line = area.line(0)
    let strip = tabs.strip(room: line.columns)
    let window = strip.window
    fill(line, style: style)
    put(strip.labels.joined(separator: " "), from: window.first, in: line, style: style)
    let chosen = strip.chosen.clamped(to: window.first..<(window.first + window.room))
    let place = Area(
      row: line.row,
      column: line.column + chosen.lowerBound - window.first,
      rows: line.rows,
      columns: chosen.count
    )
    restyle(place) { $0 = $0.selected(isFocused: isFocused) }
  }
}
