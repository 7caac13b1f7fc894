// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that does more when an action has changed a part of the state.
  ///
  /// ```swift
  /// Settings.reducer
  ///   .onChange(of: \.isSoundOn) { isSoundOn, _, _, environment in
  ///     environment.audioPlayer.setVolume(isSoundOn ? 1 : 0).fireAndForget()
  ///   }
  /// ```
  ///
  /// The part is read before and after this reducer runs. If the two values differ, the function is called,
  /// and its effect is merged after that of this reducer. Changes that the function itself makes to the state
  /// are not checked again.
  ///
  /// The previous value of the part is kept while this reducer runs, so an array in it is copied if it
  /// changes: read no more than what matters.
  ///
  /// - Parameters:
  ///   - toValue: Reads the part.
  ///   - perform: Changes the state further, and returns what else is to be done. It is called with
  ///     the part as it is now, the state, the action and the environment.
  /// - Returns: The reducer that also does this.
  /// - Complexity: For each action, two calls that read the part and one comparison of it, which is O(*n*)
  ///   for a collection that has changed.
  public func onChange<Value: Equatable & SendableMetatype>(
    of toValue: @escaping @Sendable (State) -> Value,
    perform: @escaping @Sendable (Value, inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Self {
    onChange(of: toValue) { _, value, state, action, environment in
      perform(value, &state, action, environment)
    }
  }

  /// Returns a reducer that does more when an action has changed a part of the state, given what the part was
  /// before.
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
  ///   - perform: Changes the state further, and returns what else is to be done. It is called with
  ///     the part as it was, the part as it is now, the state, the action and the environment.
  /// - Returns: The reducer that also does this.
  /// - Complexity: For each action, two calls that read the part and one comparison of it, which is O(*n*)
  ///   for a collection that has changed.
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
