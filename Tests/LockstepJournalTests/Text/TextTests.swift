// SPDX-License-Identifier: MIT

import Lockstep
import Testing

@testable import LockstepJournal

@Suite struct TextTests {
  @Test func `an effect's column runs from its starting turn to the turn of its value`() {
    let diagram = Diagram(
      [
        .call(1, "cart.addButtonTapped"), .call(2, "cart.scrolled"),
        .sent(3, "cart.priceLoaded", by: 0, of: 1),
      ],
      [.task(0, "price", startedBy: 1, .finished(3), sentCount: 1)]
    )
    #expect(
      diagram.text() == """
        a   1  cart.addButtonTapped  by 'send' at AppTests/CartTests.swift:31
        │   2  cart.scrolled         by 'send' at AppTests/CartTests.swift:31
        ●─→ 3  cart.priceLoaded      by effect a

        a  task "price", made at App/Cart.swift:40, finished in turn 3
        """
    )
  }

  @Test func `effects that overlap run side by side, and one of them is cancelled`() {
    let diagram = Diagram(
      [
        .call(1, "typed"), .sent(2, "began", by: 0, of: 1), .call(3, "typed"), .call(4, "typed"),
        .sent(5, "found", by: 1, of: 3), .call(6, "done"), .call(7, "done"),
      ],
      [
        .task(0, "search", startedBy: 1, .cancelled(4), sentCount: 1),
        .task(1, "count", startedBy: 3, .finished(6), sentCount: 1),
        .task(2, "search", startedBy: 4),
        .task(3, nil, startedBy: 7),
      ]
    )
    #expect(
      diagram.text() == """
        a       1  typed  by 'send' at AppTests/CartTests.swift:31
        ●─────→ 2  began  by effect a
        │ b     3  typed  by 'send' at AppTests/CartTests.swift:31
        ✕ │ c   4  typed  by 'send' at AppTests/CartTests.swift:31
          ●─│─→ 5  found  by effect b
          ╵ │   6  done   by 'send' at AppTests/CartTests.swift:31
        d   │   7  done   by 'send' at AppTests/CartTests.swift:31

        a  task "search", made at App/Cart.swift:40, cancelled in turn 4
        b  task "count", made at App/Cart.swift:40, finished in turn 6
        c  task "search", made at App/Cart.swift:40, running
        d  task, made at App/Cart.swift:40, running
        """
    )
  }

  @Test func `effects can end with their state or in the turn that started them`() {
    let diagram = Diagram(
      [.call(1, "opened"), .call(2, "ticked"), .call(3, "closed")],
      [
        .task(0, "clock", startedBy: 1, .endedWithState(3)),
        .task(1, "save", startedBy: 2, .finished(2)),
      ]
    )
    #expect(
      diagram.text() == """
        a     1  opened  by 'send' at AppTests/CartTests.swift:31
        │ b   2  ticked  by 'send' at AppTests/CartTests.swift:31
        ⊘     3  closed  by 'send' at AppTests/CartTests.swift:31

        a  task "clock", made at App/Cart.swift:40, ended with its state in turn 3
        b  task "save", made at App/Cart.swift:40, finished in turn 2
        """
    )
  }

  @Test func `values that are sent at once name the turn, and outputs follow the cause`() {
    let diagram = Diagram([
      .call(1, "saveButtonTapped"), .atOnce(2, "saved", after: 1),
      .call(3, "closeButtonTapped", outputs: ["saved(3)", "dismiss"]),
    ])
    #expect(
      diagram.text() == """
        1  saveButtonTapped   by 'send' at AppTests/CartTests.swift:31
        2  saved              at once, by turn 1
        3  closeButtonTapped  sent saved(3), dismiss, by 'send' at AppTests/CartTests.swift:31
        """
    )
  }

  @Test func `columns of effects whose turns were dropped begin beside the earlier turns`() {
    let diagram = Diagram(
      [.atOnce(8, "counted", after: 7), .sent(9, "loaded", by: 4, of: 3), .call(10, "done")],
      [
        .task(4, "load", startedBy: 3, sentCount: 1),
        .task(5, "save", startedBy: 9, .finished(10)),
      ],
      droppedCount: 7
    )
    #expect(
      diagram.text() == """
        a      ⋮  7 earlier turns
        │      8  counted  at once, by turn 7
        ●─b─→  9  loaded   by effect a
        │ ╵   10  done     by 'send' at AppTests/CartTests.swift:31

        a  task "load", made at App/Cart.swift:40, running
        b  task "save", made at App/Cart.swift:40, finished in turn 10
        """
    )
  }

  @Test func `times appear where they change`() {
    let diagram = Diagram(
      [
        .call(1, "typed"), .call(2, "typed"),
        .sent(3, "found", by: 0, of: 2, time: .milliseconds(300)),
        .call(4, "typed", time: .milliseconds(300)), .call(5, "typed", time: .seconds(12)),
      ],
      [
        .task(0, "first", startedBy: nil, sentCount: 1),
        .task(1, "late", startedBy: 2, .finished(nil, .seconds(20))),
        .task(2, "early", startedBy: 2, .finished(nil, .seconds(1))),
      ]
    )
    #expect(
      diagram.text() == """
        a                 first state
        │       1    0 s  typed  by 'send' at AppTests/CartTests.swift:31
        │ b c   2         typed  by 'send' at AppTests/CartTests.swift:31
        ●─│─│─→ 3  0.3 s  found  by effect a
        │ │ ╵   4         typed  by 'send' at AppTests/CartTests.swift:31
        │ ╵     5   12 s  typed  by 'send' at AppTests/CartTests.swift:31

        a  task "first", made at App/Cart.swift:40, running
        b  task "late", made at App/Cart.swift:40, finished at 20 s
        c  task "early", made at App/Cart.swift:40, finished at 1 s
        """
    )
  }

  @Test func `a run without turns says so`() {
    #expect(Diagram.empty.text() == "No turns.")
    #expect(Diagram([], droppedCount: 1).text() == "⋮  1 earlier turn")
    #expect(
      Diagram([], [.task(0, "clock", startedBy: nil)]).text() == """
        a      first state

        a  task "clock", made at App/Cart.swift:40, running
        """
    )
  }
}
