// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTestSupport
import Synchronization
import Testing

/// Components with a hundred thousand rows or a million characters, of which only what is shown is looked at.
@Suite struct LargeComponentsTests {
  private static let size = Screen.Size(rows: 24, columns: 80)
  private static let area = Screen(size: size).area

  private static func draw(_ draw: (inout Screen, Screen.Area) -> Void) -> String {
    var screen = Screen(size: size)
    draw(&screen, area)
    return screen.plainText
  }

  /// Expects work to take no longer with a value 64 times as large.
  private func expectConstantTime<Value>(
    _ name: String,
    small: Value,
    large: Value,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ work: (inout Value) -> Void
  ) {
    var (small, large) = (small, large)
    let isConstant = Growth.isConstant { isLarge in
      if isLarge { work(&large) } else { work(&small) }
    }
    #expect(isConstant, "\(name)", sourceLocation: sourceLocation)
  }

  // MARK: Lists

  /// Counts how often texts were asked for.
  private final class Counter: Sendable {
    private let counts = Mutex((titles: 0, searchTexts: 0))

    func countTitle() { counts.withLock { $0.titles += 1 } }

    func countSearchText() { counts.withLock { $0.searchTexts += 1 } }

    /// Returns the counts since the last time.
    func take() -> (titles: Int, searchTexts: Int) {
      counts.withLock { counts in
        defer { counts = (0, 0) }
        return counts
      }
    }
  }

  private struct Row: ListElement {
    let id: Int
    let counter: Counter

    var title: String {
      counter.countTitle()
      return "Row \(id)"
    }

    var searchText: String {
      counter.countSearchText()
      return "Row \(id)"
    }

    static func == (lhs: Row, rhs: Row) -> Bool { lhs.id == rhs.id }
  }

  @Test func `a list reads only the titles that it shows`() {
    let counter = Counter()
    var list = List(IdentifiedArray((0..<100_000).map { Row(id: $0, counter: counter) }))
    func press(_ key: Key) {
      guard let action = list.action(for: .key(key), in: Self.area) else {
        Issue.record("\(key) means nothing")
        return
      }
      _ = List<Row>.reducer.run(&list, action, ())
    }
    for key in [Key.down, .end, .pageUp, .home] {
      press(key)
      #expect(counter.take() == (0, 0))
    }
    _ = Self.draw { $0.draw(list, in: $1) }
    #expect(counter.take() == (24, 0))

    press("/")
    #expect(counter.take() == (0, 100_000))
    for key in "Row 77" { press(.character(key)) }
    _ = Self.draw { $0.draw(list, in: $1) }
    #expect(counter.take() == (23, 0))
    for key in [Key.end, .up, .up, .return] { press(key) }
    #expect(list.selectedElement?.id == 77_997)
    #expect(counter.take() == (0, 0))
    #expect(Self.draw { $0.draw(list, in: $1) }.hasSuffix("> Row 77997\n  Row 77998\n  Row 77999"))
    #expect(counter.take() == (23, 0))

    // A change makes the list search again, once.
    list.elements.remove(id: 77_997)
    let copy = list
    for _ in 0..<3 { _ = Self.draw { $0.draw(copy, in: $1) } }
    #expect(list.selectedElement?.id == 77)
    #expect(counter.take() == (69, 99_999))
  }

  // MARK: Tables

  @Test func `a table measures only the rows that it shows`() {
    func makeTable(rows: Int) -> Table {
      let texts = (0..<rows).map { ["Row \($0)", $0 == 50_000 ? "a long text" : "\($0 % 7)"] }
      return Table(columns: [Table.Column("Name"), Table.Column("Points")], rows: texts)
    }
    var table = makeTable(rows: 100_000)
    let columns: (Table) -> Int? = { table in
      Self.draw { $0.draw(table, in: $1) }.split(separator: "\n")[0].firstIndex(of: "P")
        .map { Self.draw { $0.draw(table, in: $1) }.prefix(upTo: $0).count }
    }
    #expect(columns(table) == 8)
    table.firstRow = 49_990
    #expect(columns(table) == 11)
    var small = makeTable(rows: 1_562)
    small.firstRow = 781
    expectConstantTime("drawing", small: small, large: table) { table in
      _ = Self.draw { $0.draw(table, in: $1) }
    }
  }

  // MARK: Texts

  @Test func `a viewport reads only the lines that it shows`() {
    func makeViewport(lines: Int) -> Viewport {
      let text = (0..<lines).map { "\($0) is the number of this line." }.joined(separator: "\n")
      var viewport = Viewport(text)
      #expect(
        Self.draw { $0.draw(viewport, in: $1) }.hasPrefix("0 is the number of this line.\n1 is")
      )
      for key in [Key.end, .up, .pageUp] {
        guard let action = viewport.action(for: .key(key), in: Self.area) else {
          Issue.record("\(key) means nothing")
          continue
        }
        _ = Viewport.reducer.run(&viewport, action, ())
      }
      #expect(viewport.firstRow == lines - 49)
      return viewport
    }
    let (small, large) = (makeViewport(lines: 1_562), makeViewport(lines: 100_000))
    expectConstantTime("drawing", small: small, large: large) { viewport in
      _ = Self.draw { $0.draw(viewport, in: $1) }
    }
    expectConstantTime("a key", small: small, large: large) { viewport in
      _ = viewport.action(for: .key(.up), in: Self.area)
    }
  }

  @Test func `only the visible part of a long line is measured`() {
    let (short, long) = (
      String(repeating: "a", count: 3_125), String(repeating: "a", count: 200_000)
    )
    func makeViewport(_ line: String) -> Viewport {
      Viewport("\(line)\n\(line)", firstColumn: 1_000)
    }
    let viewport = makeViewport(long)
    #expect(
      Self.draw { $0.draw(viewport, in: $1) }.split(separator: "\n").map(\.count) == [80, 80]
    )
    expectConstantTime("a viewport", small: makeViewport(short), large: viewport) { viewport in
      _ = Self.draw { $0.draw(viewport, in: $1) }
    }
    func makeTable(_ text: String) -> Table {
      Table(columns: [Table.Column("Text")], rows: [[text]])
    }
    let table = makeTable(long)
    #expect(Self.draw { $0.draw(table, in: $1) }.hasSuffix("aaa…"))
    expectConstantTime("a table", small: makeTable(short), large: table) { table in
      _ = Self.draw { $0.draw(table, in: $1) }
    }
    func makeList(_ filter: String) -> List<Row> {
      List([Row(id: 0, counter: Counter())], filter: TextField(filter))
    }
    let list = makeList(long)
    #expect(Self.draw { $0.draw(list, in: $1) }.hasSuffix("aaa"))
    expectConstantTime("a filter", small: makeList(short), large: list) { list in
      _ = Self.draw { $0.draw(list, in: $1) }
    }
    expectConstantTime("help", small: HelpLine([short]), large: HelpLine([long])) { help in
      _ = help.lines(columns: 80, rows: 3)
    }
  }

  // MARK: Tabs and help

  @Test func `tabs and help measure only the texts that they show`() {
    let titles = (0..<100_000).map { "Tab \($0)" }
    let tabs = Tabs(titles, selection: 50_000)
    let picture = Self.draw { $0.draw(tabs, in: $1) }
    #expect(picture.contains(" Tab 49999  [Tab 50000]  Tab 50001 "))
    #expect(picture.first == "‹" && picture.last == "›" && picture.count == 80)
    let help = HelpLine(titles)
    #expect(Self.draw { $0.draw(help, in: $1) }.hasSuffix(" …"))
    let fewTitles = Array(titles.prefix(1_562))
    let fewTabs = Tabs(fewTitles, selection: 781)
    expectConstantTime("tabs", small: fewTabs, large: tabs) { tabs in
      _ = Self.draw { $0.draw(tabs, in: $1) }
    }
    let click = TerminalEvent.mouse(TerminalEvent.Mouse(.press(.left), row: 0, column: 5))
    expectConstantTime("a click", small: fewTabs, large: tabs) { tabs in
      _ = tabs.action(for: click, in: Self.area)
    }
    expectConstantTime("help", small: HelpLine(fewTitles), large: help) { help in
      _ = help.lines(columns: 80, rows: 3)
    }
  }

  // MARK: Fields

  @Test(arguments: [("ASCII", "word ", 40_000), ("Japanese", "ゲーム ", 25_000)])
  func `a text field reads only the text near its cursor`(name: String, word: String, count: Int) {
    func makeField(words: Int) -> TextField {
      var field = TextField(String(repeating: word, count: words))
      for _ in 0..<9 { _ = TextField.reducer.run(&field, .movedLeft, ()) }
      return field
    }
    var (small, large) = (makeField(words: count / 64), makeField(words: count))
    expectConstantTime("drawing", small: small, large: large) { field in
      _ = Self.draw { $0.draw(field, in: $1) }
    }
    expectConstantTime(
      "a secret",
      small: TextField(small.text, isSecret: true),
      large: TextField(large.text, isSecret: true)
    ) { field in
      _ = Self.draw { $0.draw(field, in: $1) }
    }
    expectConstantTime("the beginning", small: small, large: large) { field in
      _ = Self.draw { $0.draw(field, in: $1, isFocused: false) }
    }
    let keys: [Key] = [
      "x", .backspace, .left, "\u{301}", "x", .right, .delete, .alt("b"), .alt("f"), .home, .end,
    ]
    for key in keys {
      guard let action = large.action(for: .key(key)) else { continue }
      let isConstant = Growth.isConstant { isLarge in
        _ =
          isLarge
          ? TextField.reducer.run(&large, action, ()) : TextField.reducer.run(&small, action, ())
      }
      #expect(isConstant, "\(name): \(key)")
    }
    #expect(large.cursor == large.text.count)
  }

  @Test func `editing flags takes time linear in their number`() {
    let (few, many) = (String(repeating: "🇫🇷", count: 125), String(repeating: "🇫🇷", count: 8_000))
    let isLinear = Growth.isLinear { isLarge in
      var field = TextField(isLarge ? many : few, cursor: 0)
      _ = TextField.reducer.run(&field, .inserted("🇩"), ())
      #expect(field.cursor == 1)
      _ = TextField.reducer.run(&field, .movedToEnd, ())
      #expect(field.cursor == (isLarge ? 8_001 : 126))
    }
    #expect(isLinear)
  }

  @Test func `a text field edits a character of one megabyte`() {
    var field = TextField("a" + String(repeating: "\u{301}", count: 500_000))
    #expect(field.cursor == 1)
    _ = TextField.reducer.run(&field, .inserted("\u{301}b"), ())
    #expect(field.cursor == 2)
    #expect(Self.draw { $0.draw(field, in: $1) }.hasSuffix("b"))
    _ = TextField.reducer.run(&field, .deletedBackward, ())
    _ = TextField.reducer.run(&field, .deletedBackward, ())
    #expect(field == TextField())
  }
}
