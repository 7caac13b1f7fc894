// SPDX-License-Identifier: MIT

import LockstepTerminalTesting
import Testing

@testable import LockstepTerminal

/// Characters of several letters, which take more than two cells.
@Suite struct WideCharacterTests {
  /// One character of a sign before, a letter and a vowel sign, in three cells.
  private let triple: Character = "\u{600}\u{915}\u{93F}".first ?? " "

  private func screen(_ text: String = "", style: Style = .plain) -> Screen {
    var screen = Screen(size: Screen.Size(rows: 1, columns: 8))
    screen.put(text, row: 0, column: 0, style: style)
    return screen
  }

  /// Every cell, with `·` for a space, `3` for the character of three cells and `>` for those behind its first.
  private func picture(_ screen: Screen) -> String {
    String(
      (0..<screen.size.columns).map { column in
        guard let character = screen[row: 0, column: column]?.character else { return ">" }
        return character == triple ? "3" : character == " " ? "·" : character
      }
    )
  }

  @Test func `a character of several letters occupies several cells`() {
    #expect(String(triple).terminalColumns == 3)
    let screen = screen("a\(triple)b")
    #expect(picture(screen) == "a3>>b···")
    #expect(screen.plainText == "a\(triple)b")
    #expect(screen == self.screen("a\(triple)b"))
    #expect(screen.hashValue == self.screen("a\(triple)b").hashValue)
    #expect(screen != self.screen("a\u{600}\u{915}\u{940}b"))
  }

  @Test(
    arguments: [
      (-3, "········"), (-2, "·3>>····"), (-1, "··3>>···"), (0, "3>>3>>··"), (3, "···3>>··"),
      (6, "········"),
      (.max, "········"), (.min, "········"),
    ]
  )
  func `a cut character leaves spaces`(column: Int, expected: String) {
    var screen = screen()
    screen.put(column == -3 ? "\(triple)" : "\(triple)\(triple)", row: 0, column: column)
    #expect(picture(screen) == expected)
  }

  @Test(arguments: [
    (0, "x··3>>··"), (1, "·x·3>>··"), (2, "··x3>>··"), (3, "3>>x····"), (4, "3>>·x···"),
    (5, "3>>··x··"),
  ])
  func `overwriting a part of a wide character clears the rest`(column: Int, expected: String) {
    var screen = screen("\(triple)\(triple)", style: Style(on: .red))
    screen.put("x", row: 0, column: column)
    #expect(picture(screen) == expected)
    let styles = (0..<6).filter { $0 != column }.map { screen[row: 0, column: $0]?.style }
    #expect(styles == Array(repeating: Style(on: .red), count: 5))
  }

  @Test func `one wide character replaces the cells of another`() {
    var screen = screen("\(triple)\(triple)")
    screen.put("\(triple)", row: 0, column: 2)
    #expect(picture(screen) == "··3>>···")
    screen.put("終", row: 0, column: 3)
    #expect(picture(screen) == "···終>···")
  }

  @Test func `an area is filled with whole wide characters`() {
    var screen = screen("終終終終")
    screen.fill(Screen.Area(row: 0, column: 1, rows: 1, columns: 7), with: triple)
    #expect(picture(screen) == "·3>>3>>·")
    screen.fill(Screen.Area(row: 0, column: 5, rows: 1, columns: 1), with: triple)
    #expect(picture(screen) == "·3>>····")
  }

  @Test func `only whole wide characters are restyled`() {
    var screen = screen("\(triple)\(triple)")
    screen.restyle(Screen.Area(row: 0, column: 1, rows: 1, columns: 3)) { $0.bold = true }
    let isBold = (0..<8).map { screen[row: 0, column: $0]?.style.bold == true }
    #expect(isBold == [false, false, false, true, true, true, false, false])
  }

  @Test func `wide characters are truncated as a whole`() {
    let text = "\(triple)\(triple)"
    #expect(text.truncated(columns: 6) == text)
    #expect(text.truncated(columns: 5) == "\(triple)…")
    #expect(text.truncated(columns: 3) == "…")
    var screen = screen()
    screen.putCentered(text, row: 0, in: Screen.Area(row: 0, column: 1, rows: 1, columns: 5))
    #expect(picture(screen) == "··3>>···")
  }

  @Test func `at most eight marks of a letter are drawn`() {
    let marks = String(repeating: "\u{301}", count: 100_000)
    let screen = screen("Z\(marks)b")
    let drawn = "Z" + String(repeating: "\u{301}", count: 8)
    #expect(Array(screen.plainText.unicodeScalars) == Array("\(drawn)b".unicodeScalars))
    let text = ScreenRenderer.render(from: self.screen(), to: screen, colors: .none)
    #expect(text == "\u{1B}[H\(drawn)\u{1B}[2Gb")
    // A mark before any letter would join the cell before it.
    #expect(self.screen("a\r\u{200D}\u{903}").plainText == "a")
    #expect(self.screen("\u{200D}\u{903}b").plainText == "\u{903}b")
  }

  @Test func `very long characters are truncated`() {
    let screen = screen(String(repeating: "\u{1100}", count: 100_000) + "\r\nb")
    #expect(picture(screen) == "········")
    let joined = Array(repeating: "👩", count: 10_000).joined(separator: "\u{200D}")
    #expect(self.screen(joined).plainText.utf8.count <= 255)
  }

  /// Screens are compared by their cells, not by their history.
  @Test func `screens are compared by their cells`() {
    var (first, second) = (screen("n\u{303}"), screen("\(triple)e\u{301}"))
    first.put("e\u{301}", row: 0, column: 3, style: Style(.red))
    second.put("n\u{303}  e\u{301}", row: 0, column: 0)
    #expect(first != second)
    second.restyle(Screen.Area(row: 0, column: 3, rows: 1, columns: 1)) { $0.foreground = .red }
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
    #expect(ScreenRenderer.render(from: first, to: second, colors: .trueColor) == "")
    // Cells without padding: bytes of no meaning would differ from one screen to the next.
    typealias Cells = MemoryLayout<Screen.PackedCell>
    #expect(Cells.size == 16 && Cells.stride == 16)
  }

  /// The characters that are no longer shown are forgotten, and the others are not.
  @Test func `a screen removes characters that it no longer shows`() {
    var screen = screen("e\u{301}n\u{303}")
    for number in 0..<20_000 {
      let accent = Unicode.Scalar(UInt32(0x300 + number % 0x40)) ?? " "
      screen.put("a\(accent)\(accent)\(accent)", row: 0, column: 2 + number % 6)
    }
    var expected = self.screen("e\u{301}n\u{303}")
    for number in 19_994..<20_000 {
      let accent = Unicode.Scalar(UInt32(0x300 + number % 0x40)) ?? " "
      expected.put("a\(accent)\(accent)\(accent)", row: 0, column: 2 + number % 6)
    }
    #expect(screen == expected)
    #expect(screen.clusters.bytes.count <= 4_096 + 16)
  }
}
