// SPDX-License-Identifier: MIT

import Lockstep

/// A change to an undoable value, made by the user or by the server.
enum StepAction<Value: Equatable & Sendable>: Sendable {
  case history(UndoAction)
  /// A change by the server, which is not a step.
  case server(@Sendable (inout Value) -> Void)
  /// A change by the user, which is a step.
  case step(@Sendable (inout Value) -> Void)
  /// A change by the user, which extends the latest step if that step has the same name.
  case typing(String, @Sendable (inout Value) -> Void)

  static var undo: Self { .history(.undo) }
  static var redo: Self { .history(.redo) }
}

/// Returns a reducer that records the steps of a value.
func stepReducer<Value>(limit: Int = 100) -> Reducer<Undoable<Value>, StepAction<Value>, Void> {
  Reducer<Undoable<Value>, StepAction<Value>, Void> { state, action, _ in
    switch action {
    case .history: break
    case .server(let change), .step(let change), .typing(_, let change): change(&state.value)
    }
    return .none
  }
  .undoable(\.self, action: /StepAction.history, limit: limit) { action in
    switch action {
    case .server: .previousStep
    case .typing(let name, _): .step(name)
    case .history, .step: .newStep
    }
  }
}

extension Undoable where Value: Equatable & Sendable {
  /// Returns a copy to which the actions are applied.
  func after(_ actions: StepAction<Value>...) -> Self {
    let reducer = stepReducer() as Reducer<Self, StepAction<Value>, Void>
    return actions.reduce(into: self) { _ = reducer.run(&$0, $1, ()) }
  }
}
