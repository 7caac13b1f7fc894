// SPDX-License-Identifier: MIT

// A feature whose user takes steps back and forward.

import Lockstep

package nonisolated struct Sketch: Codable, Equatable, Sendable {
  package var color = "black"
  package var lines: [Line] = []

  package nonisolated struct Line: Codable, Equatable, Sendable {
    package var length: Int
    package var color: String

    package init(length: Int, color: String = "black") {
      self.length = length
      self.color = color
    }
  }

  package init(lines: [Line] = []) {
    self.lines = lines
  }
}

package nonisolated struct SketchState: Equatable, Sendable {
  package var sketch: Undoable<Sketch>
  package var zoom = 1

  package init(_ sketch: Sketch = Sketch()) {
    self.sketch = Undoable(sketch)
  }
}

package nonisolated enum SketchAction: Equatable, Sendable {
  case colorMoved(String)
  case history(UndoAction)
  case lineDrawn(Int)
  case linesReceived([Int])
  case startOverTapped
  case zoomTapped
}

private nonisolated func grouping(_ action: SketchAction) -> UndoGrouping {
  switch action {
  case .colorMoved: .step("color")
  case .linesReceived: .previousStep
  default: .newStep
  }
}

package nonisolated let sketchReducer = Reducer<SketchState, SketchAction, Void> {
  state,
  action,
  _ in
  switch action {
  case .colorMoved(let color):
    state.sketch.value.color = color
  case .lineDrawn(let length):
    state.sketch.value.lines.append(Sketch.Line(length: length, color: state.sketch.value.color))
  case .linesReceived(let lengths):
    state.sketch.value.lines += lengths.map { Sketch.Line(length: $0) }
  case .startOverTapped:
    state.sketch.value = Sketch()
    state.sketch.forgetSteps()
  case .zoomTapped:
    state.zoom += 1
  case .history:
    break
  }
  return .none
}
.undoable(\.sketch, action: /SketchAction.history, limit: 2, grouping: grouping)

/// A number with steps, as it is declared without any option.
package nonisolated let counterReducer = Reducer<Undoable<Int>, CounterAction, Void> {
  state,
  action,
  _ in
  if action == .incrementTapped { state.value += 1 }
  return .none
}
.undoable(\.self, action: /CounterAction.history)

package nonisolated enum CounterAction: Equatable, Sendable {
  case history(UndoAction)
  case incrementTapped
}
