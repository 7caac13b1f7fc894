// SPDX-License-Identifier: MIT

import Lockstep

/// An action of a user or a server on a value with steps.
enum StepAction<Value: Equatable & Sendable>: Sendable {
  case history(UndoAction)
  /// A change by the server, which is not a step.
  case server(@Sendable (inout Value) -> Void)
  /// A step of the user.
  case step(@Sendable (inout Value) -> Void)
  /// A change by the user that is added to the latest step if that has the same name.
  case typing(String, @Sendable (inout Value) -> Void)

  static var undo: Self { .history(.undo) }
  static var redo: Self { .history(.redo) }
}

/// Returns a reducer that keeps the steps of a value.
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
  /// Returns the value with its steps after some actions.
  func after(_ actions: StepAction<Value>...) -> Self {
    let reducer = stepReducer() as Reducer<Self, StepAction<Value>, Void>
    return actions.reduce(into: self) { _ = reducer.run(&$0, $1, ()) }
  }
}
