// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct ScreenTests {
  private func screen(rows: Int = 3, columns: Int = 6) -> Screen {
    Screen(size: Screen.Size(rows: rows, columns: columns))
  }

  /// Every cell of a row, with `·` for a space and `>` for the right half of a wide character.
  private func picture(_ screen: Screen, row: Int = 0) -> String {
    String(
      (0..<screen.size.columns).map { column in
        let character = screen[row: row, column: column]?.character ?? ">"
        return character == " " ? "·" : character
      }
    )
  }

  @Test func `sizes are bounded`() {
    let small = Screen.Size(rows: .min, columns: -1)
    #expect(small == Screen.Size(rows: 0, columns: 0))
    #expect(Screen.Size(rows: .max, columns: 5).rows == Screen.Size.limit)
    var empty = Screen(size: small)
    empty.put("text", row: 0, column: 0)
    empty.putCentered("text", row: 0)
    empty.box(empty.area)
    #expect(empty.plainText == "")
  }

  @Test func `cells outside are nil`() {
    let screen = screen()
    #expect(screen[row: 2, column: 5]?.character == " ")
    #expect(screen[row: 3, column: 0] == nil)
    #expect(screen[row: 0, column: 6] == nil)
    #expect(screen[row: -1, column: .min] == nil)
  }

  @Test func `text is clipped at the edges of the screen`() {
    var screen = screen()
    screen.put("ab", row: 0, column: 4)
    screen.put("cdefgh", row: 1, column: 2)
    screen.put("12345", row: 2, column: -3)
    screen.put("no", row: 3, column: 0)
    screen.put("no", row: -1, column: 0)
    screen.put("no", row: .max, column: .max)
    screen.put("no", row: 0, column: .min)
    #expect(screen.plainText == "    ab\n  cdef\n45")
  }

  @Test func `each cell has the style of its character`() {
    var screen = screen(rows: 1, columns: 3)
    screen.put("a", row: 0, column: 0, style: Style(.red, bold: true))
    screen.put("b", row: 0, column: 1, style: Style(dim: true, inverse: true))
    let styles = (0..<3).map { screen[row: 0, column: $0]?.style }
    #expect(styles == [Style(.red, bold: true), Style(dim: true, inverse: true), .plain])
  }

  @Test func `each line starts below the first character of the text`() {
    var screen = screen()
    screen.put("a\nb\r\nc\nd", row: 0, column: 2)
    #expect(screen.plainText == "  a\n  b\n  c")
  }

  @Test func `control characters in text are replaced`() {
    var screen = screen(rows: 1, columns: 16)
    screen.put("a\u{1B}[2J\u{9B}\u{7}\tz\u{7F}\u{200B}\u{202E}", row: 0, column: 0)
    #expect(screen.plainText == "a\u{FFFD}[2J\u{FFFD}\u{FFFD} z\u{FFFD}")
  }

  @Test func `wide characters take two cells`() {
    var screen = screen(rows: 1)
    screen.put("a終e\u{301}🏆", row: 0, column: 0)
    #expect(picture(screen) == "a終>e\u{301}🏆>")
    #expect(screen.plainText == "a終e\u{301}🏆")
  }

  @Test(arguments: [(-1, "·終>終>·"), (5, "·····"), (4, "····終>")])
  func `wide characters are clipped`(column: Int, expected: String) {
    var screen = screen(rows: 1)
    screen.put(column < 0 ? "終終終" : "終", row: 0, column: column)
    #expect(picture(screen) == expected.padding(to: 6))
  }

  @Test(arguments: [(0, "x·終>··"), (1, "·x終>··"), (2, "終>x···"), (3, "終>·x··")])
  func `overwriting half of a wide character clears the other half`(column: Int, expected: String) {
    var screen = screen(rows: 1)
    screen.put("終終", row: 0, column: 0)
    screen.put("x", row: 0, column: column)
    #expect(picture(screen) == expected)
  }

  @Test func `a wide character replaces both halves of another one`() {
    var screen = screen(rows: 1)
    screen.put("終終終", row: 0, column: 0)
    screen.put("🏆", row: 0, column: 1)
    #expect(picture(screen) == "·🏆>·終>")
  }

  @Test func `text is centered in its area`() {
    var screen = screen(rows: 5, columns: 7)
    screen.putCentered("abc\nab\n\n終", row: 0)
    screen.putCentered("123456789", row: 4)
    #expect(screen.plainText == "  abc\n  ab\n\n  終\n1234567")

    let area = Screen.Area(row: 0, column: 2, rows: 1, columns: 4)
    var partial = self.screen(rows: 2, columns: 7)
    partial.putCentered("ab", row: 0, in: area)
    partial.putCentered("abcdef", row: 1, in: area)
    #expect(partial.plainText == "   ab\n  abcd")
  }

  @Test func `an area is filled and clipped`() {
    var screen = screen(rows: 3, columns: 5)
    screen.fill(screen.area, with: "終")
    #expect(picture(screen, row: 2) == "終>終>·")
    screen.fill(Screen.Area(row: -5, column: 3, rows: 6, columns: .max), with: "x")
    #expect(screen.plainText == "終 xx\n終終\n終終")
    screen.fill(screen.area)
    #expect(screen == self.screen(rows: 3, columns: 5))
  }

  @Test func `a box has a border and a title`() {
    var screen = screen(rows: 8, columns: 20)
    screen.fill(screen.area, with: "x")
    screen.box(screen.area, title: "A title that is far too long", border: .double)
    screen.box(Screen.Area(row: 1, column: 2, rows: 3, columns: 9), title: "No", border: .rounded)
    screen.box(Screen.Area(row: 4, column: 17, rows: 9, columns: 9), border: .ascii)
    screen.box(Screen.Area(row: 5, column: 2, rows: 2, columns: 2))
    screen.box(Screen.Area(row: 5, column: 6, rows: 1, columns: 9))
    #expect(
      screen.plainText == """
        ╔═ A title that … ═╗
        ║ ╭─ No ──╮        ║
        ║ │       │        ║
        ║ ╰───────╯        ║
        ║                +--
        ║ ┌┐             |
        ║ └┘             |
        ╚════════════════|
        """
    )
  }

  @Test func `an area is inset and centered`() {
    let area = Screen.Area(row: 2, column: 4, rows: 10, columns: 21)
    #expect(area.inset() == Screen.Area(row: 3, column: 5, rows: 8, columns: 19))
    #expect(
      area.inset(rows: 20, columns: 0) == Screen.Area(row: 22, column: 4, rows: 0, columns: 21)
    )
    #expect(
      area.centered(rows: 5, columns: 10) == Screen.Area(row: 4, column: 9, rows: 5, columns: 10)
    )
    #expect(
      area.centered(rows: 13, columns: 21) == Screen.Area(row: 0, column: 4, rows: 13, columns: 21)
    )
    let huge = Screen.Area(row: .max, column: .min, rows: .max, columns: .max)
    #expect(huge.inset(rows: .min, columns: .max).columns == 0)
    #expect(huge.centered(rows: .max, columns: .min).columns == 0)
  }

  @Test func `restyled cells keep their characters`() {
    var screen = screen(rows: 1, columns: 6)
    screen.put("a終b終", row: 0, column: 0, style: Style(.green))
    screen.restyle(Screen.Area(row: 0, column: 1, rows: 1, columns: 3)) { $0.dim = true }

    var expected = self.screen(rows: 1, columns: 6)
    expected.put("a", row: 0, column: 0, style: Style(.green))
    expected.put("終b", row: 0, column: 1, style: Style(.green, dim: true))
    expected.put("終", row: 0, column: 4, style: Style(.green))
    #expect(screen == expected)
  }

  @Test func `plain text leaves out trailing spaces`() {
    var screen = screen(rows: 5, columns: 8)
    screen.put("a b  ", row: 1, column: 1, style: Style(inverse: true))
    #expect(screen.plainText == "\n a b")
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "·", count: count - self.count)
  }
}
