// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that also calls a function when an action changes a part of the state.
  ///
  /// ```swift
  /// Settings.reducer
  ///   .onChange(of: \.isSoundOn) { isSoundOn, _, _, environment in
  ///     environment.audioPlayer.setVolume(isSoundOn ? 1 : 0).fireAndForget()
  ///   }
  /// ```
  ///
  /// The reducer reads the part before and after each action. If the two values differ, the reducer calls the function,
  /// and merges the function's effect after its own. Changes that the function makes are not checked again.
  ///
  /// The reducer keeps the previous value, so an array in it is copied if it changes. Read no more than you need.
  ///
  /// - Parameters:
  ///   - toValue: Reads the part.
  ///   - perform: Changes the state further and returns an effect, given the new value, the state, the action and the
  ///     environment.
  /// - Returns: The reducer that also calls the function.
  /// - Complexity: Two reads and one comparison of the part for each action. Comparing a changed collection is O(*n*).
  public func onChange<Value: Equatable & SendableMetatype>(
    of toValue: @escaping @Sendable (State) -> Value,
    perform: @escaping @Sendable (Value, inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Self {
    onChange(of: toValue) { _, value, state, action, environment in
      perform(value, &state, action, environment)
    }
  }

  /// Returns a reducer that also calls a function with the old and new values when a part of the state changes.
  ///
  /// ```swift
  /// Game.reducer
  ///   .onChange(of: \.score) { previous, score, state, _, environment in
  ///     guard score > previous else { return .none }
  ///     state.bestScore = max(state.bestScore, score)
  ///     return environment.audioPlayer.play(.scoreUp).fireAndForget()
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Reads the part.
  ///   - perform: Changes the state further and returns an effect, given the old value, the new value, the state, the
  ///     action and the environment.
  /// - Returns: The reducer that also calls the function.
  /// - Complexity: Two reads and one comparison of the part for each action. Comparing a changed collection is O(*n*).
  public func onChange<Value: Equatable & SendableMetatype>(
    of toValue: @escaping @Sendable (State) -> Value,
    perform:
      @escaping @Sendable (
        Value, Value, inout State, Action, Environment
      ) -> Effect<Action, Never>
  ) -> Self {
    Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      let previous = toValue(state)
      let effect = reduce(&state, action, environment)
      let value = toValue(state)
      guard previous != value else { return effect }
      return .merge(effect, perform(previous, value, &state, action, environment))
    }
  }
}
