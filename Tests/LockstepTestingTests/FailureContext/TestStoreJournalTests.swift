// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

/// The journal of a test store.
@Suite struct TestStoreJournalTests {
  @Test func `the journal contains states that no step has asserted yet`() {
    let store = deskStore()
    store.send(.search("a"), at: .step(1))
    let journal = store.journal
    #expect(store.state.results == [])
    #expect(journal.turns.map { $0.action as? DeskAction } == [.search("a"), .found(["a"])])
    #expect((0...2).map { journal.state(after: $0)?.results } == [[], [], ["a"]])
    #expect(journal.why(\.results)?.chain.map(\.number) == [2, 1])
    store.receive(.found(["a"])) { $0.results = ["a"] }
  }

  @Test func `the journal explains the value of a part of the state`() {
    let store = deskStore()
    store.send(.search("a"), at: .step(1))
    store.receive(.found(["a"])) { $0.results = ["a"] }
    store.send(.noteTapped, at: .step(2)) { $0.note = DeskNote() }
    #expect(
      store.journal.why(\.results)?.description == """
        results: [] → ["a"]

          2. DeskAction.found(["a"])
             by effect task "search", made at LockstepTestingTests/Desk.swift:5, started by turn 1
          1. DeskAction.search("a")
             by 'send' at Tests/Step.swift:1
        """
    )
    #expect(store.journal.why(\.ticks) == nil)
  }

  @Test func `the journal's times follow the scheduler that has moved furthest`() {
    let (first, second) = (DispatchQueue.test, DispatchQueue.test)
    let store = deskStore(on: first)
    store.environment.search = { query in
      try? await second.sleep(for: 5)
      return [query]
    }
    store.send(.timerStarted)
    store.send(.search("a"))
    first.advance(by: 2)
    store.receive(.ticked) { $0.ticks = 1 }
    store.receive(.ticked) { $0.ticks = 2 }
    second.advance(by: 5)
    store.receive(.found(["a"])) { $0.results = ["a"] }
    first.advance(by: 1)
    store.receive(.ticked) { $0.ticks = 3 }
    #expect(store.journal.turns.map(\.time) == [0, 0, 1, 2, 5, 5].map(Duration.seconds))
    store.skipRunning()
  }

  @Test func `the journal's times start when the store is created`() {
    let queue = DispatchQueue.test
    queue.advance(by: 10)
    let store = deskStore(on: queue)
    store.send(.timerStarted)
    queue.advance(by: 1)
    store.receive(.ticked) { $0.ticks = 1 }
    #expect(store.journal.turns.map(\.time) == [0, 1].map(Duration.seconds))
    store.skipRunning()
  }

  @Test func `the journal of a scope contains the scoped states and all turns`() {
    let store = deskStore(Desk(rows: [DeskRow(id: 1)]))
    let row = store.scope(state: { $0.rows[0] }, action: { DeskAction.row(1, $0) })
    row.send(.plusTapped) { $0.count = 1 }
    row.receive(.saved)
    store.send(.noteTapped) { $0.note = DeskNote() }
    #expect(row.journal.turns.map(\.number) == [1, 2, 3])
    #expect((0...3).map { row.journal.state(after: $0)?.count } == [0, 1, 1, 1])
    #expect(row.journal.why(\.count)?.chain.map(\.number) == [1])
  }

  @Test func `the journal is readable after the store is deallocated`() {
    func run() -> StoreJournal<Desk> {
      let store = deskStore()
      let journal = store.journal
      store.send(.listened)
      store.send(.search("a"))
      store.receive(.found(["a"])) { $0.results = ["a"] }
      store.environment.banners.send(completion: .finished)
      store.finish()
      #expect(store.journal.turns.count == 3)
      return journal
    }
    let journal = run()
    #expect(journal.turns.map(\.number) == [1, 2, 3])
    #expect(journal.state(after: 3)?.results == ["a"])
    #expect(journal.effects.map(\.end?.reason) == [.finished, .finished])
  }

  @Test func `the journal contains the outputs of each turn`() {
    let store = deskStore(Desk(note: DeskNote(text: "b")))
    store.send(.note(.presented(.doneTapped))) { $0.banner = "b" }
    store.receive(.note(.dismiss)) { $0.note = nil }
    #expect(
      store.journal.turns.map { $0.outputs.map(\.description).sorted(by: >) }
        == [[#"Output.finished("b") of DeskNoteAction"#, ".dismiss of DeskNoteAction"], []]
    )
  }

  @Test func `a change of the environment is not a turn`() {
    let store = deskStore()
    store.send(.search("a"))
    store.receive(.found(["a"])) { $0.results = ["a"] }
    store.environment.search = { _ in ["b"] }
    store.send(.search("a"))
    store.receive(.found(["b"])) { $0.results = ["b"] }
    #expect(store.journal.turns.map(\.number) == [1, 2, 3, 4])
    #expect(store.journal.why(\.results)?.chain.map(\.number) == [4, 3])
  }
}
