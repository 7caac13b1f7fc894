// SPDX-License-Identifier: MIT

/// The response to a value of an operator that keeps state.
enum EffectStep<Output: Sendable, Failure: Error> {
  /// Sends nothing.
  case drop
  /// Fails, and ends the upstream effect.
  case fail(Failure)
  /// Sends a value.
  case send(Output)
  /// Sends a value, completes, and ends the upstream effect.
  case sendLast(Output)
}

extension Effect {
  /// Returns an effect that looks at one value at a time, keeps state between values, and may end before this
  /// effect.
  ///
  /// - Parameters:
  ///   - initialState: The state at the beginning of each run.
  ///   - step: A function that returns what to do with a value, and changes the state.
  ///   - mapFailure: A function that returns the new effect's failure for a failure of this effect.
  /// - Returns: The new effect.
  func stepped<State: Sendable, NewOutput, NewFailure>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, NewFailure>,
    mapFailure: @escaping @Sendable (Failure) -> NewFailure
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(
      node.map {
        OperatorNode($0, in: .own()) { upstream, downstream, scope in
          // One variable: a state without a size would have no address of its own, and the thread sanitizer
          // would take an access to it for one to whatever is next to it.
          var run = (state: initialState, hasEnded: false)
          let listener = Listener(to: downstream) { (value: Output, source, isLast, downstream) in
            guard run.hasEnded == false else { return }
            switch step(&run.state, value) {
            case .drop:
              guard isLast else { return }
              run.hasEnded = true
              downstream.finish(nil, from: source)
              scope.leave()
            case .fail(let failure):
              run.hasEnded = true
              downstream.finish(failure, from: source)
              scope.stop()
            case .send(let output):
              run.hasEnded = isLast
              downstream.receive(output, from: source, isLast: isLast)
              if isLast { scope.leave() }
            case .sendLast(let output):
              run.hasEnded = true
              downstream.receive(output, from: source, isLast: true)
              scope.stop()
            }
          } finish: { (failure: Failure?, source, downstream) in
            guard run.hasEnded == false else { return }
            run.hasEnded = true
            downstream.finish(failure.map(mapFailure), from: source)
            scope.leave()
          }
          upstream.start(listener, in: scope)
        }
      }
    )
  }
}

extension Effect {
  /// Returns an effect of the same kind, which fails as this effect does.
  func stepped<State: Sendable, NewOutput>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    stepped(from: initialState, step) { $0 }
  }
}
