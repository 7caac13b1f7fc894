// SPDX-License-Identifier: MIT

import Lockstep
import Testing

@testable import LockstepJournal

@Suite struct ExplanationTests {
  private static let cart = Picture(
    [
      .call(12, "cart.addButtonTapped"), .call(13, "cart.scrolled"),
      .sent(14, "cart.priceLoaded", by: 3, of: 12), .atOnce(15, "cart.counted", after: 14),
      .sent(16, "old", by: 2, of: 9), .sent(17, "unlisted", by: 99, of: 13),
    ],
    [.task(2, nil, startedBy: 9), .task(3, "price", startedBy: 12, .finished(14))],
    droppedCount: 11
  )

  @Test func `the chain of causes leads to what came from outside`() {
    #expect(Self.cart.causes(of: 15).map(\.number) == [15, 14, 12])
    #expect(Self.cart.causes(of: 13).map(\.number) == [13])
    #expect(Self.cart.causes(of: 16).map(\.number) == [16])
    #expect(Self.cart.causes(of: 11).map(\.number) == [])
    #expect(
      Self.cart.explanation(of: 15) == """
        Why turn 15:
          15. Action.cart.counted
              by turn 14, at once
          14. Action.cart.priceLoaded
              by effect task "price", made at App/Cart.swift:40, started by turn 12
          12. Action.cart.addButtonTapped
              by 'send' at AppTests/CartTests.swift:31
        """
    )
  }

  @Test func `effects that are not listed are named by the sender`() {
    #expect(
      Self.cart.explanation(of: 17) == """
        Why turn 17:
          17. Action.unlisted
              by effect task, made at App/Cart.swift:40
          13. Action.cart.scrolled
              by 'send' at AppTests/CartTests.swift:31
        """
    )
  }

  @Test func `a chain whose beginning was dropped says so`() {
    #expect(
      Self.cart.explanation(of: 16) == """
        Why turn 16:
          16. Action.old
              by effect task, made at App/Cart.swift:40, started by turn 9
           9. is no longer known
        """
    )
    #expect(Self.cart.explanation(of: 11) == "Turn 11 is not known.")
  }

  @Test func `a chain that leads in a circle ends`() {
    let turns: [Picture.Turn] = [
      .atOnce(1, "a", after: 2), .atOnce(2, "b", after: 1), .atOnce(3, "c", after: 3),
    ]
    let picture = Picture(turns)
    #expect(picture.causes(of: 2).map(\.number) == [2, 1])
    #expect(picture.causes(of: 3).map(\.number) == [3])
  }

  @Test func `an action of several lines is shown by its name`() {
    var picture = Self.cart
    picture.turns[1].action = "Action.scrolled(\n  to: 3\n)"
    #expect(
      picture.explanation(of: 13) == """
        Why turn 13:
          13. cart.scrolled
              by 'send' at AppTests/CartTests.swift:31
        """
    )
  }

  @Test func `a long chain is cut in the middle, and lines at the width`() {
    let turns = (1...100).map { number -> Picture.Turn in
      number == 1 ? .call(1, "a") : .atOnce(number, "b", after: number - 1)
    }
    let picture = Picture(turns)
    #expect(
      picture.explanation(of: 90, maxLines: 9) == """
        Why turn 90:
          90. Action.b
              by turn 89, at once
          89. Action.b
              by turn 88, at once
          ⋮ 87 turns
           1. Action.a
              by 'send' at AppTests/CartTests.swift:31
        """
    )
    #expect(
      picture.explanation(of: 90, width: 20, maxLines: 4) == """
        Why turn 90:
          90. Action.b
              by turn 89, a…
          ⋮ 89 turns
        """
    )
    #expect(picture.explanation(of: 90, maxLines: 1) == "Why turn 90:")
    #expect(picture.explanation(of: 90, maxLines: 0) == "")
  }
}
