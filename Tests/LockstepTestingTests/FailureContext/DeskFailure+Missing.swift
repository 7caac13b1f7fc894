// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting

extension DeskFailure {
  /// Actions that are expected, and have not come.
  static let missing: [Self] = [
    Self("no effect has sent the action") {
      let store = deskStore()
      store.send(.refreshTapped(2), at: .step(1))
      store.receive(.bannerChanged("1"), at: .step(2)) { $0.banner = "1" }
      store.receive(.bannerChanged("2"), at: .step(3)) { $0.banner = "2" }
      store.receive(.bannerChanged("3"), at: .step(4)) { $0.banner = "3" }
    } texts: {
      """
      4: Expected to receive an action, but no effect has sent one.

      Expected: DeskAction.bannerChanged(
        "3"
      )

      No running effect could still do so.

      First make an effect send it, or remove this step.

      The turns, with the effects beside them:

      a b   1  refreshTapped(2)    by 'send' at Tests/Step.swift:1
      ●─│─→ 2  bannerChanged("1")  by effect a
        ●─→ 3  bannerChanged("2")  by effect b

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, finished in turn 2
      b  task "banner 2", made at LockstepTestingTests/Desk.swift:4, finished in turn 3
      """
    },
    Self("the effect was cancelled by its id") {
      let queue = DispatchQueue.test
      let store = deskStore(on: queue)
      store.environment.search = { query in
        try? await queue.sleep(for: 1)
        return [query]
      }
      store.send(.search("a"), at: .step(1))
      store.send(.clearTapped, at: .step(2))
      queue.advance(by: 1)
      store.receive(.found(["a"]), at: .step(3)) { $0.results = ["a"] }
    } texts: {
      """
      3: Expected to receive an action, but no effect has sent one.

      Expected: DeskAction.found(
        [
          "a",
        ]
      )

      No running effect could still do so.

      Cancelled by their ids, so that they send nothing more:

      • task "search", made at LockstepTestingTests/Desk.swift:5, under the id DeskSearchID()
        started by DeskAction.search("a"), in the step at Tests/Step.swift:1
        cancelled by DeskAction.clearTapped, in the step at Tests/Step.swift:2
        with its effect cancel, made at LockstepTestingTests/Desk.swift:2

      First make an effect send it, or remove this step.

      The turns, with the effects beside them:

      a   1  search("a")  by 'send' at Tests/Step.swift:1
      ✕   2  clearTapped  by 'send' at Tests/Step.swift:2

      a  task "search", made at LockstepTestingTests/Desk.swift:5, cancelled in turn 2
      """
    },
    Self("the effect waits on a scheduler") {
      let queue = DispatchQueue.test
      let store = deskStore(on: queue)
      store.send(.timerStarted, at: .step(1))
      queue.advance(by: 1)
      store.receive(.ticked, at: .step(2)) { $0.ticks = 1 }
      store.receive(.ticked, at: .step(3)) { $0.ticks = 2 }
      store.skipRunning()
    } texts: {
      """
      3: Expected to receive an action, but no effect has sent one.

      Expected: DeskAction.ticked

      Still running, and what each is waiting for:

      • timer, made at LockstepTestingTests/Desk.swift:7
        started by DeskAction.timerStarted, in the step at Tests/Step.swift:1
        waits on test scheduler until 2 s (DispatchQueue, 1 s from now)

      First make an effect send it, or remove this step.

      The turns, with the effects beside them:

      a   1  0 s  timerStarted  by 'send' at Tests/Step.swift:1
      ●─→ 2  1 s  ticked        by effect a

      a  timer, made at LockstepTestingTests/Desk.swift:7, running
      """
    },
    Self("the effect has finished without sending") {
      let store = deskStore()
      store.send(.listened, at: .step(1))
      store.send(.noteTapped, at: .step(2)) { $0.note = DeskNote() }
      store.environment.banners.send(completion: .finished)
      store.fireAndForget("banners", at: .step(3))
    } texts: {
      """
      3: Expected a fire-and-forget effect named "banners", but no unasserted one has finished.

      Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

      1 effect ended without sending an action, but is not a fire-and-forget effect:

      • subject "banners", made at LockstepTestingTests/Desk.swift:9

      A test asserts an effect that sends nothing only if it is made with

      .fireAndForget(name: "banners") { … }

      No running effect could still do so.

      First run it, or remove this step.

      The turns, with the effects beside them:

      a   1  listened    by 'send' at Tests/Step.swift:1
          2  noteTapped  by 'send' at Tests/Step.swift:2

      a  subject "banners", made at LockstepTestingTests/Desk.swift:9, finished
      """
    },
  ]
}
