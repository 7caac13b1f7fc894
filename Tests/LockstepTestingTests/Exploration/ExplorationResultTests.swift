// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The results of explorations that pass, their warnings, and what they leave behind.
@Suite struct ExplorationResultTests {
  @Test(arguments: [false, true])
  func `the objects of a schedule are released before the next schedule`(_ isSearch: Bool) {
    final class Witness: Sendable {}
    weak var last: Witness?
    let clock = DispatchQueue.test
    let queue = clock
    var (runs, alive) = (0, 0)
    let body = {
      runs += 1
      if last != nil { alive += 1 }
      let witness = Witness()
      last = witness
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Witness> { _, action, witness in
          guard action == 0 else { return .none }
          return .merge(
            (1...2).map { number in
              .task {
                try await queue.sleep(for: 1)
                return withExtendedLifetime(witness) { number }
              }
            }
          )
        },
        environment: witness
      )
      store.exhaustivity = .off
      store.send(0)
      clock.advance(by: 1)
      store.skipReceived()
    }
    let exploration = isSearch ? explore(.every(), body) : explore(schedules: 200, body)
    #expect(exploration.schedules > 20)
    #expect(runs > 20)
    #expect(alive == 0)
  }

  @Test func `an exploration of a test with only one order notes that`() {
    let line: UInt = #line + 2
    let notes = NoteCollector.collect {
      let exploration = explore(schedules: 20) {
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Int, Void> { _, number, _ in
            number == 0 ? .task { 1 } : .none
          },
          environment: ()
        )
        for _ in 1...2 {
          store.send(0)
          store.receive(1)
        }
      }
      #expect(exploration.distinctOrders == 1)
      #expect(exploration.hadOverlappingEffects == false)
      #expect(
        exploration.description == """
          20 schedules pass. No two effects overlapped, and there was 1 order of actions.
          """
      )
    }
    #expect(
      notes.map(\.message) == [
        """
        An exploration has had nothing to vary: no two effects overlapped, and all 20 schedules had the same order of \
        actions.

        Make effects overlap: send the next action before you receive the actions of the effects of the previous one. \
        To allow actions that arrive in between, write 'store.exhaustivity.remove(.receivedActions)'.
        """
      ]
    )
    #expect(notes.map(\.location.line) == [line])
  }

  @Test func `an exploration with an action sent during an effect makes no note`() {
    let notes = NoteCollector.collect {
      explore(schedules: 20) {
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Int, Void> { _, number, _ in
            number == 0 ? .task { 1 } : .none
          },
          environment: ()
        )
        store.exhaustivity = .off
        store.send(0)
        store.send(2)
        store.skipReceived()
      }
    }
    #expect(notes == [])
  }
}
