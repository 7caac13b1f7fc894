// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that handles the outputs of a feature within it, in the turns in which the feature sends them.
  ///
  /// ```swift
  /// AppFeature.reducer.onOutput(of: RoundTimer.Action.self) { output, state, _, environment in
  ///   switch output {
  ///   case .finished(let rounds):
  ///     state.history.append(rounds)
  ///     return environment.audioPlayer.play(.bell).fireAndForget()
  ///   }
  /// }
  /// ```
  ///
  /// After this reducer runs, the function runs once for each output, in the order of the outputs. The feature may be
  /// any number of levels below. The function's effects follow this reducer's in the merged effect. If two such
  /// modifiers are for the same feature, the inner one handles the output.
  ///
  /// The action identifies the child that sent the output, such as `.path(.element(id: 3, …))`. For an output from
  /// ``onUnmount(fileID:filePath:line:column:_:)``, it is the action that dismisses the child, such as
  /// `.path(.popFrom(id: 3))`, even if something else removed the child. If the child was removed together with a
  /// presentation or a screen that contains it, the action dismisses the innermost of these. The action is `nil` for an
  /// output from ``onMount(_:)``, and for a child that no action dismisses, such as an optional child that was set to
  /// `nil`.
  ///
  /// Isolation: the function runs where the reducer runs.
  ///
  /// - Parameters:
  ///   - child: The actions of the feature.
  ///   - perform: Changes the state further and returns an effect, given the output, the state, the action and the
  ///     environment.
  /// - Returns: The reducer that also handles the outputs.
  /// - Complexity: O(1) for an action without effects. Otherwise, O(*n*) in the number of merged effects if one of them
  ///   is an output or a dismissal request, and O(1) if not.
  @inlinable
  public func onOutput<Child: FeatureAction>(
    of child: Child.Type,
    perform:
      @escaping @Sendable (Child.Output, inout State, Action?, Environment) -> Effect<Action, Never>
  ) -> Self {
    Self(
      gate: gate,
      sites: sites,
      lifecycle: lifecycle?.handlingOutputs { $0.handlingOutputs(of: child, &$1, nil, $2, perform) }
    ) { state, action, environment in
      let effect = reduce(&state, action, environment)
      guard let node = effect.node, node.hasOutputs else { return effect }
      return effect.handlingOutputs(of: child, &state, action, environment, perform)
    }
  }
}

extension Effect where Failure == Never {
  @usableFromInline
  func handlingOutputs<Child: FeatureAction, State, Environment>(
    of child: Child.Type,
    _ state: inout State,
    _ action: Output?,
    _ environment: Environment,
    _ perform: (Child.Output, inout State, Output?, Environment) -> Self
  ) -> Self {
    var outputs: [(output: Child.Output, dismissingAction: Output?)] = []
    var effect = handlingOutputs { node in
      guard let output = node.output.value(of: child) else { return false }
      outputs.append((output, node.dismissingAction))
      return true
    }
    for (output, dismissingAction) in outputs {
      effect = effect.merged(perform(output, &state, dismissingAction ?? action, environment))
    }
    return effect
  }
}
