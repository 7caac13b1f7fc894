// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting

extension DeskFailure {
  /// Effects that are not accounted for at the end.
  static let ends: [Self] = [
    Self("effects are running at the end") {
      let queue = DispatchQueue.test
      let store = deskStore(on: queue)
      store.send(.timerStarted, at: .step(1))
      queue.advance(by: 2)
      store.receive(.ticked, at: .step(2)) { $0.ticks = 1 }
      store.receive(.ticked, at: .step(3)) { $0.ticks = 2 }
      store.send(.listened, at: .step(4))
    } texts: {
      """
      4: 2 effects are still running at the end: …

      • timer, made at LockstepTestingTests/Desk.swift:7
        started by DeskAction.timerStarted, in the step at Tests/Step.swift:1
        waits on test scheduler until 3 s (DispatchQueue, 1 s from now)
      • subject "banners", made at LockstepTestingTests/Desk.swift:9
        started by DeskAction.listened, in the step at Tests/Step.swift:4
        waits for a value of its subject "banners", made at LockstepTestingTests/Desk.swift:9

      Bring each effect to its end: advance its scheduler, complete its subject, finish its stream, or send the action that cancels it. Cancelled effects are no longer running.

      The turns, with the effects beside them:

      a     1  0 s  timerStarted  by 'send' at Tests/Step.swift:1
      ●───→ 2  1 s  ticked        by effect a
      ●───→ 3  2 s  ticked        by effect a
      │ b   4       listened      by 'send' at Tests/Step.swift:4

      a  timer, made at LockstepTestingTests/Desk.swift:7, running
      b  subject "banners", made at LockstepTestingTests/Desk.swift:9, running
      """
    },
    Self("one effect is running after one turn") {
      let store = deskStore(on: DispatchQueue.test)
      store.send(.timerStarted, at: .step(1))
    } texts: {
      """
      1: 1 effect is still running at the end: …

      • timer, made at LockstepTestingTests/Desk.swift:7
        started by DeskAction.timerStarted, in the step at Tests/Step.swift:1
        waits on test scheduler until 1 s (DispatchQueue, 1 s from now)

      Bring each effect to its end: advance its scheduler, complete its subject, finish its stream, or send the action that cancels it. Cancelled effects are no longer running.
      """
    },
    Self("a fire-and-forget effect is not asserted") {
      let store = deskStore()
      store.send(.trackTapped, at: .step(1))
      for number in 2...25 {
        store.send(.search("a"), at: .step(number))
        store.skipReceived(at: .step(number))
      }
    } texts: {
      """
      25: 1 fire-and-forget effect was not asserted: …

      • fireAndForget "track", made at LockstepTestingTests/Desk.swift:8

      Assert each with 'fireAndForget()' after the step that starts it.

      The turns, with the effects beside them:

      a   1  trackTapped  by 'send' at Tests/Step.swift:1
          ⋮  48 turns

      a  fireAndForget "track", made at LockstepTestingTests/Desk.swift:8, finished in turn 1
      """
    },
    Self("a task has escaped") {
      let store = deskStore(Desk(rows: [DeskRow(id: 1)]))
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      store.environment.track = { _ = Task { for await _ in numbers {} } }
      store.send(.trackTapped, at: .step(1))
      store.fireAndForget("track", at: .step(2))
      store.send(.row(1, .plusTapped), at: .step(3)) { $0.rows[id: 1]?.count = 1 }
      store.receive(.row(1, .saved), at: .step(4))
      store.finish(at: .step(5))
      continuation.finish()
    } texts: {
      """
      5: 1 effect left a task behind that is still running at the end: …

      • fireAndForget "track", made at LockstepTestingTests/Desk.swift:8
        started by DeskAction.trackTapped, in the step at Tests/Step.swift:1

      Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task group or 'async let'.

      The turns, with the effects beside them:

      a   1  trackTapped     by 'send' at Tests/Step.swift:1
      b   2  row.plusTapped  by 'send' at Tests/Step.swift:3
      ●─→ 3  row.saved       by effect b

      a  fireAndForget "track", made at LockstepTestingTests/Desk.swift:8, finished in turn 1
      b  task "save", made at LockstepTestingTests/Desk.swift:1, finished in turn 3
      """
    },
    Self("the effects never become idle") {
      let store = deskStore()
      store.workLimit = 100
      store.environment.track = { while Task.isCancelled == false { await Task.yield() } }
      store.send(.refreshTapped(1), at: .step(1))
      store.receive(.bannerChanged("1"), at: .step(2)) { $0.banner = "1" }
      store.send(.trackTapped, at: .step(3))
      store.skipRunning()
    } texts: {
      """
      3: The effects never become idle.

      100 pieces of asynchronous work have run in sequence, and more work is waiting.

      Still running:

      • fireAndForget "track", made at LockstepTestingTests/Desk.swift:8
        started by DeskAction.trackTapped, in the step at Tests/Step.swift:3

      Usual cause: a loop that yields until a condition is true. Await the event instead.

      The turns, with the effects beside them:

      a   1  refreshTapped(1)    by 'send' at Tests/Step.swift:1
      ●─→ 2  bannerChanged("1")  by effect a
      b   3  trackTapped         by 'send' at Tests/Step.swift:3

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, finished in turn 2
      b  fireAndForget "track", made at LockstepTestingTests/Desk.swift:8, running
      """
    },
    Self("a schedule fails") {
      explore(schedules: 20, at: .step(1)) {
        let store = deskStore()
        store.send(.refreshTapped(2), at: .step(2))
        store.receive(.bannerChanged("1"), at: .step(3)) { $0.banner = "1" }
        store.receive(.bannerChanged("2"), at: .step(4)) { $0.banner = "2" }
      }
    } texts: {
      """
      3: Received an unexpected action: …

        DeskAction.bannerChanged(
      -   "1"
      +   "2"
        )

      (Expected: -, Actual: +)

      Fix the effect that sends it, or expect in this step what was received:

      store.receive(.bannerChanged("2")) { $0.banner = "2" }

      How this came about:

        2. DeskAction.bannerChanged("2")
           by effect task "banner 2", made at LockstepTestingTests/Desk.swift:4, started by turn 1
        1. DeskAction.refreshTapped(2)
           by 'send' at Tests/Step.swift:2

      The turns, with the effects beside them:

      a b   1  refreshTapped(2)    by 'send' at Tests/Step.swift:2
      │ ●─→ 2  bannerChanged("2")  by effect b

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, running
      b  task "banner 2", made at LockstepTestingTests/Desk.swift:4, finished in turn 2
      """
      """
      1: A schedule fails: number 1 of 20, which has the seed 0.

      From action 2 on, it differs from first-in, first-out (FIFO) order, which passes: …

      First in, first out:

      a b   1  refreshTapped(2)    by 'send' at Tests/Step.swift:2
      ●─│─→ 2  bannerChanged("1")  by effect a
        ●─→ 3  bannerChanged("2")  by effect b

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, finished in turn 2
      b  task "banner 2", made at LockstepTestingTests/Desk.swift:4, finished in turn 3

      Seed 0:

      a b   1  refreshTapped(2)    by 'send' at Tests/Step.swift:2
      │ ●─→ 2  bannerChanged("2")  by effect b
      ●───→ 3  bannerChanged("1")  by effect a

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, finished in turn 3
      b  task "banner 2", made at LockstepTestingTests/Desk.swift:4, finished in turn 2

      The failure becomes certain with action 1: of 20 schedules that choose at random, 8 fail; of 20 that continue with this one, all fail.

        1. DeskAction.refreshTapped(2)
           by 'send' at Tests/Step.swift:2

      Its failures are reported with this one. To replay it alone, write

        explore(schedules: 1, seed: 0) {
      """
    },
    Self("no fire-and-forget effect has run") {
      let store = deskStore()
      store.send(.refreshTapped(2), at: .step(1))
      store.receive(.bannerChanged("1"), at: .step(2)) { $0.banner = "1" }
      store.receive(.bannerChanged("2"), at: .step(3)) { $0.banner = "2" }
      store.fireAndForget("track", at: .step(4))
    } texts: {
      """
      4: Expected a fire-and-forget effect named "track", but no unasserted one has finished.

      Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

      No running effect could still do so.

      First run it, or remove this step.

      The turns, with the effects beside them:

      a b   1  refreshTapped(2)    by 'send' at Tests/Step.swift:1
      ●─│─→ 2  bannerChanged("1")  by effect a
        ●─→ 3  bannerChanged("2")  by effect b

      a  task "banner 1", made at LockstepTestingTests/Desk.swift:4, finished in turn 2
      b  task "banner 2", made at LockstepTestingTests/Desk.swift:4, finished in turn 3
      """
    },
  ]
}
