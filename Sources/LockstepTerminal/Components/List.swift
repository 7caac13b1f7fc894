// SPDX-License-Identifier: MIT

public import Lockstep

/// An element of a ``List``.
public protocol ListElement: Identifiable, Equatable, Sendable where ID: Sendable {
  /// The text that is shown of the element.
  var title: String { get }
  /// The text that a filter searches; by default the title.
  var searchText: String { get }
}

extension ListElement {
  /// The title.
  public var searchText: String { title }
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
/// The arrows, Page up, Page down, Home, End, the wheel and clicks move the selection. `/` opens the filter, and
/// letters are typed into it until Enter keeps it as it is, or Escape closes it so that all elements are shown. A
/// filter that is kept is edited again with `/`, and closed with Escape. What is done with the selected element,
/// and with which key, is up to the program.
///
/// Only elements that are shown are asked for their titles. The texts that a filter searches are asked for when it is
/// opened, and again after the elements have changed. What is shown is found when it is first needed after such a
/// change or another text of the filter, in O(*n*) in the lengths of the texts.
///
/// A program names the keys of the list before its own, so that Escape first closes the filter, and Enter first
/// keeps it; without a filter both are left to the program:
///
/// ```swift
/// let program = TerminalProgram<Games.State, Games.Action>(
///   keys: { state, size in
///     state.games.keys(in: area(size)).map { $0.map(Games.Action.games) }
///       + [KeyBinding(.return, "Play", .playButtonTapped), .quit("q")]
///   },
///   isEditing: { $0.games.isEditing },
///   screen: { state, size, help in
///     var screen = Screen(size: size)
///     screen.draw(state.games, in: area(size))
///     screen.draw(help, in: helpArea(size))
///     return screen
///   },
///   action: { event, state, size in
///     state.games.action(for: event, in: area(size)).map(Games.Action.games)
///   }
/// )
/// ```
public struct List<Element: ListElement>: Sendable {
  /// All elements.
  public var elements: IdentifiedArrayOf<Element> {
    get { allElements }
    // Allows changes in place, unlike a property observer.
    _modify {
      defer { search = ListSearch() }
      yield &allElements
    }
  }
  /// The element that is selected.
  ///
  /// `nil`, and an element that is not shown, stand for the first one that is.
  public var selection: Element.ID?
  /// The text that is contained in the ``ListElement/searchText`` of the shown elements; `nil` without a filter.
  ///
  /// Upper and lower case are the same, and `ß` is `ss`. Accents do not count, neither in the filter nor in the
  /// elements: these are the combining diacritical marks U+0300 to U+036F that letters, such as those of Latin, Greek
  /// and Cyrillic, have after canonical decomposition. So `resume` finds `Résumé`, `é` finds `e`, and a filter of
  /// accents alone shows all elements.
  ///
  /// All other marks count, such as those of Thai. After its decomposition a character is several scalars, of which
  /// the filter may contain the first ones: `하` finds `한`.
  public var filter: TextField?
  /// Whether the filter is fixed, so that letters are commands again.
  public var locksFilter: Bool
  /// The number of elements above the first visible one.
  ///
  /// The selected element is always shown.
  public var firstRow: Int
  private var allElements: IdentifiedArrayOf<Element>
  /// The results of searching the elements.
  private var search = ListSearch()

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - selection: The element that is selected; `nil` for the first one.
  ///   - filter: The filter, if there is one.
  ///   - locksFilter: Whether the filter is fixed, so that letters are commands.
  ///   - firstRow: The number of elements above the first visible one.
  public init(
    _ elements: IdentifiedArrayOf<Element>,
    selection: Element.ID? = nil,
    filter: TextField? = nil,
    locksFilter: Bool = false,
    firstRow: Int = 0
  ) {
    allElements = elements
    self.selection = selection
    self.filter = filter
    self.locksFilter = locksFilter
    self.firstRow = firstRow
  }

  /// A user's action in a list.
  public enum Action: Hashable, Sendable {
    /// The selection was moved by a number of elements, or as far as there are some, while a number of rows
    /// had room.
    case moved(by: Int, rows: Int)
    /// The filter was opened, or is edited again.
    case filterOpened
    /// The filter is kept as it is; an empty one is closed.
    case filterKept
    /// The filter was closed, so that all elements are shown; the selected one stays selected.
    case filterClosed
    /// The text of the filter was edited.
    case filter(TextField.Action)
  }

  /// Moves the selection, and opens, edits, keeps and closes the filter.
  ///
  /// - Complexity: O(log *n*) in the number of elements; O(*n*) in the lengths of the texts that are searched when the
  ///   filter is opened for the first time since the elements have changed.
  public static var reducer: Reducer<List, Action, Void> {
    .withoutEffects { list, action in
      switch action {
      case .moved(let distance, let rows):
        let shown = list.shown
        var window = list.window(of: shown, room: rows)
        window.move(by: distance)
        list.firstRow = window.first
        list.selection = window.selection.map { list.elements[shown[$0]].id } ?? list.selection
      case .filterOpened:
        list.filter = list.filter ?? TextField()
        list.locksFilter = false
        list.search.prepare(list.elements)
      case .filterKept:
        if list.filter?.text.isEmpty == true { list.closeFilter() }
        list.locksFilter = list.filter != nil
      case .filterClosed:
        list.closeFilter()
      case .filter(let action):
        list.filter?.take(action)
      }
    }
  }

  private mutating func closeFilter() {
    selection = selectedElement?.id ?? selection
    filter = nil
    locksFilter = false
  }

  /// The elements that pass the filter, in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var shownElements: [Element] {
    shown.map { elements[$0] }
  }

  /// The element that is selected; `nil` if none is shown.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public var selectedElement: Element? {
    let shown = shown
    return shown.isEmpty ? nil : elements[shown[row(in: shown)]]
  }

  /// Whether letters are typed into the filter instead of being commands.
  public var isEditing: Bool { filter != nil && !locksFilter }

  /// Returns the keys that mean something for the list now.
  ///
  /// Those that go a page up or down or to an end, and those that edit the text of the filter, have no label, so that
  /// the help does not show them.
  ///
  /// - Parameter area: The area that the list is drawn in.
  /// - Returns: The keys, the most important first.
  /// - Complexity: O(log *n*) in the number of elements.
  public func keys(in area: Screen.Area) -> [KeyBinding<Action>] {
    let room = rows(in: area).rows
    let window = window(of: shown, room: room)
    func moves(_ keys: [KeyBinding<Int>]) -> [KeyBinding<Action>] {
      keys.map { $0.map { .moved(by: $0, rows: room) } }
    }
    let arrowKeys = moves(window.arrowKeys)
    return (isEditing ? filterKeys + arrowKeys : arrowKeys + filterKeys) + moves(window.pageKeys)
      + (isEditing ? filter?.keys ?? [] : []).map { $0.map(Action.filter) }
  }

  private var filterKeys: [KeyBinding<Action>] {
    let close = KeyBinding(.escape, "Show all", Action.filterClosed)
    if isEditing { return [KeyBinding(.return, "Keep filter", .filterKept), close] }
    return [KeyBinding("/", "Filter", .filterOpened)] + (filter == nil ? [] : [close])
  }

  /// Returns the meaning of an event for the list, or `nil` if it has none: that of its keys, of the wheel and of
  /// clicks, and of typed or pasted text while the filter takes it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area that the list is drawn in.
  /// - Returns: An action for the reducer.
  /// - Complexity: O(log *n*) in the number of elements.
  public func action(for event: TerminalEvent, in area: Screen.Area) -> Action? {
    if let action = keys(in: area).action(for: event) { return action }
    let rows = rows(in: area)
    if let distance = event.distance(in: rows, window(of: shown, room: rows.rows)) {
      return .moved(by: distance, rows: rows.rows)
    }
    return isEditing ? filter?.action(for: event).map(Action.filter) : nil
  }
}

extension List: Equatable {
  /// Returns whether two lists have the same elements, selection and filter, and show the same rows.
  public static func == (lhs: List, rhs: List) -> Bool {
    lhs.selection == rhs.selection && lhs.filter == rhs.filter
      && lhs.locksFilter == rhs.locksFilter && lhs.firstRow == rhs.firstRow
      && lhs.elements == rhs.elements
  }
}

extension List: CustomReflectable {
  /// The properties of the list, without the results of searches.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "elements": elements,
      "selection": selection as Any,
      "filter": filter as Any,
      "locksFilter": locksFilter,
      "firstRow": firstRow,
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension List {
  /// The positions of the elements that pass the filter.
  fileprivate var shown: ListSearch.Result {
    guard let text = filter?.text, !text.isEmpty else { return .all(elements.count) }
    return .some(search.positions(of: text, in: elements))
  }

  /// The row of the selection; 0 if it is not shown.
  private func row(in shown: ListSearch.Result) -> Int {
    selection.flatMap { elements.index(id: $0) }.flatMap(shown.row) ?? 0
  }

  fileprivate func window(of shown: ListSearch.Result, room: Int) -> ScrollWindow {
    ScrollWindow(count: shown.count, room: room, first: firstRow, selection: row(in: shown))
  }

  /// The area of the elements: below the filter, if there is one.
  fileprivate func rows(in area: Screen.Area) -> Screen.Area {
    area.rows([.fixed(filter == nil ? 0 : 1), .flexible()])[1]
  }
}

extension Screen {
  /// Draws a list: below its filter, if there is one, the elements around the selected one.
  ///
  /// The selected element has `>` in front of it. Titles that are too wide end in `…`, and arrows at the
  /// right edge say that there is more above or below.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the list has the focus: then the colors of the selected row are reversed, and the
  ///     cursor is in the filter while letters are typed into it.
  ///   - style: The style of the rows.
  /// - Complexity: O(*m* + log *n*) in the number *m* of cells of the area, with the scalars that take none, and *n* of
  ///   elements. The first time after the elements or the text of the filter have changed, O(*n*) in the lengths of
  ///   the texts that are searched.
  public mutating func draw<Element>(
    _ list: List<Element>,
    in area: Area,
    isFocused: Bool = true,
    style: Style = .plain
  ) {
    if let filter = list.filter {
      let parts = area.line(0).columns([.fixed(1), .flexible()])
      put("/", in: parts[0], style: style)
      draw(filter, in: parts[1], isFocused: isFocused && list.isEditing, style: style)
    }
    let rows = list.rows(in: area)
    let shown = list.shown
    let window = list.window(of: shown, room: rows.rows)
    let columns = window.isOverfull ? rows.columns - 1 : rows.columns
    for (row, index) in window.shown.enumerated() {
      let isSelected = index == window.selection
      let line = rows.line(row, columns: columns)
      let look = isSelected ? style.selected(isFocused: isFocused) : style
      fill(line, style: look)
      let title = list.elements[shown[index]].title.truncated(columns: columns)
      put((isSelected ? "> " : "  ") + title, in: line, style: look)
    }
    putMarks(of: window, in: rows, style: style)
  }
}
