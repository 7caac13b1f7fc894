// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting

extension DeskFailure {
  /// Actions that have come, and are not expected.
  static let unexpected: [Self] = [
    Self("an action is left at the end") {
      let store = deskStore()
      store.send(.queryChanged("a"), at: .step(1)) { $0.query = "a" }
      store.receive(.search("a"), at: .step(2))
    } texts: {
      """
      2: The store received 1 unexpected action after this one: …

      Unhandled actions: [
        DeskAction.found(
          [
            "a",
          ]
        ),
      ]

      Assert it with 'receive':

      store.receive(.found(["a"])) { $0.results = ["a"] }

      How this came about:

        3. DeskAction.found(["a"])
           by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 2
        2. DeskAction.search("a")
           by effect debounce, made at LockstepTestingTests/Desk.swift:3, started by turn 1
        1. DeskAction.queryChanged("a")
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("an action is left before the next one is sent") {
      let queue = DispatchQueue.test
      let store = deskStore(on: queue)
      store.send(.timerStarted, at: .step(1))
      store.send(.search("a"), at: .step(2))
      store.send(.noteTapped, at: .step(3)) { $0.note = DeskNote() }
      store.skipRunning()
    } texts: {
      """
      3: An action was sent before 1 received action was asserted: …

      Unhandled actions: [
        DeskAction.found(
          [
            "a",
          ]
        ),
      ]

      Assert it with 'receive' before this step:

      store.receive(.found(["a"])) { $0.results = ["a"] }

      DeskAction.found(["a"]) was skipped: this step begins with the state after it.

      How this came about:

        3. DeskAction.found(["a"])
           by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 2
        2. DeskAction.search("a")
           by 'send' at Tests/Step.swift:2

      The turns, with the effects beside them:

      a     1  timerStarted  by 'send' at Tests/Step.swift:1
      │ b   2  search("a")   by 'send' at Tests/Step.swift:2
      │ ●─→ 3  found(["a"])  by effect b

      a  timer, made at LockstepTestingTests/Desk.swift:7, running
      b  task "search", made at LockstepTestingTests/Desk.swift:5, finished in turn 3
      """
    },
    Self("another action has come") {
      let queue = DispatchQueue.test
      let store = deskStore(on: queue)
      store.send(.queryChanged("a"), at: .step(1)) { $0.query = "a" }
      queue.advance(by: 0.3)
      store.receive(.search("b"), at: .step(2))
      store.receive(.found(["a"]), at: .step(3)) { $0.results = ["a"] }
    } texts: {
      """
      2: Received an unexpected action: …

        DeskAction.search(
      -   "b"
      +   "a"
        )

      (Expected: -, Actual: +)

      Fix the effect that sends it, or expect in this step what was received:

      store.receive(.search("a"))

      How this came about:

        2. DeskAction.search("a")
           by effect debounce, made at LockstepTestingTests/Desk.swift:3, started by turn 1
        1. DeskAction.queryChanged("a")
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("the action comes later in the queue") {
      let store = deskStore()
      store.send(.search("a"), at: .step(1))
      store.receive(.found(["a"]), at: .step(2)) { $0.results = ["a"] }
      store.send(.refreshTapped(2), at: .step(3))
      store.receive(.bannerChanged("2"), at: .step(4)) { $0.banner = "2" }
      store.receive(.bannerChanged("1"), at: .step(5)) { $0.banner = "1" }
    } texts: {
      """
      4: Another action was received before the expected one: …

      Expected: DeskAction.bannerChanged(
        "2"
      )

      Received: [
        DeskAction.bannerChanged(
          "1"
        ),
        DeskAction.bannerChanged(
          "2"
        ),
      ]

      Assert what comes before it first:

      store.receive(.bannerChanged("1")) { $0.banner = "1" }

      This step asserts what the expected action has changed. What comes before it is not reported again, and a later step may still assert it.

      How this came about:

        5. DeskAction.bannerChanged("2")
           by effect task "banner 2", made at LockstepTestingTests/Desk.swift:4, started by turn 3
        4. DeskAction.bannerChanged("1")
           by effect task "banner 1", made at LockstepTestingTests/Desk.swift:4, started by turn 3
        3. DeskAction.refreshTapped(2)
           by 'send' at Tests/Step.swift:3
      """
    },
    Self("actions are sent at once") {
      let store = deskStore()
      store.send(.count(to: 2), at: .step(1))
      store.receive(.count(to: 1), at: .step(2))
    } texts: {
      """
      2: The store received 1 unexpected action after this one: …

      Unhandled actions: [
        DeskAction.count(
          to: 0
        ),
      ]

      Assert it with 'receive':

      store.receive(.count(to: 0))

      How this came about:

        3. DeskAction.count(to: 0)
           at once, by turn 2
        2. DeskAction.count(to: 1)
           at once, by turn 1
        1. DeskAction.count(to: 2)
           by 'send' at Tests/Step.swift:1
      """
    },
    Self("the value of a subject is wrong") {
      let store = deskStore()
      let banners = store.environment.banners
      store.send(.listened, at: .step(1))
      store.send(.search("a"), at: .step(2))
      store.receive(.found(["a"]), at: .step(3)) { $0.results = ["a"] }
      banners.send("Sale")
      store.receive(.bannerChanged("Sold"), at: .step(4)) { $0.banner = "Sold" }
      banners.send(completion: .finished)
    } texts: {
      """
      4: Received an unexpected action: …

        DeskAction.bannerChanged(
      -   "Sold"
      +   "Sale"
        )

      (Expected: -, Actual: +)

      Fix the effect that sends it, or expect in this step what was received:

      store.receive(.bannerChanged("Sale")) { $0.banner = "Sale" }

      How this came about:

        4. DeskAction.bannerChanged("Sale")
           by effect subject "banners", made at LockstepTestingTests/Desk.swift:9, started by turn 1
        1. DeskAction.listened
           by 'send' at Tests/Step.swift:1

      The turns, with the effects beside them:

      a     1  listened               by 'send' at Tests/Step.swift:1
      │ b   2  search("a")            by 'send' at Tests/Step.swift:2
      │ ●─→ 3  found(["a"])           by effect b
      ●───→ 4  bannerChanged("Sale")  by effect a

      a  subject "banners", made at LockstepTestingTests/Desk.swift:9, running
      b  task "search", made at LockstepTestingTests/Desk.swift:5, finished in turn 3
      """
    },
    Self("the first steps are in a list") {
      assert(
        initialValue: Desk(),
        reducer: deskReducer,
        environment: DeskClient(queue: .immediate),
        steps: Step(.send, .queryChanged("a"), at: .step(1)) { $0.query = "a" },
        Step(.receive, .search("a"), at: .step(2)),
        Step(.receive, .found(["b"]), at: .step(3)) { $0.results = ["b"] },
        at: .step(100)
      )
    } texts: {
      """
      3: Received an unexpected action: …

        DeskAction.found(
          [
      -     "b",
      +     "a",
          ]
        )

      (Expected: -, Actual: +)

      Fix the effect that sends it, or expect in this step what was received:

      Step(.receive(.found(["a"])) { $0.results = ["a"] })

      How this came about:

        3. DeskAction.found(["a"])
           by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 2
        2. DeskAction.search("a")
           by effect debounce, made at LockstepTestingTests/Desk.swift:3, started by turn 1
        1. DeskAction.queryChanged("a")
           by 'send' at Tests/Step.swift:1
      """
    },
  ]
}
