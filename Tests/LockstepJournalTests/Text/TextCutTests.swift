// SPDX-License-Identifier: MIT

import Lockstep
import Testing

@testable import LockstepJournal

@Suite struct TextCutTests {
  /// A run of calls that each start an effect, which sends its value three turns later.
  private static let long = Diagram(
    (1...30).map { number in
      number % 5 == 4
        ? .sent(number, "loaded", by: number / 5, of: number - 3) : .call(number, "tapped")
    },
    (0..<6).map { .task($0, "load\($0)", startedBy: $0 * 5 + 1, .finished($0 * 5 + 4)) }
  )

  @Test func `the text shows the last turns and their effects`() {
    #expect(
      Self.long.text(maxLines: 12) == """
        a    ⋮  22 turns
        │   23  tapped  by 'send' at AppTests/CartTests.swift:31
        ●─→ 24  loaded  by effect a
            25  tapped  by 'send' at AppTests/CartTests.swift:31
        b   26  tapped  by 'send' at AppTests/CartTests.swift:31
        │   27  tapped  by 'send' at AppTests/CartTests.swift:31
        │   28  tapped  by 'send' at AppTests/CartTests.swift:31
        ●─→ 29  loaded  by effect b
            30  tapped  by 'send' at AppTests/CartTests.swift:31

        a  task "load4", made at App/Cart.swift:40, finished in turn 24
        b  task "load5", made at App/Cart.swift:40, finished in turn 29
        """
    )
  }

  @Test func `a source location that is too long keeps its end`() {
    #expect(
      Self.long.text(width: 48, maxLines: 6) == """
        a    ⋮  27 turns
        │   28  tapped  by 'send' at …CartTests.swift:31
        ●─→ 29  loaded  by effect a
            30  tapped  by 'send' at …CartTests.swift:31

        a  task "load5", made at A…, finished in turn 29
        """
    )
    let text = #"'send' at AppTests/CartTests.swift:31"#
    #expect(text.line(keepingPlaceIn: 37) == text)
    #expect(text.line(keepingPlaceIn: 36) == "'send' at …pTests/CartTests.swift:31")
    #expect(text.line(keepingPlaceIn: 23) == "'send' at …sts.swift:31")
    #expect(text.line(keepingPlaceIn: 22) == "'send' at AppTests/Ca…")
    #expect("no place\tto keep".line(keepingPlaceIn: 12) == "no place to…")
  }

  @Test func `a selected turn is shown with its causes`() {
    #expect(
      Self.long.text(turns: [14]) == """
             ⋮  10 turns
        a   11  tapped  by 'send' at AppTests/CartTests.swift:31
        │    ⋮  2 turns
        ●─→ 14  loaded  by effect a
             ⋮  16 turns

        a  task "load2", made at App/Cart.swift:40, finished in turn 14
        """
    )
  }

  @Test func `a selected turn is shown with the effects that start or end in it`() {
    #expect(
      Self.long.text(maxLines: 6, turns: [26]) == """
             ⋮  25 turns
        a   26  tapped  by 'send' at AppTests/CartTests.swift:31
        ╵    ⋮  4 turns

        a  task "load5", made at App/Cart.swift:40, finished in turn 29
        """
    )
  }

  @Test func `a selected effect is shown with its turns`() {
    #expect(
      Self.long.text(effects: [1, 4]) == """
             ⋮  5 turns
        a    6  tapped  by 'send' at AppTests/CartTests.swift:31
        │    ⋮  2 turns
        ●─→  9  loaded  by effect a
             ⋮  11 turns
        b   21  tapped  by 'send' at AppTests/CartTests.swift:31
        │    ⋮  2 turns
        ●─→ 24  loaded  by effect b
             ⋮  6 turns

        a  task "load1", made at App/Cart.swift:40, finished in turn 9
        b  task "load4", made at App/Cart.swift:40, finished in turn 24
        """
    )
  }

  @Test func `a long chain of causes keeps its first and last turns`() {
    let turns = (1...100).map { number -> Diagram.Turn in
      number == 1 ? .call(1, "a") : .atOnce(number, "b", after: number - 1)
    }
    let diagram = Diagram(turns)
    #expect(
      diagram.text(maxLines: 5, turns: [90]) == """
         1  a  by 'send' at AppTests/CartTests.swift:31
         ⋮  87 turns
        89  b  at once, by turn 88
        90  b  at once, by turn 89
         ⋮  10 turns
        """
    )
  }

  @Test func `a gap of a single turn is not omitted`() {
    let diagram = Diagram((1...6).map { .call($0, "a") })
    #expect(
      diagram.text(turns: [2, 4]) == """
        1  a  by 'send' at AppTests/CartTests.swift:31
        2  a  by 'send' at AppTests/CartTests.swift:31
        3  a  by 'send' at AppTests/CartTests.swift:31
        4  a  by 'send' at AppTests/CartTests.swift:31
        ⋮  2 turns
        """
    )
  }

  @Test func `the text counts the effects that do not fit`() {
    let diagram = Diagram(
      [.call(1, "a"), .call(2, "b")],
      (0..<100).map { .task($0, "load\($0)", startedBy: 1) }
    )
    #expect(
      diagram.text(maxLines: 9) == """
        a b c   1  a  by 'send' at AppTests/CartTests.swift:31
        │ │ │   2  b  by 'send' at AppTests/CartTests.swift:31

        a  task "load97", made at App/Cart.swift:40, running
        b  task "load98", made at App/Cart.swift:40, running
        c  task "load99", made at App/Cart.swift:40, running
        + 97 more effects
        """
    )
  }

  @Test func `names and lines are truncated to the width in columns`() {
    let diagram = Diagram(
      [
        .call(1, "購物車.商品が追加された"), .call(2, "ตะกร้า.เพิ่มสินค้าแล้ว"),
        .sent(3, "\u{1B}[2Ja\nb🏆", by: 0, of: 1),
      ],
      [.task(0, "価格を読み込む", startedBy: 1, .finished(3))]
    )
    #expect(
      diagram.text(width: 40) == """
        a   1  購物車.商品が追加…  by 'send' at…
        │   2  ตะกร้า.เพิ่มสินค้าแล้ว    by 'send' at…
        ●─→ 3  �[2Ja b🏆           by effect a

        a  task "価格を読み…, finished in turn 3
        """
    )
    #expect(
      diagram.text(width: 12) == """
        1  購…  by …
        2  ตะ…  by …
        3  �[…  by …
        """
    )
    #expect(diagram.text(width: 1) == "…\n…\n…")
  }
}
