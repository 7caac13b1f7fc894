// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTesting
import Testing

@Suite struct ListTests {
  private struct Word: ListElement {
    let id: Int
    var title: String
  }

  private static let words: IdentifiedArrayOf<Word> = [
    Word(id: 1, title: "alpha"),
    Word(id: 2, title: "bravo"),
    Word(id: 3, title: "charlie"),
    Word(id: 4, title: "delta"),
    Word(id: 5, title: "echo"),
  ]

  private func makeStore(
    _ list: List<Word> = List(Self.words)
  ) -> TestStore<List<Word>, List<Word>.Action, Void> {
    TestStore(initialState: list, reducer: List<Word>.reducer, environment: ())
  }

  private func picture(_ list: List<Word>, rows: Int = 3) -> String {
    drawn(rows, 10) { screen, area in screen.draw(list, in: area) }
  }

  @Test func `the list scrolls so that the selection is shown`() {
    let store = makeStore()
    #expect(picture(store.state) == "> alpha\n  bravo\n  charlie↓")
    store.send(.moved(by: 1, rows: 3)) { $0.selection = 2 }
    store.send(.moved(by: 2, rows: 3)) {
      $0.selection = 4
      $0.firstRow = 1
    }
    #expect(picture(store.state) == "  bravo  ↑\n  charlie\n> delta  ↓")
    store.send(.moved(by: -1, rows: 3)) { $0.selection = 3 }
    #expect(picture(store.state) == "  bravo  ↑\n> charlie\n  delta  ↓")
    store.send(.moved(by: 5, rows: 3)) {
      $0.selection = 5
      $0.firstRow = 2
    }
    #expect(picture(store.state) == "  charlie↑\n  delta\n> echo")
    store.send(.moved(by: .max, rows: 3))
    store.send(.moved(by: -3, rows: 3)) {
      $0.selection = 2
      $0.firstRow = 1
    }
    store.send(.moved(by: .min, rows: .max)) {
      $0.selection = 1
      $0.firstRow = 0
    }
  }

  @Test func `the selection is shown in an area of another size`() {
    let list = List(Self.words, selection: 5)
    #expect(picture(list, rows: 2) == "  delta  ↑\n> echo")
    #expect(picture(list, rows: 1) == "> echo   ↑")
    #expect(picture(List(Self.words, selection: 3), rows: 1) == "> charlie↕")
    #expect(
      picture(List(Self.words, selection: 9, firstRow: .max), rows: 6)
        == "> alpha\n  bravo\n  charlie\n  delta\n  echo"
    )
  }

  @Test func `the first element is selected while the selected one is not there`() {
    var list = List(Self.words, selection: 3)
    #expect(list.selectedElement?.title == "charlie")
    list.elements.remove(id: 3)
    #expect(list.selectedElement?.title == "alpha")
    list.elements = []
    #expect(list.selectedElement == nil)
    #expect(picture(list) == "")
  }

  @Test func `a title that is too long has a mark`() {
    let list = List([Word(id: 1, title: "a very long title"), Word(id: 2, title: "two\nlines")])
    #expect(picture(list) == "> a very …\n  two…")
  }

  @Test func `the filter shows what contains its text`() {
    let store = makeStore()
    store.send(.filter(.inserted("x")))
    store.send(.filterOpened) { $0.filter = TextField() }
    #expect(store.state.shownElements.count == 5)
    store.send(.filter(.inserted("L"))) { $0.filter = TextField("L") }
    #expect(store.state.shownElements.map(\.title) == ["alpha", "charlie", "delta"])
    #expect(picture(store.state, rows: 4) == "/L\n> alpha\n  charlie\n  delta")
    store.send(.moved(by: 2, rows: 3)) { $0.selection = 4 }
    store.send(.filter(.inserted("x"))) { $0.filter = TextField("Lx") }
    #expect(picture(store.state, rows: 4) == "/Lx")
    store.send(.moved(by: 1, rows: 3))
    store.send(.filterClosed) { $0.filter = nil }
  }

  @Test func `what was selected with the filter stays selected`() {
    let list = List(Self.words, selection: 1, filter: TextField("rav"))
    let store = makeStore(list)
    #expect(store.state.selectedElement?.id == 2)
    store.send(.filterClosed) {
      $0.filter = nil
      $0.selection = 2
    }
  }

  @Test func `keys have meanings`() {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 10)
    let list = List(Self.words)
    func action(_ key: Key) -> List<Word>.Action? { list.action(for: .key(key), in: area) }
    #expect(action(.up) == .moved(by: -1, rows: 3))
    #expect(action(.down) == .moved(by: 1, rows: 3))
    #expect(action(.pageUp) == .moved(by: -3, rows: 3))
    #expect(action(.pageDown) == .moved(by: 3, rows: 3))
    #expect(action(.home) == .moved(by: -5, rows: 3))
    #expect(action(.end) == .moved(by: 5, rows: 3))
    #expect(action(.character("/")) == .filterOpened)
    #expect(action(.character("x")) == nil)
    #expect(action(.left) == nil)
    #expect(action(.escape) == nil)
    #expect(action(.return) == nil)
  }

  @Test func `the filter takes what is typed while it is open`() {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 10)
    let list = List(Self.words, filter: TextField())
    func action(_ key: Key) -> List<Word>.Action? { list.action(for: .key(key), in: area) }
    #expect(action(.down) == .moved(by: 1, rows: 2))
    #expect(action(.character("/")) == .filter(.inserted("/")))
    #expect(action(.left) == .filter(.movedLeft))
    #expect(action(.escape) == .filterClosed)
    #expect(action(.return) == nil)
    #expect(list.action(for: .paste("a"), in: area) == .filter(.inserted("a")))
  }

  @Test func `clicks and the wheel move the selection`() {
    let area = Screen.Area(row: 2, column: 3, rows: 3, columns: 10)
    func action(
      _ kind: TerminalEvent.Mouse.Kind,
      _ row: Int,
      _ column: Int = 5,
      _ list: List<Word> = List(Self.words)
    ) -> List<Word>.Action? {
      list.action(for: .mouse(TerminalEvent.Mouse(kind, row: row, column: column)), in: area)
    }
    #expect(action(.press(.left), 4) == .moved(by: 2, rows: 3))
    #expect(action(.press(.left), 5) == nil)
    #expect(action(.press(.left), 1) == nil)
    #expect(action(.press(.left), 2, 2) == nil)
    #expect(action(.press(.right), 2) == nil)
    #expect(action(.release(.left), 2) == nil)
    #expect(action(.wheelDown, 2) == .moved(by: 1, rows: 3))
    #expect(action(.wheelUp, 2) == .moved(by: -1, rows: 3))
    #expect(action(.wheelUp, .max, .min) == nil)
    #expect(action(.press(.left), 3, 5, List([Word(id: 1, title: "only")])) == nil)

    let filtered = List(Self.words, selection: 2, filter: TextField())
    #expect(action(.press(.left), 2, 5, filtered) == nil)
    #expect(action(.press(.left), 3, 5, filtered) == .moved(by: -1, rows: 2))
  }

  @Test(arguments: [(true, Style(bold: true, inverse: true)), (false, Style(bold: true))])
  func `the selection stands out`(isFocused: Bool, style: Style) {
    var screen = Screen(size: Screen.Size(rows: 2, columns: 9))
    screen.draw(List(Self.words), in: screen.area, isFocused: isFocused)
    #expect((0..<8).allSatisfy { screen[row: 0, column: $0]?.style == style })
    #expect(screen[row: 1, column: 2]?.style == .plain)
  }
}
