// SPDX-License-Identifier: MIT

import ConsumerFeature
import Lockstep
import LockstepTesting
import Testing

@Suite nonisolated struct JournalTests {
  @Test @MainActor func `the journal of a store keeps the last turns`() throws {
    let store = Store(initialState: SketchState(), reducer: sketchReducer, environment: ())
    let journal = store.journal(keeping: .last(2))
    for length in 1...3 { store.send(.lineDrawn(length)) }
    #expect(journal.turns.map(\.number) == [2, 3])
    #expect(journal.droppedTurnCount == 1)
    #expect(journal.state(after: 2)?.sketch.value.lines.count == 2)
    #expect(journal.state(after: 0) == nil)
    #expect(try #require(journal.why(\.sketch.value.lines)).isComplete)
    #expect(journal.html(title: "Sketch").contains("lineDrawn"))
    #expect(journal.traceEvents().contains("lineDrawn"))
  }

  @Test func `a test store keeps a journal`() throws {
    let store = TestStore(initialState: SketchState(), reducer: sketchReducer, environment: ())
    store.send(.lineDrawn(1)) { $0.sketch.value.lines = [Sketch.Line(length: 1)] }
    let reason = try #require(store.journal.why(\.sketch))
    #expect(reason.chain.first?.action as? SketchAction == .lineDrawn(1))
    #expect(store.journal.text().hasPrefix("1  lineDrawn(1)  by 'send' at "))
  }
}
