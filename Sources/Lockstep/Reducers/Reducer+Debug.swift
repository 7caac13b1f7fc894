// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that prints each action and the state changes to standard error.
  ///
  /// ```swift
  /// AppFeature.reducer.debug("app")
  /// ```
  ///
  /// For each action, the reducer prints:
  ///
  /// ```text
  /// app: AppFeature.Action.counter(
  ///   Counter.Action.incrementButtonTapped
  /// )
  ///   AppFeature.State(
  ///     … (1 unchanged)
  ///     counter: Counter.State(
  /// -     count: 0,
  /// +     count: 1,
  ///       … (1 unchanged)
  ///     )
  ///   )
  /// ```
  ///
  /// To redirect the output, pass a function:
  ///
  /// ```swift
  /// AppFeature.reducer.debug("app") { text in print(text) }
  /// ```
  ///
  /// Use this method during development. It keeps the previous state for comparison, so changes copy collections.
  ///
  /// - Parameters:
  ///   - name: The prefix of each text; omitted if it is empty.
  ///   - output: Receives each text, without a trailing line break, where the reducer runs. The default writes to
  ///     standard error.
  /// - Returns: The reducer that also prints.
  /// - Complexity: O(*n*) in the size of the state, for each action.
  public func debug(
    _ name: String = "",
    output: (@Sendable (String) -> Void)? = nil
  ) -> Self {
    let output = output ?? { StandardErrorReporter.write($0) }
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      let previous = state
      let effect = reduce(&state, action, environment)
      let change = Dump.diff(previous, state) ?? "  (nothing changed)"
      output("\(Self.heading(name, action))\n\(change)")
      return effect
    }
  }

  /// Returns a reducer that prints each action, but not the state, to standard error.
  ///
  /// ```swift
  /// AppFeature.reducer.debugActions("app")
  /// ```
  ///
  /// For each action, the reducer prints:
  ///
  /// ```text
  /// app: AppFeature.Action.counter(
  ///   Counter.Action.incrementButtonTapped
  /// )
  /// ```
  ///
  /// The reducer prints an action before it handles it. It does not keep, copy or compare the state, so use this method
  /// instead of ``debug(_:output:)`` for large states and frequent actions.
  ///
  /// - Parameters:
  ///   - name: The prefix of each text; omitted if it is empty.
  ///   - output: Receives each text, without a trailing line break, where the reducer runs. The default writes to
  ///     standard error.
  /// - Returns: The reducer that also prints.
  /// - Complexity: O(*n*) in the size of the action, for each action.
  public func debugActions(
    _ name: String = "",
    output: (@Sendable (String) -> Void)? = nil
  ) -> Self {
    let output = output ?? { StandardErrorReporter.write($0) }
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      output(Self.heading(name, action))
      return reduce(&state, action, environment)
    }
  }

  private static func heading(_ name: String, _ action: Action) -> String {
    name.isEmpty ? Dump(action).text : "\(name): \(Dump(action).text)"
  }
}
