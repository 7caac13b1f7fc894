// SPDX-License-Identifier: MIT

public import Lockstep

/// What a ``List`` can show.
public protocol ListElement: Identifiable, Equatable, Sendable where ID: Sendable {
  /// What is shown of the element, and what a filter looks at.
  var title: String { get }
}

/// A list of which one element is selected, with a filter.
///
/// ```swift
/// struct Game: ListElement {
///   let id: Int
///   var title: String
/// }
///
/// var games = List([Game(id: 1, title: "Chess"), Game(id: 2, title: "Go")])
///
/// screen.draw(games, in: area)
/// // > Chess
/// //   Go
/// ```
///
/// The arrows, Page up, Page down, Home, End, the wheel and clicks move the selection. `/` opens the filter,
/// which takes what is typed until Escape closes it. What is done with the selected element, and with which
/// key, is up to the program.
public struct List<Element: ListElement>: Equatable, Sendable {
  /// All elements.
  public var elements: IdentifiedArrayOf<Element>
  /// The element that is selected.
  ///
  /// `nil`, and an element that is not shown, stand for the first one that is.
  public var selection: Element.ID?
  /// The text that the titles of the shown elements contain, in whatever case; `nil` while the filter is
  /// closed.
  public var filter: TextField?
  /// The number of shown elements above the first one that has room.
  ///
  /// The selected one is shown in any case.
  public var firstRow: Int

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - selection: The element that is selected; `nil` for the first one.
  ///   - filter: The filter, if it is open.
  ///   - firstRow: The number of elements above the first one that has room.
  public init(
    _ elements: IdentifiedArrayOf<Element>,
    selection: Element.ID? = nil,
    filter: TextField? = nil,
    firstRow: Int = 0
  ) {
    self.elements = elements
    self.selection = selection
    self.filter = filter
    self.firstRow = firstRow
  }

  /// What a person does with a list.
  public enum Action: Hashable, Sendable {
    /// The selection was moved by a number of elements, or as far as there are some, while a number of rows
    /// had room.
    case moved(by: Int, rows: Int)
    /// The filter was opened.
    case filterOpened
    /// The filter was closed, so that all elements are shown; the selected one stays selected.
    case filterClosed
    /// Something was done with the text of the filter.
    case filter(TextField.Action)
  }

  /// Moves the selection, and opens, edits and closes the filter.
  ///
  /// - Complexity: O(*n*) in the lengths of all titles.
  public static var reducer: Reducer<List, Action, Void> {
    Reducer { list, action, _ in
      switch action {
      case .moved(let distance, let rows):
        let shown = list.shownElements
        var window = list.window(of: shown, room: rows)
        window.move(by: distance)
        list.firstRow = window.first
        list.selection = window.selection.map { shown[$0].id } ?? list.selection
      case .filterOpened:
        list.filter = TextField()
      case .filterClosed:
        list.selection = list.selectedElement?.id ?? list.selection
        list.filter = nil
      case .filter(let action):
        list.filter?.take(action)
      }
      return .none
    }
  }

  /// The elements that pass the filter, in order.
  ///
  /// - Complexity: O(*n*) in the lengths of all titles.
  public var shownElements: [Element] {
    guard let text = filter?.text.lowercased(), !text.isEmpty else { return Array(elements) }
    return elements.filter { $0.title.lowercased().contains(text) }
  }

  /// The element that is selected; `nil` if none is shown.
  ///
  /// - Complexity: O(*n*) in the lengths of all titles.
  public var selectedElement: Element? {
    let shown = shownElements
    return shown.first { $0.id == selection } ?? shown.first
  }

  /// Returns the meaning of an event for the list, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - event: What a person did.
  ///   - area: Where the list is drawn.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(*n*) in the lengths of all titles.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    let rows = rows(in: area)
    if let distance = event.distance(in: rows, window(of: shownElements, room: rows.rows)) {
      return .moved(by: distance, rows: rows.rows)
    }
    return switch (event, filter) {
    case (.key(.character("/")), nil): .filterOpened
    case (.key(.escape), .some): .filterClosed
    default: filter?.action(for: event).map(Action.filter)
    }
  }

  fileprivate func window(of shown: [Element], room: Int) -> ScrollWindow {
    let index = shown.firstIndex { $0.id == selection } ?? 0
    return ScrollWindow(count: shown.count, room: room, first: firstRow, selection: index)
  }

  /// Where the elements are drawn: below the filter, if it is open.
  fileprivate func rows(in area: Screen.Area) -> Screen.Area {
    area.rows([.fixed(filter == nil ? 0 : 1), .flexible()])[1]
  }
}

extension Screen {
  /// Draws a list: below its filter, if that is open, the elements around the selected one.
  ///
  /// The selected element has `>` in front of it. Titles that are too wide end in `…`, and arrows at the
  /// right edge say that there is more above or below.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - area: Where.
  ///   - isFocused: Whether keys are for the list: then the colors of the selected row are reversed.
  ///   - style: How the rows look.
  /// - Complexity: O(*n*) in the lengths of all titles.
  public mutating func draw<Element>(
    _ list: List<Element>,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    if let filter = list.filter {
      let parts = area.line(0).columns([.fixed(1), .flexible()])
      put("/", in: parts[0], style: style)
      draw(filter, in: parts[1], isFocused: isFocused, style: style)
    }
    let rows = list.rows(in: area)
    let shown = list.shownElements
    let window = list.window(of: shown, room: rows.rows)
    let columns = window.isOverfull ? rows.columns - 1 : rows.columns
    for (row, index) in window.shown.enumerated() {
      let isSelected = index == window.selection
      let line = rows.line(row, columns: columns)
      let look = isSelected ? style.selected(isFocused: isFocused) : style
      fill(line, style: look)
      put((isSelected ? "> " : "  ") + shown[index].title, in: line, style: look)
    }
    putMarks(of: window, in: rows, style: style)
  }
}
