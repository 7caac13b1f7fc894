// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTestSupport
import Testing

/// Screens with characters about whose width terminals disagree, on terminals of each kind.
@Suite struct TerminalWidthTests {
  /// Texts of many scripts; of emoji that are joined, a terminal may show the first one alone.
  private static let letters = [
    "คำ|น้ำ|", "ที่นี่", "ກຳ", "नमस्ते|", "क्‍ष", "हिन्दी", "தமிழ்", "கொ", "বাংলা", "ភាសាខ្មែរ", "မြန်မာ",
    "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1161}", "한국어", "مَرْحَبًا", "\u{600}12", "שָׁלוֹם",
    "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "ｶﾞｷﾞ", "か\u{3099}", "Z\u{335}\u{353}\u{489}o\u{336}",
    "ゲーム", "\u{903}a",
    "\u{E33}", "䷀䷁",
  ]
  private static let emoji = [
    "👨‍👩‍👧‍👦", "👍🏽", "👩🏽‍🚀", "🇩🇪🇫🇷", "🇩", "1️⃣#️⃣", "❤️", "❤︎", "⌚︎", "⛹🏽‍♀️", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏆", "☎️☎", "🌡", "🪿",
  ]

  @Test(arguments: TerminalEmulator.Widths.allCases, letters + emoji)
  func `text after characters of uncertain width is in its place`(
    widths: TerminalEmulator.Widths,
    text: String
  ) {
    let size = Screen.Size(rows: 2, columns: 40)
    var screen = Screen(size: size)
    screen.fill(screen.area, with: "#")
    var emulator = TerminalEmulator(size: size, widths: widths)
    emulator.write(ScreenRenderer.render(from: nil, to: screen, colors: .trueColor))
    var next = screen
    let columns = text.terminalColumns
    // One after another, so that a mark at the beginning is a character of its own.
    next.put("[", row: 0, column: 3)
    next.put(text, row: 0, column: 4)
    next.put("]", row: 0, column: 4 + columns)
    next.put(text, row: 0, column: 5 + columns)
    next.put("!", row: 0, column: 5 + 2 * columns)
    emulator.write(ScreenRenderer.render(from: screen, to: next, colors: .trueColor))

    #expect(emulator.cell(row: 0, column: 3).text == "[")
    #expect(emulator.cell(row: 0, column: 4 + columns).text == "]")
    #expect(emulator.cell(row: 0, column: 5 + 2 * columns).text == "!")
    #expect(emulator.cell(row: 0, column: 6 + 2 * columns).text == "#")
    #expect(emulator.screen.plainText.hasSuffix("\n" + String(repeating: "#", count: 40)))
    if Self.letters.contains(text) {
      let shown = (4..<(4 + columns)).map { emulator.cell(row: 0, column: $0).text }.joined()
      #expect(shown.replacing(" ", with: "") == text.replacing(" ", with: ""))
    }
  }

  @Test(arguments: TerminalEmulator.Widths.allCases, 0..<150)
  func `every kind of terminal shows the screen`(widths: TerminalEmulator.Widths, seed: Int) throws
  {
    var random = SplitMix64(seed: UInt64(seed))
    let size = Screen.Size(
      rows: Int.random(in: 1...4, using: &random),
      columns: Int.random(in: 1...14, using: &random)
    )
    var emulator = TerminalEmulator(size: size, widths: widths)
    var shown: Screen?
    for step in 0..<12 {
      var next = shown ?? Screen(size: size)
      for _ in 0..<Int.random(in: 0...4, using: &random) { next.scribbleScripts(using: &random) }
      let text = ScreenRenderer.render(from: shown, to: next, colors: .trueColor)
      emulator.write(text)
      for row in 0..<size.rows {
        let expected = next.cells(ofRow: row, widths: widths)
        let actual = (0..<size.columns).map { ShownCell(emulator.cell(row: row, column: $0)) }
        try #require(actual == expected, "seed \(seed), step \(step): \(text.debugDescription)")
      }
      shown = next
    }
    #expect(emulator.unknownSequences == [])
    #expect(emulator.style == .plain)
    #expect(emulator.modes.contains(7))
  }

  fileprivate static let texts = letters + emoji + ["a", "bcd ", "終わり", "│", "█▌"]
}

/// A cell as a terminal has it, without the joiners and selectors of emoji, which are of no account when they
/// have nothing to join.
private struct ShownCell: Equatable, CustomStringConvertible {
  var text: String
  var style: Style

  init(_ cell: (text: String, style: Style)) {
    text = String(cell.text.unicodeScalars.filter { $0 != "\u{200D}" && $0 != "\u{FE0F}" })
    style = cell.style
  }

  var description: String { style == .plain ? text : "\(text) (styled)" }
}

extension Screen {
  /// The cells that a terminal shows for a row.
  fileprivate func cells(ofRow row: Int, widths: TerminalEmulator.Widths) -> [ShownCell] {
    var cells: [ShownCell] = []
    for column in 0..<size.columns {
      guard let cell = self[row: row, column: column], let character = cell.character else {
        continue
      }
      let columns = character.utf8.count == 1 ? 1 : String(character).terminalColumns
      let isLast = column + columns == size.columns
      cells += character.parts(widths, columns: columns, isLast: isLast)
        .map { ShownCell(($0, cell.style)) }
    }
    return cells
  }

  fileprivate mutating func scribbleScripts(using random: inout SplitMix64) {
    let row = Int.random(in: -1...size.rows, using: &random)
    let column = Int.random(in: -3...size.columns, using: &random)
    let text = TerminalWidthTests.texts.randomElement(using: &random) ?? ""
    let style = Style(
      Bool.random(using: &random) ? .red : nil,
      on: Bool.random(using: &random) ? .rgb(1, 2, 3) : nil,
      bold: Bool.random(using: &random)
    )
    let area = Area(
      row: row,
      column: column,
      rows: 2,
      columns: Int.random(in: 0...9, using: &random)
    )
    switch Int.random(in: 0..<6, using: &random) {
    case 0: fill(area, with: text.first ?? " ", style: style)
    case 1: restyle(area) { $0 = style }
    default: put(text, row: row, column: column, style: style)
    }
  }
}

extension Character {
  /// The content of a terminal in each of the cells that a screen gives a character.
  ///
  /// - Parameters:
  ///   - widths: The kind of terminal.
  ///   - columns: The number of cells.
  ///   - isLast: Whether the row ends behind them, so that what has no room there is left out.
  /// - Returns: A text for each cell.
  fileprivate func parts(
    _ widths: TerminalEmulator.Widths,
    columns: Int,
    isLast: Bool
  ) -> [String] {
    var parts = Array(repeating: " ", count: columns)
    let scalarColumns = unicodeScalars.map { String($0).terminalColumns }
    switch widths {
    case .scalars:
      var (place, next) = (0, 0)
      for (scalar, width) in zip(unicodeScalars, scalarColumns) {
        if next + width > columns {
          if isLast { continue }
          break
        }
        if width > 0 { (place, next) = (next, next + width) }
        parts[place] = (width > 0 ? "" : parts[place]) + String(scalar)
        if width == 2 { parts[place + 1] = "" }
      }
    case .graphemes:
      parts[0] = String(self)
      let isEmoji =
        unicodeScalars.contains("\u{FE0F}") && unicodeScalars.first?.properties.isEmoji == true
      let isFlag = unicodeScalars.count == 2 && scalarColumns == [1, 1] && isRegional
      if isEmoji || isFlag || scalarColumns.contains(2) { parts[1] = "" }
    }
    return parts
  }

  private var isRegional: Bool {
    unicodeScalars.allSatisfy { ("\u{1F1E6}"..."\u{1F1FF}").contains($0) }
  }
}
