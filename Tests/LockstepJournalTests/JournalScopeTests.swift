// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepJournal

/// Journals of scoped stores record the turns and effects of the root, and the state of the scope.
@Suite struct JournalScopeTests {
  private let manual = ManualStore(
    initialState: JournaledHouse(),
    reducer: journaledHouseReducer,
    environment: ()
  )

  @Test func `the journal of a scope records the turns of the root and the state of the scope`() {
    let scope = manual.store.scope(state: \.received)
    let journal = scope.journal(clock: DispatchQueue.test.clock)
    manual.send(.row(1, .say(1)))
    manual.send(.row(1, .value(2)))
    manual.send(.row(1, .say(3)))
    #expect(journal.turns.map(\.number) == [1, 2, 3])
    #expect((0...3).map { journal.state(after: $0) } == [[], [1], [1], [1, 3]])
    #expect(journal.turns.allSatisfy { $0.action is JournaledHouseAction })
    #expect(journal.why(\.count)?.chain.map(\.number) == [3])
  }

  @Test func `the journal of an optional scope keeps the last state of the scope`() throws {
    let scope = try #require(
      manual.store.scope(ifLet: \.optional, action: JournaledHouseAction.optional)
    )
    let journal = scope.journal(clock: DispatchQueue.test.clock)
    scope.send(.value(1))
    manual.send(.clear)
    manual.send(.row(1, .value(2)))
    #expect(journal.turns.map(\.number) == [1, 2, 3])
    #expect((0...3).map { journal.state(after: $0)?.values } == [[], [1], [1], [1]])
    #expect(journal.why(\.values)?.chain.map(\.number) == [1])
  }

  @Test func `the journal of a row follows the row until it is removed`() throws {
    let scope = try #require(
      manual.store.scope(element: 2, of: \.rows, action: JournaledHouseAction.row)
    )
    let journal = scope.journal(clock: DispatchQueue.test.clock)
    manual.send(.row(2, .value(1)))
    manual.send(.removeRow(1))
    manual.send(.row(2, .value(2)))
    manual.send(.removeRow(2))
    #expect(
      (0...4).map { journal.state(after: $0)?.values } == [[], [1], [1], [1, 2], [1, 2]]
    )
    #expect(journal.state(after: 4)?.id == 2)
  }

  @Test func `a journal outlives the scope that created it`() throws {
    var scope = manual.store.scope(ifLet: \.optional, action: JournaledHouseAction.optional)
    let journal = try #require(scope).journal(clock: DispatchQueue.test.clock)
    scope = nil
    manual.send(.optional(.value(1)))
    manual.send(.clear)
    manual.send(.row(1, .value(2)))
    #expect((0...3).map { journal.state(after: $0)?.values } == [[], [1], [1], [1]])
  }

  @Test func `the journal of a scope records the effects of the root`() {
    let journal = manual.store.scope(state: \.received).journal(clock: DispatchQueue.test.clock)
    manual.send(.optional(.start(.task(name: "a") { 1 })))
    #expect(journal.effectTexts == ["task \"a\" of 1: 1, finished in 2"])
  }

  @Test func `a mapped journal retains the whole recording`() {
    var journal: StoreJournal<JournaledHouse>? = manual.store.journal(
      clock: DispatchQueue.test.clock
    )
    let part = journal?.map { $0.optional?.values }
    journal = nil
    manual.send(.optional(.value(1)))
    manual.send(.clear)
    #expect(part?.turns.map(\.number) == [1, 2])
    #expect(part?.state(after: 0) == [])
    #expect(part?.state(after: 1) == [1])
    #expect(part?.state(after: 2) == nil)
  }
}
