// SPDX-License-Identifier: MIT

/// What an operator that keeps state does with a value.
enum EffectStep<Output: Sendable, Failure: Error> {
  /// Sends nothing.
  case drop
  /// Fails, and ends what it listens to.
  case fail(Failure)
  /// Sends a value.
  case send(Output)
  /// Sends a value, completes, and ends what it listens to.
  case sendLast(Output)
}

extension Effect {
  /// An operator that looks at one value after the other, keeps state between them, and may end before
  /// this effect.
  ///
  /// - Parameters:
  ///   - initialState: The state of each run at its beginning.
  ///   - step: Says what to do with a value, and changes the state.
  ///   - mapFailure: Makes the failure of the new effect of one of this.
  /// - Returns: The new effect.
  func stepped<State: Sendable, NewOutput, NewFailure>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, NewFailure>,
    mapFailure: @escaping @Sendable (Failure) -> NewFailure
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(
      node.map {
        OperatorNode($0, in: .own()) { upstream, downstream, scope in
          var (state, hasEnded) = (initialState, false)
          func finish(_ failure: Failure?, _ source: EffectScope) {
            guard hasEnded == false else { return }
            hasEnded = true
            downstream.finish(failure.map(mapFailure), from: source)
            scope.leave()
          }
          func receive(_ value: Output, _ source: EffectScope, _ isLast: Bool) {
            guard hasEnded == false else { return }
            switch step(&state, value) {
            case .drop:
              if isLast { finish(nil, source) }
            case .fail(let failure):
              hasEnded = true
              downstream.finish(failure, from: source)
              scope.stop()
            case .send(let output):
              hasEnded = isLast
              downstream.receive(output, from: source, isLast: isLast)
              if isLast { scope.leave() }
            case .sendLast(let output):
              hasEnded = true
              downstream.receive(output, from: source, isLast: true)
              scope.stop()
            }
          }
          upstream.start(Listener(to: downstream, receive: receive, finish: finish), in: scope)
        }
      }
    )
  }
}

extension Effect {
  /// The same for an operator that fails as this effect does.
  func stepped<State: Sendable, NewOutput>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    stepped(from: initialState, step) { $0 }
  }
}
