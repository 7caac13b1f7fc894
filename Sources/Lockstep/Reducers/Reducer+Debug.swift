// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that prints each action and what it changed in the state to standard error.
  ///
  /// ```swift
  /// AppFeature.reducer.debug("app")
  /// ```
  ///
  /// An action then prints:
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
  /// A function can take the texts instead:
  ///
  /// ```swift
  /// AppFeature.reducer.debug("app") { text in print(text) }
  /// ```
  ///
  /// The previous state is kept for comparison, so large collections that change are copied: use this during
  /// development.
  ///
  /// - Parameters:
  ///   - name: The name with which the text begins; omitted if it is empty.
  ///   - output: Takes each text, which has no line break at its end. It is called where the reducer runs. If
  ///     it is not given, the texts are written to standard error.
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

  /// Returns a reducer that prints each action to standard error, and nothing about the state.
  ///
  /// ```swift
  /// AppFeature.reducer.debugActions("app")
  /// ```
  ///
  /// An action then prints:
  ///
  /// ```text
  /// app: AppFeature.Action.counter(
  ///   Counter.Action.incrementButtonTapped
  /// )
  /// ```
  ///
  /// The action is printed before the reducer runs. Nothing of the state is kept, copied or compared, so this
  /// method does for large states and busy programs what ``debug(_:output:)`` does for small ones.
  ///
  /// - Parameters:
  ///   - name: The name with which the text begins; omitted if it is empty.
  ///   - output: Takes each text, which has no line break at its end. It is called where the reducer runs. If
  ///     it is not given, the texts are written to standard error.
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
