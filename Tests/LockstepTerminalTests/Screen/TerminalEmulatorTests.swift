// SPDX-License-Identifier: MIT

import LockstepTerminal
import LockstepTerminalTesting
import Testing

@Suite struct TerminalEmulatorTests {
  private func emulator(
    rows: Int = 3,
    columns: Int = 6,
    widths: TerminalEmulator.Widths = .scalars,
    _ text: String = ""
  ) -> TerminalEmulator {
    var emulator = TerminalEmulator(
      size: Screen.Size(rows: rows, columns: columns),
      widths: widths,
      filledWith: " "
    )
    emulator.write(text)
    return emulator
  }

  @Test(
    arguments: [
      ("one\r\ntwo\r\nthree\r\nfour", "two\nthree\nfour"),  // Lines scroll.
      ("a\nb\nc", "a\n b\n  c"),  // A line feed goes down alone.
      ("abcdefgh", "abcdef\ngh"),  // What is too long wraps.
      ("abcdef\r\nb", "abcdef\nb"),  // Not before the next character.
      ("abcdef\rx", "xbcdef"),
      ("abcde終", "abcde\n終"),
      ("\u{1B}[?7labcdefgh", "abcdeh"),
      ("\u{1B}[?7labcde終", "abcde"),
      ("a\tb", "a    b"),  // The next stop is the last column.
      ("ab\u{8}c\u{7}", "ac"),
      ("終\u{8}x", " x"),  // Half of a wide character.
      ("abc\u{1B}[2Gx\u{1B}[Cy", "axcy"),
      ("abc\u{1B}[9Dx\u{1B}[By\u{1B}[2Az", "xbz\n y"),
      ("\u{1B}[2;3Hx\u{1B}[Hy\u{1B}[3dz", "y\n  x\n z"),
      ("\u{1B}[99;99Hx\u{1B}[0;0Hy", "y\n\n     x"),
      ("abc\u{1B}7\r\u{1B}8d\u{1B}[sx\u{1B}[ue", "abcde"),
      ("abcdef\u{1B}[3G\u{1B}[K", "ab"),
      ("abcdef\u{1B}[3G\u{1B}[1K", "   def"),
      ("abcdef\u{1B}[2K", ""),
      ("abcdef\u{1B}[2G\u{1B}[2X", "a  def"),
      ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[J", "a"),
      ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[1J", "\n\nc"),
      ("a\r\nb\r\nc\u{1B}[2J", ""),
      ("\u{1B}]0;A title\u{7}a\u{1B}]8;;https://example.com\u{1B}\\b", "ab"),
      ("कि\u{301}", "कि\u{301}"),
      ("\u{301}a", "a"),  // There is nothing to join.
    ] as [(String, String)]
  )
  func `each escape sequence changes the screen`(written: String, shown: String) {
    let emulator = emulator(written)
    #expect(emulator.screen.plainText == shown)
    #expect(emulator.unknownSequences == [])
  }

  @Test func `a sequence can be written in parts`() {
    var emulator = emulator()
    for scalar in "a\u{1B}[1;31mb\u{1B}]0;Title\u{1B}\\c\u{1B}[?25l".unicodeScalars {
      emulator.write(String(scalar))
    }
    #expect(emulator.screen.plainText == "abc")
    #expect(emulator.screen[row: 0, column: 2]?.style == Style(.red, bold: true))
    #expect(emulator.screen.cursor == nil)
  }

  @Test func `leaving the alternate screen restores the main screen`() {
    var emulator = emulator("main")
    emulator.write("\u{1B}[?1049h\u{1B}[?2026hother\u{1B}[?2026l")
    #expect(emulator.screen.plainText == "    ot\nher")
    #expect(emulator.modes == [7, 25, 1049])
    emulator.write("\u{1B}[?1049lX")
    #expect(emulator.screen.plainText == "mainX")
    #expect(emulator.cursor == Screen.Place(row: 0, column: 5))
    #expect(emulator.screen.cursor == emulator.cursor)
  }

  @Test func `sequences add and remove style attributes`() {
    func style(_ sequence: String) -> Style {
      emulator("\u{1B}[1;2;3;4;7;35;48;5;9m\(sequence)").style
    }
    let all = Style(
      .magenta,
      on: .indexed(9),
      bold: true,
      dim: true,
      italic: true,
      underline: true,
      inverse: true
    )
    #expect(style("") == all)
    #expect(style("\u{1B}[22;23;24m") == Style(.magenta, on: .indexed(9), inverse: true))
    #expect(
      style("\u{1B}[27;39;49m") == Style(bold: true, dim: true, italic: true, underline: true)
    )
    #expect(style("\u{1B}[m") == .plain)
    #expect(style("\u{1B}[0;38;2;1;2;3;100m") == Style(.rgb(1, 2, 3), on: .gray))
  }

  @Test func `unknown sequences are collected`() {
    let emulator = emulator("a\u{1B}[5n\u{1B}[38;9mb\u{1B}[4h\u{1}\u{1B}[?xc")
    #expect(emulator.unknownSequences == ["5n", "38;9m", "4h", "\u{1}", "?x"])
    #expect(emulator.screen.plainText == "abc")
  }

  @Test(
    arguments: [
      ("คำ|", ["ค", "ำ", "|"], ["คำ", "|"]), ("कि|", ["क", "ि", "|"], ["कि", "|"]),
      ("👍🏽|", ["👍", "", "🏽", "", "|"], ["👍🏽", "", "|"]),
      ("❤\u{FE0F}|", ["❤\u{FE0F}", "|"], ["❤\u{FE0F}", "", "|"]),
      ("🇩🇪|", ["🇩", "🇪", "|"], ["🇩🇪", "", "|"]),
      ("1\u{FE0F}\u{20E3}|", ["1\u{FE0F}\u{20E3}", "|"], ["1\u{FE0F}\u{20E3}", "", "|"]),
      ("\u{1112}\u{1161}|", ["\u{1112}\u{1161}", "", "|"], ["\u{1112}\u{1161}", "", "|"]),
    ] as [(String, [String], [String])]
  )
  func `the width of text depends on the kind of terminal`(
    text: String,
    scalars: [String],
    graphemes: [String]
  ) {
    for (widths, expected) in [(TerminalEmulator.Widths.scalars, scalars), (.graphemes, graphemes)]
    {
      let emulator = emulator(columns: 9, widths: widths, text)
      let cells = (0..<expected.count).map { emulator.cell(row: 0, column: $0).text }
      #expect(cells == expected, "\(widths)")
    }
  }

  @Test(arguments: ["A", "B", "C", "D", "G", "d", "H", "X", "J", "K", "m", "s"])
  func `numbers may be large`(final: String) {
    for number in ["9223372036854775807", "99999999999999999999", "-9223372036854775808"] {
      let emulator = emulator("ab\u{1B}[\(number)\(final)\u{1B}[\(number);\(number)\(final)")
      #expect(emulator.screen.plainText.hasPrefix("ab"))
    }
  }

  @Test(arguments: ["]", "P", "["])
  func `an incomplete sequence takes time linear in its length`(kind: String) {
    func write(scalars: Int, times: Int) -> Duration {
      let text = "\u{1B}\(kind)" + String(repeating: "1", count: scalars)
      return (0..<3)
        .map { _ in ContinuousClock().measure { for _ in 0..<times { _ = emulator(text) } } }
        .min() ?? .zero
    }
    #expect(write(scalars: 16_000, times: 1) < write(scalars: 1_000, times: 16) * 4)
  }

  @Test func `an emulator can have no rows or columns`() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (1, 1)] {
      let text =
        "ab\r\n終\u{301}\u{1B}[2J\u{1B}[K\u{1B}[9;9Hx\u{1B}[9X\u{8}\t\u{1B}[99999999999999999999A"
      let emulator = emulator(rows: rows, columns: columns, text)
      #expect(emulator.screen.size == Screen.Size(rows: rows, columns: columns))
    }
  }
}
