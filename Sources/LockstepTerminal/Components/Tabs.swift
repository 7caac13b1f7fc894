// SPDX-License-Identifier: MIT

public import Lockstep

/// A row of titles, one of which is selected.
///
/// ```swift
/// let tabs = Tabs(["Games", "Scores", "Settings"], selection: 1)
///
/// screen.draw(tabs, in: area)
/// //  Games  [Scores]  Settings
/// ```
///
/// The left and right arrow keys and clicks select a title. If another component also handles these keys, as a
/// ``Viewport`` with wide lines does, list the keys of the tabs first. The left arrow at the first tab and the right
/// arrow at the last tab pass to the other component.
public struct Tabs: Hashable, Sendable {
  /// The titles, from left to right.
  public var titles: [String]
  /// The index of the selected title, clamped to the last one when drawn.
  public var selection: Int

  /// Creates a row of tabs.
  ///
  /// - Parameters:
  ///   - titles: The titles, from left to right.
  ///   - selection: The index of the selected title.
  public init(_ titles: [String], selection: Int = 0) {
    self.titles = titles
    self.selection = selection
  }

  /// A user's action in tabs.
  public enum Action: Hashable, Sendable {
    /// The user selected the title at an index.
    case selected(Int)
  }

  /// The reducer that selects a title.
  public static let reducer = Reducer<Tabs, Action, Void>.withoutEffects { tabs, action in
    switch action {
    case .selected(let selection): tabs.selection = selection
    }
  }

  /// The keys that the tabs currently handle.
  public var keys: [KeyBinding<Action>] {
    [(Key.left, chosen - 1), (Key.right, chosen + 1)]
      .filter { titles.indices.contains($0.1) }
      .map { KeyBinding($0.0, "Switch", .selected($0.1)) }
  }

  /// Returns the action for an event, or `nil` if the tabs do not handle the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the tabs are drawn in.
  /// - Returns: An action for the reducer, or `nil`.
  /// - Complexity: O(*n*) in the number of columns of the area and of zero-width scalars in them.
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

  /// Returns the titles around the selected one in a nonempty `titles`.
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
    // A title that is wider than the row never fits completely.
    let title = titles[index].truncated(columns: max(1, room))
    return index == chosen ? "[\(title)]" : " \(title) "
  }
}

extension Tabs {
  /// The titles around the selected one: those that fit, and hidden neighbors on each side.
  fileprivate struct Strip {
    var first: Int
    var labels: [String] = []
    /// The columns of each title, with one column between titles.
    var places: [Range<Int>] = []
    var chosen = 0..<0
    var window = ScrollWindow(count: 0, room: 0, first: 0)
  }
}

extension Screen {
  /// Draws tabs in the first row of an area.
  ///
  /// The selected title appears in brackets. If space is short, the titles around it are shown, and `‹` and `›`
  /// indicate hidden titles.
  ///
  /// - Parameters:
  ///   - tabs: The tabs.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the tabs have the focus. If so, the colors of the selected title are reversed.
  ///   - style: The style of the titles. The selected title is bold.
  /// - Complexity: O(*n*) in the number of columns of the area and of zero-width scalars in them.
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
