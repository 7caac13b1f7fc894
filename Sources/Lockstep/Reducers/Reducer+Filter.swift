// SPDX-License-Identifier: MIT

extension Reducer {
  /// A reducer that runs this one for some actions only, and lets the others pass it by.
  ///
  /// ```swift
  /// gameReducer.filter { state, _ in state.isPaused == false }
  /// ```
  ///
  /// - Parameter isIncluded: Tells from the state and an action whether this reducer is to run.
  /// - Returns: The reducer that runs for these.
  /// - Complexity: One call of the predicate for each action, and what this reducer takes.
  public func filter(_ isIncluded: @escaping @Sendable (State, Action) -> Bool) -> Self {
    Self(gate: nil, sites: sites) { state, action, environment in
      isIncluded(state, action) ? reduce(&state, action, environment) : .none
    }
  }
}
