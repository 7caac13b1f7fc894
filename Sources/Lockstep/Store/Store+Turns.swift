// SPDX-License-Identifier: MIT

/// One turn of a store, for a log.
package struct TurnRecord: Equatable, Sendable {
  /// The action, on as many lines as it needs.
  package var action: String

  /// The effect that sent the action; nil if a caller sent it, which knows better.
  package var effect: String?

  /// What the action changed in the state, as a diff; nil if it changed nothing.
  package var change: String?
}

extension Store {
  /// Sets the function that is called at the end of each turn, replacing the previous one.
  ///
  /// The previous state is kept for comparison, so large collections that change are copied.
  ///
  /// - Parameter body: Takes the record of the turn; called where the store is used.
  package func setTurnRecorder(_ body: @escaping (TurnRecord) -> Void) {
    guard let runtime else { return }
    var previous = runtime.state
    runtime.turnEnded = { [unowned runtime] action, cause, _ in
      let state = runtime.state
      defer { previous = state }
      var effect: String?
      if case .effect = cause { effect = cause.description(in: Action.self) }
      body(
        TurnRecord(
          action: Dump(action).text,
          effect: effect,
          change: Dump.diff(previous, state)
        )
      )
    }
  }
}
