// SPDX-License-Identifier: MIT

enum EffectStep<Output: Sendable, Failure: Error> {
  case drop
  /// Fails and stops the upstream effect.
  case fail(Failure)
  case send(Output)
  /// Sends a value, completes, and stops the upstream effect.
  case sendLast(Output)
}

extension Effect {
  /// Returns an effect that processes values with mutable state and may end before this effect.
  func stepped<State: Sendable, NewOutput, NewFailure>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, NewFailure>,
    mapFailure: @escaping @Sendable (Failure) -> NewFailure
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(
      node.map {
        OperatorNode($0, in: .own()) { upstream, downstream, scope in
          // One variable, because a zero-sized state has no address of its own: the thread sanitizer would attribute an
          // access to the state to adjacent memory.
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
  func stepped<State: Sendable, NewOutput>(
    from initialState: State,
    _ step: @escaping @Sendable (inout State, Output) -> EffectStep<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    stepped(from: initialState, step) { $0 }
  }
}
