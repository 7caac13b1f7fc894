// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting

extension DeskFailure {
  /// States that differ from what a step expects.
  static let states: [Self] = [
    Self("the state after a receive is wrong") {
      let store = deskStore()
      store.send(.queryChanged("a"), at: .step(1)) { $0.query = "a" }
      store.receive(.search("a"), at: .step(2))
      store.receive(.found(["a"]), at: .step(3)) { $0.results = ["b"] }
    } texts: {
      """
      3: A state change does not match expectation: …

        Desk(
          … (1 unchanged)
          results: [
      -     "b",
      +     "a",
          ],
          … (4 unchanged)
        )

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.

      How this came about:

        3. DeskAction.found(["a"])
           by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 2
        2. DeskAction.search("a")
           by effect debounce, made at LockstepTestingTests/Desk.swift:3, started by turn 1
        1. DeskAction.queryChanged("a")
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("the state after a send is wrong") {
      deskStore().send(.noteTapped, at: .step(1))
    } texts: {
      """
      1: A state change does not match expectation: …

        Desk(
          … (5 unchanged)
      -   note: nil
      +   note: DeskNote(
      +     text: ""
      +   )
        )

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.
      """
    },
    Self("the state after one action of an effect is wrong") {
      let store = deskStore()
      store.send(.search("a"), at: .step(1))
      store.receive(.found(["a"]), at: .step(2)) { $0.results = ["b"] }
    } texts: {
      """
      2: A state change does not match expectation: …

        Desk(
          … (1 unchanged)
          results: [
      -     "b",
      +     "a",
          ],
          … (4 unchanged)
        )

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.

      How this came about:

        2. DeskAction.found(["a"])
           by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 1
        1. DeskAction.search("a")
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("the closure of a receive changes nothing") {
      let store = deskStore()
      store.send(.queryChanged("a"), at: .step(1)) { $0.query = "a" }
      store.receive(.search("a"), at: .step(2)) { $0.query = "a" }
      store.receive(.found(["a"]), at: .step(3)) { $0.results = ["a"] }
    } texts: {
      """
      2: A state change was expected, but nothing has changed: …

      The closure of this step only sets what was already there:

      Desk(
        query: "a",
        results: [],
        rows: [],
        ticks: 0,
        banner: "",
        note: nil
      )

      Remove the closure to assert that nothing changes, or fix the closure or the reducer.

      How this came about:

        2. DeskAction.search("a")
           by effect debounce, made at LockstepTestingTests/Desk.swift:3, started by turn 1
        1. DeskAction.queryChanged("a")
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("a part of the state is wrong") {
      let store = deskStore(Desk(rows: [DeskRow(id: 1)]))
      store.send(.noteTapped, at: .step(1)) { $0.note = DeskNote() }
      let row = store.scope(state: { $0.rows[0] }, action: { DeskAction.row(1, $0) })
      row.send(.plusTapped, at: .step(2)) { $0.count = 1 }
      row.receive(.saved, at: .step(3)) { $0.count = 2 }
    } texts: {
      """
      3: A state change does not match expectation: …

        DeskRow(
          id: 1,
      -   count: 2
      +   count: 1
        )

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.

      How this came about:

        3. DeskAction.row(1, DeskRowAction.saved)
           by effect task "save", made at LockstepTestingTests/Desk.swift:1, started by turn 2
        2. DeskAction.row(1, DeskRowAction.plusTapped)
           by 'send' at Tests/Step.swift:2
      """
    },
    Self("a child asks to be dismissed") {
      let store = deskStore()
      store.send(.noteTapped, at: .step(1)) { $0.note = DeskNote() }
      store.send(.note(.presented(.doneTapped)), at: .step(2))
      store.receive(.note(.dismiss), at: .step(3))
    } texts: {
      """
      3: A state change does not match expectation: …

        Desk(
          … (5 unchanged)
      -   note: DeskNote(
      -     text: ""
      -   )
      +   note: nil
        )

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.

      In this turn, '\\Desk.note' was closed by its dismissal, at LockstepTestingTests/Desk.swift:111.

      How this came about:

        3. DeskAction.note(PresentationAction<DeskNoteAction>.dismiss)
           at once, by turn 2
        2. DeskAction.note(PresentationAction<DeskNoteAction>.presented(DeskNoteAction.doneTapped))
           by 'send' at Tests/Step.swift:2
      """
    },
  ]
}
