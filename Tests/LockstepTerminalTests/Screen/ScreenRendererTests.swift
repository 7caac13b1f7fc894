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

  @Test func firstFrameClearsAndDraws() {
    let text = ScreenRenderer.render(from: nil, to: screen("ab\n c"), colors: .trueColor)
    #expect(text == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hab\u{1B}[2;2Hc")
  }

  @Test func equalScreensGiveNothing() {
    let screen = screen("ab", style: Style(.red))
    #expect(ScreenRenderer.render(from: screen, to: screen, colors: .trueColor) == "")
  }

  @Test func onlyChangedCellsAreDrawn() {
    let text = ScreenRenderer.render(from: screen("abcde"), to: screen("aXcYZ"), colors: .trueColor)
    #expect(text == "\u{1B}[1;2HX\u{1B}[1;4HYZ")
  }

  @Test func styleIsSetOnceAndReset() {
    let style = Style(.green, bold: true, dim: true, inverse: true)
    let text = ScreenRenderer.render(
      from: screen(""),
      to: screen("ab", style: style),
      colors: .trueColor
    )
    #expect(text == "\u{1B}[1;1H\u{1B}[0;1;2;7;32mab\u{1B}[0m")
  }

  @Test func withoutColorsTheRestOfTheStyleStays() {
    let red = screen("ab", style: Style(.red, bold: true))
    let blue = screen("ab", style: Style(.blue, bold: true))
    let text = ScreenRenderer.render(from: screen(""), to: red, colors: .none)
    #expect(text == "\u{1B}[1;1H\u{1B}[0;1mab\u{1B}[0m")
    #expect(ScreenRenderer.render(from: red, to: blue, colors: .none) == "")
  }

  @Test func otherSizeIsDrawnInFull() {
    var large = Screen(size: Screen.Size(rows: 3, columns: 9))
    large.put("a", row: 2, column: 8)
    let text = ScreenRenderer.render(from: screen("a"), to: large, colors: .trueColor)
    #expect(text == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[3;9Ha")
  }

  @Test func cursorIsPlacedAfterACharacterOfUncertainWidth() {
    let text = ScreenRenderer.render(from: screen(""), to: screen("👨‍👩‍👧x"), colors: .trueColor)
    #expect(text == "\u{1B}[1;1H👨‍👩‍👧\u{1B}[1;3Hx")
  }

  @Test(arguments: 0..<200)
  func anySequenceOfScreensArrives(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size = Screen.Size(
      rows: Int.random(in: 1...6, using: &random),
      columns: Int.random(in: 1...12, using: &random)
    )
    var emulator = TerminalEmulator(size: size)
    var shown: Screen?
    for step in 0..<10 {
      var next = shown ?? Screen(size: size)
      for _ in 0..<Int.random(in: 0...5, using: &random) { next.scribble(using: &random) }
      let text = ScreenRenderer.render(from: shown, to: next, colors: .trueColor)
      emulator.write(text)
      try #require(emulator.screen == next, "seed \(seed), step \(step): \(text.debugDescription)")
      shown = next
    }
    #expect(emulator.isCursorHidden)
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
