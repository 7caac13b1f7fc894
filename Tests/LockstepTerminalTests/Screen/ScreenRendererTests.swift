// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTestSupport
import Testing

@Suite struct ScreenRendererTests {
  private func screen(_ text: String, style: Style = .plain) -> Screen {
    var screen = Screen(size: Screen.Size(rows: 2, columns: 5))
    screen.put(text, row: 0, column: 0, style: style)
    return screen
  }

  @Test func `the first frame clears and draws`() {
    let text = ScreenRenderer.render(from: nil, to: screen("ab\n c"), colors: .trueColor)
    #expect(text == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[Hab\u{1B}[2;2Hc")
  }

  @Test func `equal screens render to an empty string`() {
    let screen = screen("ab", style: Style(.red))
    #expect(ScreenRenderer.render(from: screen, to: screen, colors: .trueColor) == "")
  }

  @Test func `only changed cells are drawn`() {
    let text = ScreenRenderer.render(from: screen("abcde"), to: screen("aXcYZ"), colors: .trueColor)
    #expect(text == "\u{1B}[1;2HX\u{1B}[CYZ")
  }

  @Test func `a style is set once for adjacent cells and then reset`() {
    let style = Style(.green, bold: true, dim: true, inverse: true)
    let text = ScreenRenderer.render(
      from: screen(""),
      to: screen("ab", style: style),
      colors: .trueColor
    )
    #expect(text == "\u{1B}[H\u{1B}[1;2;7;32mab\u{1B}[m")
  }

  @Test func `rendering without colors keeps the other style attributes`() {
    let red = screen("ab", style: Style(.red, bold: true))
    let blue = screen("ab", style: Style(.blue, bold: true))
    let text = ScreenRenderer.render(from: screen(""), to: red, colors: .none)
    #expect(text == "\u{1B}[H\u{1B}[1mab\u{1B}[m")
    #expect(ScreenRenderer.render(from: red, to: blue, colors: .none) == "")
  }

  @Test func `a screen of another size is drawn in full`() {
    var large = Screen(size: Screen.Size(rows: 3, columns: 9))
    large.put("a", row: 2, column: 8)
    let text = ScreenRenderer.render(from: screen("a"), to: large, colors: .trueColor)
    #expect(text == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[3;9Ha")
  }

  @Test func `the cursor is placed after a character of uncertain width`() {
    func drawn(_ text: String) -> String {
      ScreenRenderer.render(from: screen(""), to: screen(text), colors: .trueColor)
    }
    #expect(drawn("ae\u{301}x") == "\u{1B}[Hae\u{301}\u{1B}[3Gx")
    // The cells behind are cleared before, and drawn again.
    #expect(drawn("คำx") == "\u{1B}[H  \rคำ\u{1B}[3Gx")
    #expect(drawn("👍🏽") == "\u{1B}[H  \r👍🏽\u{1B}[3G  ")
    // Behind the right edge nothing is drawn again, but no terminal may go on in the next row.
    #expect(drawn("abc👍🏽") == "\u{1B}[Habc\u{1B}[4G  \u{1B}[4G\u{1B}[?7l👍🏽\u{1B}[?7h")
    // A terminal that joins letters does not join those of two characters.
    #expect(drawn("🇩\u{200B}🇪") == "\u{1B}[H🇩\u{1B}[2G🇪\u{1B}[3G ")
  }

  @Test func `escape sequences are as short as possible`() {
    let size = Screen.Size(rows: 60, columns: 200)
    let plain = Screen(size: size)
    func bytes(from old: Style, to new: Style) -> Int {
      var (before, after) = (plain, plain)
      before.put("a", row: 59, column: 199, style: old)
      after.put("b", row: 59, column: 199, style: new)
      return ScreenRenderer.render(from: before, to: after, colors: .trueColor).utf8.count
    }
    #expect(bytes(from: .plain, to: .plain) == 10)
    let color = Color.rgb(255, 255, 255)
    let worst = Style(
      color,
      on: color,
      bold: true,
      dim: true,
      italic: true,
      underline: true,
      inverse: true
    )
    #expect(bytes(from: .plain, to: worst) == 59)
  }

  @Test(
    arguments: [
      (Style(.red), Style(.red, bold: true), "1"),
      (Style(.red, bold: true), Style(.red), "22"),
      (Style(.red, bold: true), Style(.red, dim: true), "22;2"),
      (Style(.rgb(1, 2, 3), on: .indexed(200), italic: true), Style(on: .indexed(200)), "23;39"),
      (Style(on: .gray), Style(.gray), "0;90"),
      (Style(bold: true, underline: true, inverse: true), Style(.red), "0;31"),
      (Style(.red, inverse: true), Style(.indexed(1), on: .black), "0;38;5;1;40"),
      (Style(.rgb(1, 2, 3), inverse: true), Style(.rgb(1, 2, 3)), "27"),
      (Style(.red, on: .blue), Style.plain, ""),
    ]
  )
  func `only the differences between styles are written`(old: Style, new: Style, sequence: String) {
    var next = screen("a", style: old)
    next.put("b", row: 0, column: 1, style: new)
    let text = ScreenRenderer.render(from: screen(""), to: next, colors: .trueColor)
    #expect(text.contains("a\u{1B}[\(sequence)mb"))
  }

  @Test func `the cursor is shown, moved and hidden`() {
    func render(_ old: Screen, _ new: Screen) -> String {
      ScreenRenderer.render(from: old, to: new, colors: .trueColor)
    }
    let hidden = screen("ab")
    var shown = hidden
    shown.cursor = Screen.Place(row: 0, column: 2)
    #expect(render(hidden, shown) == "\u{1B}[1;3H\u{1B}[?25h")
    #expect(render(shown, shown) == "")
    #expect(render(shown, hidden) == "\u{1B}[?25l")

    var moved = screen("abc", style: Style(bold: true))
    moved.cursor = Screen.Place(row: 0, column: 3)
    #expect(
      render(shown, moved)
        == "\u{1B}[H\u{1B}[1mabc\u{1B}[m"
    )
    #expect(render(moved, hidden).hasPrefix("\u{1B}[?25l"))

    var outside = hidden
    outside.cursor = Screen.Place(row: .max, column: .min)
    #expect(render(hidden, outside) == "")
    #expect(render(shown, outside) == "\u{1B}[?25l")
  }

  /// A terminal may show a long text in parts.
  @Test func `the cursor is hidden while many cells are drawn`() {
    var empty = Screen(size: Screen.Size(rows: 24, columns: 80))
    empty.cursor = Screen.Place(row: 3, column: 4)
    var full = empty
    full.fill(full.area, with: "x")
    full.cursor = Screen.Place(row: 5, column: 6)
    let text = ScreenRenderer.render(from: empty, to: full, colors: .trueColor)
    #expect(text.hasPrefix("\u{1B}[?25l\u{1B}["))
    #expect(text.hasSuffix("x\u{1B}[6;7H\u{1B}[?25h"))
  }

  @Test func `the cursor is hidden by a dialog above it`() {
    var screen = Screen(size: Screen.Size(rows: 5, columns: 9))
    screen.cursor = Screen.Place(row: 2, column: 4)
    screen.put("x", row: 2, column: 4)
    screen.fill(Screen.Area(row: 3, column: 0, rows: 2, columns: 9))
    #expect(screen.cursor == Screen.Place(row: 2, column: 4))
    screen.box(Screen.Area(row: 1, column: 2, rows: 3, columns: 5))
    #expect(screen.cursor == nil)
  }

  @Test(arguments: 0..<200)
  func `rendering any sequence of screens reproduces each screen`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size = Screen.Size(
      rows: Int.random(in: 1...6, using: &random),
      columns: Int.random(in: 1...12, using: &random)
    )
    var emulator = TerminalEmulator(size: size, widths: .graphemes)
    var shown: Screen?
    for step in 0..<10 {
      var next = shown ?? Screen(size: size)
      for _ in 0..<Int.random(in: 0...5, using: &random) { next.scribble(using: &random) }
      next.cursor = Screen.Place.random(in: size, using: &random)
      let text = ScreenRenderer.render(from: shown, to: next, colors: .trueColor)
      emulator.write(text)
      try #require(emulator.screen == next, "seed \(seed), step \(step): \(text.debugDescription)")
      shown = next
    }
    #expect(emulator.style == .plain)
    #expect(emulator.unknownSequences == [])
  }
}

extension Color {
  /// A color of any kind, or none.
  fileprivate static func random(using random: inout SplitMix64) -> Color? {
    func byte(_ random: inout SplitMix64) -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    switch Int.random(in: 0...3, using: &random) {
    case 0: return Theme.allCases.randomElement(using: &random).map(Color.theme)
    case 1: return .indexed(byte(&random))
    case 2: return .rgb(byte(&random), byte(&random), byte(&random))
    default: return nil
    }
  }
}

extension Screen.Place {
  /// A place on a screen, or none.
  fileprivate static func random(in size: Screen.Size, using random: inout SplitMix64) -> Self? {
    if Bool.random(using: &random) { return nil }
    return Self(
      row: Int.random(in: 0..<size.rows, using: &random),
      column: Int.random(in: 0..<size.columns, using: &random)
    )
  }
}

extension Screen {
  /// Draws something somewhere, often over the edge.
  fileprivate mutating func scribble(using random: inout SplitMix64) {
    let texts = ["a", "bcd", "終", "終わり", "🏆x", "e\u{301}", "👨‍👩‍👧!", " ", "x\n終"]
    let row = Int.random(in: -1...size.rows, using: &random)
    let column = Int.random(in: -2...size.columns, using: &random)
    let style = Style(
      Color.random(using: &random),
      on: Color.random(using: &random),
      bold: Bool.random(using: &random),
      dim: Bool.random(using: &random),
      italic: Bool.random(using: &random),
      underline: Bool.random(using: &random),
      inverse: Bool.random(using: &random)
    )
    let area = Area(
      row: row,
      column: column,
      rows: Int.random(in: 0...4, using: &random),
      columns: Int.random(in: 0...8, using: &random)
    )
    switch Int.random(in: 0..<8, using: &random) {
    case 0: fill(area, with: Bool.random(using: &random) ? "終" : ".", style: style)
    case 1: box(area, title: "終", style: style)
    case 2: restyle(area) { $0 = style }
    case 3: fill(area)
    default:
      put(texts.randomElement(using: &random) ?? "", row: row, column: column, style: style)
    }
  }
}
