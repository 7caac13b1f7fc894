// SPDX-License-Identifier: MIT

public import Lockstep

/// An element of a ``List``.
public protocol ListElement: Identifiable, Equatable, Sendable where ID: Sendable {
  /// The text that the list shows for the element.
  var title: String { get }
  /// The text that a filter searches, which is the title by default.
  var searchText: String { get }
}

extension ListElement {
  /// The title.
  public var searchText: String { title }
}

/// A list with one selected element and an optional filter.
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
/// The arrow keys, Page Up, Page Down, Home, End, the mouse wheel and clicks move the selection. `/` opens the filter,
/// and typed letters edit it. Enter keeps the filter, and Escape closes it and shows all elements. While a filter is
/// kept, `/` edits it again, and Escape closes it. The program defines what to do with the selected element, and
/// with which keys.
///
/// The list reads the titles of visible elements only. It reads the texts for the search when the filter opens, and
/// again after the elements change. It searches them when the result is first needed after a change of the elements or
/// the filter, in O(*n*) in the lengths of the texts.
///
/// Put the keys of the list before the keys of the program, so that Escape first closes the filter, and Enter first
/// keeps it. Without a filter, the program receives both keys:
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
  /// The identifier of the selected element.
  ///
  /// If it is `nil`, or if its element is not shown, the first shown element is selected.
  public var selection: Element.ID?
  /// The text that the ``ListElement/searchText`` of shown elements contains, or `nil` without a filter.
  ///
  /// The search ignores case, and treats `ß` as `ss`. It also ignores accents in the filter and in the elements.
  /// Accents are the combining diacritical marks U+0300 to U+036F after canonical decomposition, as in Latin, Greek and
  /// Cyrillic letters. For example, `resume` finds `Résumé`, `é` finds `e`, and a filter of accents alone shows all
  /// elements.
  ///
  /// All other marks are significant, such as the marks of Thai. If a character decomposes into several scalars, a
  /// filter with only the first ones matches: `하` finds `한`.
  public var filter: TextField?
  /// Whether the filter is locked, so that letters are commands again.
  public var locksFilter: Bool
  /// The number of elements above the first visible one.
  ///
  /// The selected element is always shown.
  public var firstRow: Int
  private var allElements: IdentifiedArrayOf<Element>
  private var search = ListSearch()

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - selection: The identifier of the selected element, or `nil` for the first element.
  ///   - filter: The filter, or `nil` for no filter.
  ///   - locksFilter: Whether the filter is locked, so that letters are commands.
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

  /// A user action in a list.
  public enum Action: Hashable, Sendable {
    /// The user moved the selection by a number of elements, limited to the shown elements, while `rows` rows had room.
    case moved(by: Int, rows: Int)
    /// The user opened the filter, or edits it again.
    case filterOpened
    /// The user kept the filter, which closes an empty filter.
    case filterKept
    /// The user closed the filter, which shows all elements and keeps the selection.
    case filterClosed
    /// The user edited the text of the filter.
    case filter(TextField.Action)
  }

  /// A reducer that moves the selection, and opens, edits, keeps and closes the filter.
  ///
  /// - Complexity: O(log *n*) in the number of elements. Opening the filter for the first time after the elements
  ///   change takes O(*n*) in the lengths of the searched texts.
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

  /// The elements that match the filter, in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var shownElements: [Element] {
    shown.map { elements[$0] }
  }

  /// The selected element, or `nil` if the list shows no element.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public var selectedElement: Element? {
    let shown = shown
    return shown.isEmpty ? nil : elements[shown[row(in: shown)]]
  }

  /// Whether letters are typed into the filter instead of being commands.
  public var isEditing: Bool { filter != nil && !locksFilter }

  /// Returns the keys that the list currently responds to.
  ///
  /// The keys that move the selection by a page or to an end, and the keys that edit the filter, have no label. The
  /// help does not show them.
  ///
  /// - Parameter area: The area of the list.
  /// - Returns: The keys, from most to least important.
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

  /// Returns the action for an event, or `nil` if the list does not respond to it.
  ///
  /// The list responds to its keys, the mouse wheel and clicks. While the filter is edited, it also responds to typed
  /// and pasted text.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - area: The area of the list.
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
  /// Returns whether two lists have the same elements, selection, filter and scroll position.
  public static func == (lhs: List, rhs: List) -> Bool {
    lhs.selection == rhs.selection && lhs.filter == rhs.filter
      && lhs.locksFilter == rhs.locksFilter && lhs.firstRow == rhs.firstRow
      && lhs.elements == rhs.elements
  }
}

extension List: CustomReflectable {
  /// A mirror of the list's properties, without search results.
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
  fileprivate var shown: ListSearch.Result {
    guard let text = filter?.text, !text.isEmpty else { return .all(elements.count) }
    return .some(search.positions(of: text, in: elements))
  }

  private func row(in shown: ListSearch.Result) -> Int {
    selection.flatMap { elements.index(id: $0) }.flatMap(shown.row) ?? 0
  }

  fileprivate func window(of shown: ListSearch.Result, room: Int) -> ScrollWindow {
    ScrollWindow(count: shown.count, room: room, first: firstRow, selection: row(in: shown))
  }

  fileprivate func rows(in area: Screen.Area) -> Screen.Area {
    area.rows([.fixed(filter == nil ? 0 : 1), .flexible()])[1]
  }
}

extension Screen {
  /// Draws the elements of a list around the selected one, below the filter if the list has one.
  ///
  /// The list shows `>` before the selected element, and ends wide titles in `…`. Arrows at the right edge indicate
  /// more elements above or below.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - area: The area to draw in.
  ///   - isFocused: Whether the list has the focus. A focused list reverses the colors of the selected row, and shows
  ///     the cursor while the filter is edited.
  ///   - style: The style of the rows.
  /// - Complexity: O(*m* + log *n*) for *m* cells of the area, including scalars that occupy no cell, and *n* elements.
  ///   The first time after the elements or the filter change, O(*n*) in the lengths of the searched texts.
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
