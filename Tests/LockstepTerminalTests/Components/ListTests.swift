// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTestSupport
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

  @Test func `the first element is selected if the selected element is removed`() {
    var list = List(Self.words, selection: 3)
    #expect(list.selectedElement?.title == "charlie")
    list.elements.remove(id: 3)
    #expect(list.selectedElement?.title == "alpha")
    list.elements = []
    #expect(list.selectedElement == nil)
    #expect(picture(list) == "")
  }

  @Test func `a title that is too long ends with an ellipsis`() {
    let list = List([Word(id: 1, title: "a very long title"), Word(id: 2, title: "two\nlines")])
    #expect(picture(list) == "> a very …\n  two…")
  }

  @Test func `the filter shows the elements that contain its text`() {
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

  @Test func `a row selected with the filter stays selected`() {
    let list = List(Self.words, selection: 1, filter: TextField("rav"))
    let store = makeStore(list)
    #expect(store.state.selectedElement?.id == 2)
    store.send(.filterClosed) {
      $0.filter = nil
      $0.selection = 2
    }
  }

  @Test func `keys map to actions`() {
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

  @Test func `an open filter receives typed text`() {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 10)
    let list = List(Self.words, filter: TextField())
    func action(_ key: Key) -> List<Word>.Action? { list.action(for: .key(key), in: area) }
    #expect(action(.down) == .moved(by: 1, rows: 2))
    #expect(action(.character("/")) == .filter(.inserted("/")))
    #expect(action(.left) == .filter(.movedLeft))
    #expect(action(.escape) == .filterClosed)
    #expect(action(.return) == .filterKept)
    #expect(action(.backspace) == .filter(.deletedBackward))
    #expect(list.action(for: .paste("a"), in: area) == .filter(.inserted("a")))
  }

  @Test func `a kept filter receives no text`() {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 10)
    let store = makeStore(List(Self.words, selection: 1, filter: TextField("e")))
    #expect(store.state.isEditing)
    store.send(.filterKept) { $0.locksFilter = true }
    #expect(store.state.isEditing == false)
    #expect(store.state.shownElements.map(\.title) == ["charlie", "delta", "echo"])
    func action(_ key: Key) -> List<Word>.Action? { store.state.action(for: .key(key), in: area) }
    #expect(action("x") == nil)
    #expect(action(.backspace) == nil)
    #expect(action(.return) == nil)
    #expect(store.state.action(for: .paste("a"), in: area) == nil)
    #expect(action(.escape) == .filterClosed)
    #expect(action("/") == .filterOpened)
    store.send(.filterOpened) { $0.locksFilter = false }
    #expect(store.state.filter == TextField("e"))
    store.send(.filter(.deletedBackward)) { $0.filter = TextField() }
    store.send(.filterKept) { $0.filter = nil }
    store.send(.filterKept)
    #expect(store.state.isEditing == false)
  }

  @Test func `the selection in a kept filter remains after the filter closes`() {
    let store = makeStore(List(Self.words, filter: TextField("o"), locksFilter: true))
    #expect(store.state.selectedElement?.id == 2)
    store.send(.filterClosed) {
      $0.filter = nil
      $0.locksFilter = false
      $0.selection = 2
    }
  }

  @Test(
    arguments: [
      (nil, false, "[↑↓] Move   [/] Filter"),
      (
        "a", false,
        "[Enter] Keep filter   [Esc] Show all   [↑↓] Move"
      ),
      (
        "a", true,
        "[↑↓] Move   [/] Filter   [Esc] Show all"
      ),
      ("x", true, "[/] Filter   [Esc] Show all"),
    ] as [(String?, Bool, String)]
  )
  func `the help lists the available keys`(filter: String?, locksFilter: Bool, help: String) {
    let area = Screen.Area(row: 0, column: 0, rows: 3, columns: 10)
    let list = List(Self.words, filter: filter.map { TextField($0) }, locksFilter: locksFilter)
    #expect(HelpLine(list.keys(in: area)).lines(columns: 200, rows: 1) == [help])
  }

  @Test func `search results do not affect the equality of lists`() {
    let list = List(Self.words, selection: 2, filter: TextField("a"))
    let other = List(Self.words, selection: 2, filter: TextField("a"))
    #expect(list.shownElements.count == 4)
    #expect(list == other)
    let labels = Mirror(reflecting: list).children.map(\.label)
    #expect(labels == ["elements", "selection", "filter", "locksFilter", "firstRow"])
  }

  @Test func `the cursor is in the filter while the user edits it`() {
    func cursor(_ list: List<Word>, isFocused: Bool = true) -> Screen.Place? {
      var screen = Screen(size: Screen.Size(rows: 4, columns: 10))
      let area = Screen.Area(row: 1, column: 2, rows: 3, columns: 8)
      screen.draw(list, in: area, isFocused: isFocused)
      return screen.cursor
    }
    #expect(cursor(List(Self.words)) == nil)
    #expect(cursor(List(Self.words, filter: TextField("ab"))) == Screen.Place(row: 1, column: 5))
    #expect(cursor(List(Self.words, filter: TextField("ab")), isFocused: false) == nil)
    #expect(cursor(List(Self.words, filter: TextField("ab"), locksFilter: true)) == nil)
  }

  // MARK: Searching

  private struct Game: ListElement {
    let id: Int
    var title: String
    var players: String
    var searchText: String { "\(title) \(players)" }
  }

  @Test func `the filter also searches text that the list does not show`() {
    var list = List([
      Game(id: 1, title: "Chess", players: "Ada"), Game(id: 2, title: "Go", players: "Bob"),
    ])
    list.filter = TextField("bo")
    #expect(list.shownElements.map(\.id) == [2])
    #expect(drawn(2, 9) { screen, area in screen.draw(list, in: area) } == "/bo\n> Go")
  }

  private func found(_ text: String, in titles: [String]) -> [String] {
    let words = titles.enumerated().map { Word(id: $0, title: $1) }
    return List(IdentifiedArray(words), filter: TextField(text)).shownElements.map(\.title)
  }

  @Test func `the filter finds letters in any case and normalization form`() {
    let titles = ["Été", "e\u{301}te\u{301}", "ETE", "Straße", "ゲーム", "한국어", "", "🇩🇪"]
    #expect(found("e", in: titles) == ["Été", "e\u{301}te\u{301}", "ETE", "Straße"])
    #expect(found("É", in: titles) == ["Été", "e\u{301}te\u{301}", "ETE", "Straße"])
    #expect(found("e\u{301}T", in: titles) == ["Été", "e\u{301}te\u{301}", "ETE"])
    #expect(found("STRASS", in: titles) == ["Straße"])
    #expect(found("ß", in: titles) == ["Straße"])
    #expect(found("ーム", in: titles) == ["ゲーム"])
    #expect(found("하", in: titles) == ["한국어"])
    #expect(found("🇩🇪", in: titles) == ["🇩🇪"])
    #expect(found("ab", in: ["a", "b", "ab", "ba"]) == ["ab"])
  }

  /// Whatever is typed and deleted, and however the elements change: the same is shown as without what is known from
  /// before.
  @Test(
    arguments: [
      ("Résumé", ["resume", "RÉSUMÉ", "rés", "sume\u{301}"]),
      ("Café au lait", ["cafe au", "CAFÉ A", "e a"]),
      ("Étienne", ["etienne", "étienne", "Etîenne"]),
      ("Ångström", ["angstrom", "\u{212B}NGSTRÖM", "gstro"]),
      ("Đà Nẵng", ["Nang", "nẵng", "Nắng"]),
      ("ΟΔΟΣ", ["οδος", "οδοσ", "όδος"]),
      ("οδός", ["ΟΔΟΣ", "οδοσ"]),
      ("Ёлка, йод", ["елка", "ИОД", "ёл"]),
      ("Straße", ["strasse", "STRASSE", "ẞ"]),
      ("한국어", ["한국", "하", "한구"]),
      ("แผ่น", ["แผ่น", "แผ่", "แผ", "ผ"]),
      ("a\u{323}\u{301}b", ["a\u{301}\u{323}b", "ạb", "áb", "ab"]),
      // Marks that count, in both orders.
      ("บุ\u{E48}น", ["บ\u{E48}\u{E38}น", "บุ\u{E48}น"]),
      ("𝅘𝅥 \u{2F800}", ["\u{1D158}\u{1D165}", "\u{4E3D}"]),
      ("none", ["\u{301}", "\u{301}N\u{302}"]),
    ]
  )
  func `the filter ignores accents and case`(title: String, texts: [String]) {
    for text in texts { #expect(found(text, in: ["", title]).last == title, "\(text)") }
  }

  @Test func `the filter finds every letter in both cases`() {
    for scalar in (0x80...0x1FFFF).compactMap(Unicode.Scalar.init) {
      // An iota below a letter is a mark, but a letter in upper case.
      if String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.contains("\u{345}") {
        continue
      }
      let forms = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
      for form in Set(forms) where form != String(scalar) {
        #expect(found(form, in: ["\(scalar)"]) == ["\(scalar)"])
        #expect(found("\(scalar)", in: [form]) == [form])
      }
    }
  }

  @Test func `the filter distinguishes marks that are not accents`() {
    #expect(found("แผน", in: ["แผ่น", "แผน"]) == ["แผน"])
    #expect(found("แผ่น", in: ["แผ่น", "แผน"]) == ["แผ่น"])
    #expect(found("かく", in: ["がく", "かく"]) == ["かく"])
    #expect(found("ruc", in: ["Résumé", "", "Crux"]).isEmpty)
    #expect(found("\u{301}", in: ["Résumé", "", "Crux"]) == ["Résumé", "", "Crux"])
  }

  @Test func `text typed letter by letter has the same results as pasted text`() {
    let titles = [
      "Résumé", "resume", "Café au lait", "Étienne", "Ångström", "Nẵng", "Nang", "ΟΔΟΣ", "οδός",
      "แผ่น", "แผน", "a\u{323}\u{301}b", "บุ\u{E48}น", "한국어", "Straße", "STRASSE", "", "\u{301}",
    ]
    let words = titles.enumerated().map { Word(id: $0, title: $1) }
    for text in titles {
      var list = List(IdentifiedArray(words), filter: TextField())
      for scalar in text.unicodeScalars {
        _ = List<Word>.reducer.run(&list, .filter(.inserted(String(scalar))), ())
        let typed = list.filter?.text ?? ""
        #expect(list.shownElements.map(\.title) == found(typed, in: titles), "\(typed)")
      }
      #expect(list.shownElements.contains { $0.title == text })
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the filter updates its results if its text or the elements change`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func word() -> String {
      String(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in random.pick(Array("aaab cA")) }
      )
    }
    var list = List(
      IdentifiedArray((0..<60).map { Word(id: $0, title: word()) }),
      filter: TextField()
    )
    for step in 0..<60 {
      let copy = list
      switch Int.random(in: 0..<5, using: &random) {
      case 0: list.elements[id: Int.random(in: 0..<60, using: &random)]?.title = word()
      case 1: list.elements.remove(id: Int.random(in: 0..<60, using: &random))
      case 2: _ = List<Word>.reducer.run(&list, .filter(.deletedBackward), ())
      default:
        _ = List<Word>.reducer.run(
          &list,
          .filter(.inserted(random.pick(["a", "b", "c", "A"]))),
          ()
        )
      }
      for list in [list, copy] {
        let text = list.filter?.text.lowercased() ?? ""
        let expected = list.elements.filter { text.isEmpty || $0.title.lowercased().contains(text) }
        #expect(list.shownElements == Array(expected), "seed \(seed), step \(step): \(text)")
      }
    }
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
  func `the selection is highlighted`(isFocused: Bool, style: Style) {
    var screen = Screen(size: Screen.Size(rows: 2, columns: 9))
    screen.draw(List(Self.words), in: screen.area, isFocused: isFocused)
    #expect((0..<8).allSatisfy { screen[row: 0, column: $0]?.style == style })
    #expect(screen[row: 1, column: 2]?.style == .plain)
  }
}
