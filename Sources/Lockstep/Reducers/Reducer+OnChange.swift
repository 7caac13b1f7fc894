// SPDX-License-Identifier: MIT

extension Reducer {
  /// A reducer that does more when an action changed a part of the state.
  ///
  /// ```swift
  /// settingsReducer
  ///   .onChange(of: \.isSoundOn) { isSoundOn, _, _, environment in
  ///     environment.audioPlayer.setVolume(isSoundOn ? 1 : 0).fireAndForget()
  ///   }
  /// ```
  ///
  /// The part is taken before and after this reducer runs. If the two differ, the function is called,
  /// and its effect is merged after that of this reducer. What the function itself changes in the
  /// state is not looked at again.
  ///
  /// The part from before is kept while this reducer runs, so an array in it is copied if it changes:
  /// take no more than what matters.
  ///
  /// - Parameters:
  ///   - toValue: Takes the part.
  ///   - perform: Changes the state further, and returns what else is to be done. It is called with
  ///     the part as it is now, the state, the action and the environment.
  /// - Returns: The reducer that also does this.
  /// - Complexity: For each action two calls that take the part and one comparison of it, which is
  ///   O(*n*) for a collection that has changed.
  public func onChange<Value: Equatable & SendableMetatype>(
    of toValue: @escaping @Sendable (State) -> Value,
    perform: @escaping @Sendable (Value, inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Self {
    onChange(of: toValue) { _, value, state, action, environment in
      perform(value, &state, action, environment)
    }
  }

  /// A reducer that does more when an action changed a part of the state, with what the part was.
  ///
  /// ```swift
  /// gameReducer
  ///   .onChange(of: \.score) { previous, score, state, _, environment in
  ///     guard score > previous else { return .none }
  ///     state.bestScore = max(state.bestScore, score)
  ///     return environment.audioPlayer.play(.scoreUp).fireAndForget()
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Takes the part.
  ///   - perform: Changes the state further, and returns what else is to be done. It is called with
  ///     the part as it was, the part as it is now, the state, the action and the environment.
  /// - Returns: The reducer that also does this.
  /// - Complexity: For each action two calls that take the part and one comparison of it, which is
  ///   O(*n*) for a collection that has changed.
  public func onChange<Value: Equatable & SendableMetatype>(
    of toValue: @escaping @Sendable (State) -> Value,
    perform:
      @escaping @Sendable (
        Value, Value, inout State, Action, Environment
      ) -> Effect<Action, Never>
  ) -> Self {
    Self(gate: nil, sites: sites) { state, action, environment in
      let previous = toValue(state)
      let effect = reduce(&state, action, environment)
      let value = toValue(state)
      guard previous != value else { return effect }
      return .merge(effect, perform(previous, value, &state, action, environment))
    }
  }
}
