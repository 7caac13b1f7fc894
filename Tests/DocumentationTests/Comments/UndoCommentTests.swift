// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of undo.
@Suite struct UndoCommentTests {
  struct Drawing: Equatable {
    var color = "black"
    var lines: [String] = []
  }

  enum Sketch {
    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      switch action {
      case .colorChanged(let color):
        state.drawing.value.color = color
      case .lineDrawn(let line):
        state.drawing.value.lines.append(line)
      case .history:
        break
      }
    }
    .undoable(\.drawing, action: /Action.history, limit: 50) { action in
      if case .colorChanged = action { .step("color") } else { .newStep }
    }
  }

  @Test func `undo and redo change a drawing in steps`() {
    let store = TestStore(initialState: Sketch.State(), reducer: Sketch.reducer, environment: ())
    store.send(.colorChanged("red")) { $0.drawing.value.color = "red" }
    store.send(.colorChanged("blue")) { $0.drawing.value.color = "blue" }
    store.send(.lineDrawn("a")) { $0.drawing.value.lines = ["a"] }
    store.send(.lineDrawn("b")) { $0.drawing.value.lines = ["a", "b"] }
    store.send(.history(.undo)) { $0.drawing.value.lines = ["a"] }
    store.send(.history(.undo)) { $0.drawing.value.lines = [] }
    store.send(.history(.undo)) { $0.drawing.value.color = "black" }
    store.send(.history(.undo))
    store.send(.history(.redo)) { $0.drawing.value.color = "blue" }
  }

  struct Document: Equatable {
    var text = ""
  }

  enum Editor {
    struct State: Equatable {
      var document = Undoable(Document())
      var selection: Range<Int>?
    }
  }

  @Test func `undo does not restore the selection`() {
    let reducer = Reducer<Editor.State, UndoAction?, Void>.withoutEffects { state, action in
      if action == nil {
        state.document.value.text = "a"
        state.selection = 0..<1
      }
    }
    .undoable(\.document, action: /Optional.some)
    let store = TestStore(initialState: Editor.State(), reducer: reducer, environment: ())
    store.send(nil) {
      $0.document.value.text = "a"
      $0.selection = 0..<1
    }
    store.send(.undo) { $0.document.value.text = "" }
  }
}

extension UndoCommentTests.Sketch {
  struct State: Equatable {
    var drawing = Undoable(UndoCommentTests.Drawing())
  }

  enum Action: Equatable {
    case colorChanged(String)
    case history(UndoAction)
    case lineDrawn(String)
  }
}
