// SPDX-License-Identifier: MIT

import ConsumerFeature
import Lockstep
import LockstepTesting
import Testing

@Suite nonisolated struct UndoTests {
  @Test func `steps are undone and redone`() {
    let store = TestStore(initialState: SketchState(), reducer: sketchReducer, environment: ())
    store.send(.lineDrawn(1)) { $0.sketch.value.lines = [Sketch.Line(length: 1)] }
    store.send(.colorMoved("red")) { $0.sketch.value.color = "red" }
    store.send(.colorMoved("blue")) { $0.sketch.value.color = "blue" }
    store.send(.zoomTapped) { $0.zoom = 2 }
    store.send(.history(.undo)) { $0.sketch.value.color = "black" }
    store.send(.history(.undo)) { $0.sketch.value.lines = [] }
    #expect(store.state.sketch.canUndo == false)
    store.send(.history(.undo))
    store.send(.history(.redo)) { $0.sketch.value.lines = [Sketch.Line(length: 1)] }
    #expect(store.state.sketch.canRedo)
    store.send(.lineDrawn(2)) {
      $0.sketch.value.lines = [Sketch.Line(length: 1), Sketch.Line(length: 2)]
    }
    #expect(store.state.sketch.canRedo == false)
  }

  @Test func `steps are grouped and limited`() {
    let store = TestStore(initialState: SketchState(), reducer: sketchReducer, environment: ())
    store.exhaustivity.remove(.stateChanges)
    for length in 1...4 { store.send(.lineDrawn(length)) }
    store.send(.linesReceived([5]))
    store.send(.history(.undo))
    #expect(store.state.sketch.canUndo)
    store.send(.history(.undo))
    #expect(store.state.sketch.canUndo == false)
    // The user did not draw the line that was received, so it stays.
    #expect(store.state.sketch.value.lines.map(\.length) == [1, 2, 5])
    store.send(.history(.redo))
    store.send(.history(.redo))
    #expect(store.state.sketch.value.lines.map(\.length) == [1, 2, 3, 4, 5])
    store.send(.startOverTapped)
    #expect(store.state.sketch == Undoable(Sketch()))
    #expect(store.state.sketch.canUndo == false)
  }

  @Test @MainActor func `a counter is undone step by step`() {
    let store = Store(initialState: Undoable(0), reducer: counterReducer, environment: ())
    store.send(.incrementTapped)
    store.send(.incrementTapped)
    store.send(.history(.undo))
    #expect(store.value == 1)
    #expect(store.canUndo)
    #expect(store.canRedo)
  }
}
