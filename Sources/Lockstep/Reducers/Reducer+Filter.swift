// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that runs this reducer only for actions that satisfy a predicate.
  ///
  /// ```swift
  /// Game.reducer.filter { state, _ in state.isPaused == false }
  /// ```
  ///
  /// - Parameter isIncluded: Returns whether to run this reducer, given the state and an action.
  /// - Returns: The reducer that skips all other actions.
  /// - Complexity: One call of the predicate for each action, plus the cost of this reducer.
  public func filter(_ isIncluded: @escaping @Sendable (State, Action) -> Bool) -> Self {
    Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      isIncluded(state, action) ? reduce(&state, action, environment) : .none
    }
  }
}
