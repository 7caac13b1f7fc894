// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import Testing

@testable import LockstepJournal

@Suite struct TextLawTests {
  /// Expects lines that fit and contain neither trailing spaces nor control characters.
  private func expectFitting(_ text: String, _ width: Int, _ maxLines: Int, _ comment: Comment) {
    let lines = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= max(0, maxLines), comment)
    for line in lines {
      #expect(line.terminalColumns <= max(0, width), comment)
      #expect(line.hasSuffix(" ") == false, comment)
      let categories = line.unicodeScalars.map(\.properties.generalCategory)
      #expect(categories.contains(.control) == false, comment)
    }
  }

  @Test(arguments: 0..<8) func `the texts of random runs stay within the width and line limits`(
    _ part: UInt64
  ) {
    for seed in part * 25..<(part + 1) * 25 {
      var generator = SplitMix64(seed: seed)
      var diagram = Diagram.random(Int(seed % 40), using: &generator)
      if seed % 2 == 0 { diagram.spoil(using: &generator) }
      let width = Int.random(in: seed % 3 == 0 ? -1...30 : 30...120, using: &generator)
      let maxLines = Int.random(in: -1...40, using: &generator)
      let numbers = Set((0..<3).map { _ in Int.random(in: 0...40, using: &generator) })
      let comment: Comment = "seed \(seed)"
      for turns in [[], numbers] {
        for effects in [[], numbers] {
          let text = diagram.text(
            width: width,
            maxLines: maxLines,
            turns: Array(turns),
            effects: effects
          )
          expectFitting(text, width, maxLines, comment)
        }
      }
    }
  }

  @Test func `each turn is shown once or counted as omitted`() {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let diagram = Diagram.random(Int(seed % 60), using: &generator)
      let selection = TimelineSelection(
        of: diagram,
        turns: seed % 2 == 0 ? [] : [Int.random(in: 0...60, using: &generator)],
        effects: seed % 3 == 0 ? [] : [Int.random(in: 0...20, using: &generator)],
        positions: diagram.effectPositions,
        maxLines: Int.random(in: 1...40, using: &generator),
        maxEffects: 8
      )
      let positions = selection.rows.flatMap(\.positions)
      #expect(positions.filter { $0 >= 0 } == Array(diagram.turns.indices), "seed \(seed)")
      #expect(positions == positions.sorted(), "seed \(seed)")
      let shown = selection.rows.filter { $0.isOmitted == false }
      #expect(shown.allSatisfy { $0.positions.count == 1 }, "seed \(seed)")
    }
  }

  @Test func `a run that fits is shown in full`() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let diagram = Diagram.random(30, using: &generator)
      if diagram.droppedCount > 0 { continue }
      let text = diagram.text(width: 300, maxLines: 200)
      #expect(text.contains("more effect") == false, "seed \(seed)")
      for turn in diagram.turns { #expect(text.contains(" \(turn.number)  "), "seed \(seed)") }
      for effect in diagram.effects where effect.name != nil {
        #expect(text.contains(effect.description), "seed \(seed)")
      }
    }
  }

  @Test func `the column count of a text is never less than its terminal columns`() {
    for text in Diagram.unusualTexts {
      for limit in 0...30 {
        #expect(text.line(limit).columns <= limit)
        #expect(text.line(limit).terminalColumns <= text.line(limit).columns, "\(text)")
      }
    }
    for value in 0x20...0x3FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(Character(scalar))".line(9)
      let (columns, terminalColumns) = (text.columns, text.terminalColumns)
      if columns < terminalColumns { Issue.record("\(columns) for U+\(String(value, radix: 16))") }
    }
  }

  @Test func `2,000 turns are drawn within the limits`() {
    var generator = SplitMix64(seed: 1)
    let diagram = Diagram.random(2_000, using: &generator)
    let all = Set(0...2_000)
    for maxLines in [1, 24, 2_000, .max] {
      expectFitting(diagram.text(maxLines: maxLines), 100, maxLines, "last")
      expectFitting(diagram.text(maxLines: maxLines, turns: Array(all)), 100, maxLines, "turns")
      expectFitting(diagram.text(maxLines: maxLines, effects: all), 100, maxLines, "effects")
    }
  }
}
