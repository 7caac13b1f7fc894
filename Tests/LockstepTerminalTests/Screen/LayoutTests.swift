// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct LayoutTests {
  private typealias Length = Screen.Length

  private func area(rows: Int = 10, columns: Int = 8) -> Screen.Area {
    Screen.Area(row: 1, column: 2, rows: rows, columns: columns)
  }

  @Test func `rows lie below one another`() {
    let parts = area().rows([.fixed(3), .flexible(minimum: 2), .fraction(0.25)])
    #expect(
      parts == [
        Screen.Area(row: 1, column: 2, rows: 3, columns: 8),
        Screen.Area(row: 4, column: 2, rows: 4, columns: 8),
        Screen.Area(row: 8, column: 2, rows: 3, columns: 8),
      ]
    )
  }

  @Test func `columns lie beside one another`() {
    let parts = area().columns([.fixed(2), .flexible(), .fixed(1)], spacing: 1)
    #expect(
      parts == [
        Screen.Area(row: 1, column: 2, rows: 10, columns: 2),
        Screen.Area(row: 1, column: 5, rows: 10, columns: 3),
        Screen.Area(row: 1, column: 9, rows: 10, columns: 1),
      ]
    )
  }

  @Test(arguments: [
    (10, [3, 4, 3]),
    (6, [3, 2, 1]),
    (4, [3, 1, 0]),
    (2, [2, 0, 0]),
    (0, [0, 0, 0]),
  ])
  func `fractions shrink before minimums, and minimums before fixed lengths`(
    rows: Int,
    expected: [Int]
  ) {
    let parts = area(rows: rows).rows([.fixed(3), .flexible(minimum: 2), .fraction(0.25)])
    #expect(parts.map(\.rows) == expected)
  }

  @Test func `the last of several fixed lengths shrinks first`() {
    let parts = area(columns: 5).columns([.fixed(2), .fixed(2), .fixed(2)])
    #expect(parts.map(\.columns) == [2, 2, 1])
  }

  @Test func `flexible lengths share the remaining space`() {
    let shared = area().rows([.flexible(), .flexible(), .flexible()])
    #expect(shared.map(\.rows) == [3, 3, 4])
    let more = area().rows([.flexible(minimum: 4), .flexible()])
    #expect(more.map(\.rows) == [7, 3])
    #expect(area().rows([.fixed(2)]).map(\.rows) == [2])
    #expect(area().rows([]) == [])
  }

  @Test func `fractions that add up to 1 fill the area`() {
    let halves = area(columns: 80).columns([.fraction(0.5), .fraction(0.5)], spacing: 1)
    #expect(halves.map(\.column) == [2, 43])
    #expect(halves.map(\.columns) == [40, 39])
    let tenths = area(columns: 79).columns(Array(repeating: .fraction(0.1), count: 10))
    #expect(tenths.map(\.columns).reduce(0, +) == 79)
    #expect(tenths.allSatisfy { (7...8).contains($0.columns) })
  }

  @Test func `parts are within the area and fill it if one is flexible`() {
    let lists: [[Length]] = [
      [.flexible()],
      [.fixed(3), .flexible(minimum: 2), .fraction(0.5)],
      [.fraction(0.3), .fraction(0.3), .flexible(minimum: 9), .flexible()],
      [.fixed(.max), .flexible(minimum: .min), .fraction(.nan)],
      [.fraction(.infinity), .flexible(minimum: .max), .fraction(-1), .fixed(.min)],
    ]
    for lengths in lists {
      for total in Array(0...40) + [2_000, 999_000] {
        for spacing in [.min, 0, 1, 3, .max] as [Int] {
          let whole = area(columns: total)
          let parts = whole.columns(lengths, spacing: spacing)
          let gap = min(max(0, spacing), 1_000_000)
          var end = whole.column
          for part in parts {
            #expect(part.column >= end && part.rows == whole.rows)
            end = part.column + part.columns
          }
          let isFilled = end == whole.column + whole.columns
          #expect(isFilled || whole.columns < gap * (lengths.count - 1))
          #expect(end <= whole.column + whole.columns)
        }
      }
    }
  }

  @Test func `an area contains the places within its bounds`() {
    let area = area(rows: 2, columns: 3)
    #expect(area.contains(row: 1, column: 2))
    #expect(area.contains(row: 2, column: 4))
    #expect(area.contains(row: 0, column: 2) == false)
    #expect(area.contains(row: 3, column: 2) == false)
    #expect(area.contains(row: 1, column: 5) == false)
    #expect(area.contains(row: .max, column: .min) == false)
    #expect(self.area(rows: 0).contains(row: 1, column: 2) == false)
  }

  // MARK: Text

  @Test(
    arguments: [
      ("The hobbit", 10, "The hobbit"),
      ("The hobbit", 7, "The ho…"),
      ("The hobbit", 1, "…"),
      ("The hobbit", 0, ""),
      ("The hobbit", .min, ""),
      ("", 0, ""),
      ("one\ntwo", 9, "one…"),
      ("one\ntwo", 3, "on…"),
      ("ゲーム", 6, "ゲーム"),
      ("ゲーム", 5, "ゲー…"),
      ("ゲーム", 4, "ゲ…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ] as [(String, Int, String)]
  )
  func `text that does not fit ends with an ellipsis`(text: String, columns: Int, expected: String)
  {
    #expect(text.truncated(columns: columns) == expected)
  }

  @Test func `text is truncated to the rows and columns of an area`() {
    let text = "one\nthe second\n3\nfour"
    let picture = drawn(4, 12) { screen, area in
      screen.put(text, in: area.inset(rows: 0, columns: 2))
      screen.put("cut\noff", in: Screen.Area(row: 0, column: 6, rows: 1, columns: 6))
    }
    #expect(picture == "  one cut…\n  the sec…\n  3\n  four")
    let short = drawn(3, 8) { screen, area in screen.put(text, in: area) }
    #expect(short == "one\nthe sec…\n3…")
  }

  @Test func `texts are aligned`() {
    let picture = drawn(3, 6) { screen, area in
      for (row, alignment) in Screen.Alignment.allCases.enumerated() {
        screen.put("abc", in: area.rows([.fixed(row), .fixed(1)])[1], alignment: alignment)
      }
    }
    #expect(picture == "abc\n abc\n   abc")
  }
}
