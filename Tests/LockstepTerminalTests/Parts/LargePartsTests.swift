// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTestSupport
import Synchronization
import Testing

/// Parts with a hundred thousand rows or a million characters, of which only what is shown is looked at.
@Suite struct LargePartsTests {
  private static let size = Screen.Size(rows: 24, columns: 80)
  private static let area = Screen(size: size).area

  private static func draw(_ draw: (inout Screen, Screen.Area) -> Void) -> String {
    var screen = Screen(size: size)
    draw(&screen, area)
    return screen.plainText
  }

  /// Expects some work to take at most a fifth of the time of other work, which visits every element.
  ///
  /// Compares the fastest of up to thirty runs of each, to reduce the influence of other processes.
  private func expect(
    _ name: String,
    _ work: () -> Void,
    isMuchFasterThan other: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func fastest(_ work: () -> Void) -> Duration {
      (0..<3).map { _ in ContinuousClock().measure(work) }.min() ?? .zero
    }
    var (time, limit) = (fastest(work), fastest(other) / 5)
    for _ in 0..<9 where time >= limit {
      (time, limit) = (min(time, fastest(work)), min(limit, fastest(other) / 5))
    }
    #expect(time < limit, "\(name)", sourceLocation: sourceLocation)
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

  @Test func `a list asks for the titles that it shows`() {
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

  @Test func `a table measures the rows that it shows`() {
    let texts = (0..<100_000).map { ["Row \($0)", $0 == 50_000 ? "a long text" : "\($0 % 7)"] }
    var table = Table(columns: [Table.Column("Name"), Table.Column("Points")], rows: texts)
    let columns: (Table) -> Int? = { table in
      Self.draw { $0.draw(table, in: $1) }.split(separator: "\n")[0].firstIndex(of: "P")
        .map { Self.draw { $0.draw(table, in: $1) }.prefix(upTo: $0).count }
    }
    #expect(columns(table) == 8)
    table.firstRow = 49_990
    #expect(columns(table) == 11)
    let all = texts
    expect("drawing") {
      _ = Self.draw { $0.draw(table, in: $1) }
    } isMuchFasterThan: {
      _ = all.reduce(0) { max($0, $1[0].terminalColumns) }
    }
  }

  // MARK: Texts

  @Test func `a viewport looks at the lines that it shows`() {
    let text = (0..<100_000).map { "\($0) is the number of this line." }.joined(separator: "\n")
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
    #expect(viewport.firstRow == 99_951)
    let scrolled = viewport
    expect("drawing") {
      _ = Self.draw { $0.draw(scrolled, in: $1) }
    } isMuchFasterThan: {
      _ = text.split(separator: "\n").count
    }
    expect("a key") {
      _ = scrolled.action(for: .key(.up), in: Self.area)
    } isMuchFasterThan: {
      _ = text.split(separator: "\n").count
    }
  }

  @Test func `a long line is measured as far as it is shown`() {
    let text = String(repeating: "a", count: 200_000)
    let viewport = Viewport("\(text)\n\(text)", firstColumn: 1_000)
    #expect(
      Self.draw { $0.draw(viewport, in: $1) }.split(separator: "\n").map(\.count) == [80, 80]
    )
    let table = Table(columns: [Table.Column("Text")], rows: [[text]])
    #expect(Self.draw { $0.draw(table, in: $1) }.hasSuffix("aaa…"))
    let list = List([Row(id: 0, counter: Counter())], filter: TextField(text))
    #expect(Self.draw { $0.draw(list, in: $1) }.hasSuffix("aaa"))
    let works: [(String, () -> Void)] = [
      ("a viewport", { _ = Self.draw { $0.draw(viewport, in: $1) } }),
      ("a table", { _ = Self.draw { $0.draw(table, in: $1) } }),
      ("a filter", { _ = Self.draw { $0.draw(list, in: $1) } }),
      ("help", { _ = HelpLine([text]).lines(columns: 80, rows: 3) }),
    ]
    for (name, work) in works {
      expect(name, work, isMuchFasterThan: { _ = text.map { $0 }.count })
    }
  }

  // MARK: Tabs and help

  @Test func `tabs and help measure the texts that they show`() {
    let titles = (0..<100_000).map { "Tab \($0)" }
    let tabs = Tabs(titles, selection: 50_000)
    let picture = Self.draw { $0.draw(tabs, in: $1) }
    #expect(picture.contains(" Tab 49999  [Tab 50000]  Tab 50001 "))
    #expect(picture.first == "‹" && picture.last == "›" && picture.count == 80)
    let help = HelpLine(titles)
    #expect(Self.draw { $0.draw(help, in: $1) }.hasSuffix(" …"))
    func all() { _ = titles.reduce(0) { $0 + $1.terminalColumns } }
    expect("tabs") {
      _ = Self.draw { $0.draw(tabs, in: $1) }
    } isMuchFasterThan: {
      all()
    }
    let click = TerminalEvent.mouse(TerminalEvent.Mouse(.press(.left), row: 0, column: 5))
    expect("a click") {
      _ = tabs.action(for: click, in: Self.area)
    } isMuchFasterThan: {
      all()
    }
    expect("help", { _ = help.lines(columns: 80, rows: 3) }, isMuchFasterThan: { all() })
  }

  // MARK: Fields

  @Test(
    arguments: [
      ("ASCII", String(repeating: "word ", count: 40_000)),
      ("Japanese", String(repeating: "ゲーム ", count: 25_000)),
    ]
  )
  func `a field looks at what is near the cursor`(name: String, text: String) {
    var field = TextField(text)
    let isSecret = TextField(text, isSecret: true)
    func all() { _ = text.map { $0 }.count }
    for _ in 0..<9 { _ = TextField.reducer.run(&field, .movedLeft, ()) }
    let shown = field
    expect("drawing") {
      _ = Self.draw { $0.draw(shown, in: $1) }
    } isMuchFasterThan: {
      all()
    }
    expect("a secret") {
      _ = Self.draw { $0.draw(isSecret, in: $1) }
    } isMuchFasterThan: {
      all()
    }
    expect("the beginning") {
      _ = Self.draw { $0.draw(shown, in: $1, isFocused: false) }
    } isMuchFasterThan: {
      all()
    }
    let keys: [Key] = [
      "x", .backspace, .left, "\u{301}", "x", .right, .delete, .alt("b"), .alt("f"), .home, .end,
    ]
    for key in keys {
      guard let action = field.action(for: .key(key)) else { continue }
      expect("\(name): \(key)") {
        _ = TextField.reducer.run(&field, action, ())
      } isMuchFasterThan: {
        all()
      }
    }
    #expect(field.cursor == field.text.count)
  }

  @Test func `flags take time in their number`() {
    func insert(flags: Int, times: Int) -> Duration {
      let text = String(repeating: "🇫🇷", count: flags)
      return (0..<3)
        .map { _ in
          ContinuousClock().measure {
            for _ in 0..<times {
              var field = TextField(text, cursor: 0)
              _ = TextField.reducer.run(&field, .inserted("🇩"), ())
              #expect(field.cursor == 1)
              _ = TextField.reducer.run(&field, .movedToEnd, ())
              #expect(field.cursor == flags + 1)
            }
          }
        }
        .min() ?? .zero
    }
    #expect(insert(flags: 8_000, times: 1) < insert(flags: 500, times: 16) * 4)
  }

  @Test func `a character of a megabyte is taken`() {
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
