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

/// An operator that looks at one value after the other, keeps state between them, and may end before
/// the effect that it listens to.
///
/// `@unchecked` like every node, see ``EffectNode``.
final class StatefulNode<
  Input: Sendable,
  InputFailure: Error,
  State: Sendable,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  typealias Step = @Sendable (inout State, Input) -> EffectStep<Output, Failure>

  private let upstream: EffectNode<Input, InputFailure>
  private let initialState: State
  private let step: Step
  private let mapFailure: @Sendable (InputFailure) -> Failure

  init(
    _ upstream: EffectNode<Input, InputFailure>,
    state: State,
    step: @escaping Step,
    mapFailure: @escaping @Sendable (InputFailure) -> Failure
  ) {
    self.upstream = upstream
    self.initialState = state
    self.step = step
    self.mapFailure = mapFailure
    super.init()
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard let child = scope.makeChild() else { return }
    let steps = Steps(
      downstream: subscriber,
      scope: child,
      state: initialState,
      step: step,
      mapFailure: mapFailure
    )
    upstream.start(steps, in: child)
  }

  /// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of the state, which belongs
  /// to whoever is in the turnstile.
  private final class Steps: EffectSubscriber<Input, InputFailure>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let step: Step
    private let mapFailure: @Sendable (InputFailure) -> Failure
    private let turnstile = Turnstile<Input, InputFailure>()
    /// Taken by whoever is in the turnstile, and put back unless this has ended.
    private var state: State?

    init(
      downstream: EffectSubscriber<Output, Failure>,
      scope: EffectScope,
      state: State,
      step: @escaping Step,
      mapFailure: @escaping @Sendable (InputFailure) -> Failure
    ) {
      self.downstream = downstream
      self.scope = scope
      self.step = step
      self.mapFailure = mapFailure
      self.state = state
    }

    override var presence: Presence? { downstream.presence }

    override func receive(_ value: Input, from source: EffectScope) {
      guard turnstile.enter() else { return turnstile.wait(.value(value, source), deliver) }
      // The step may take long, and the source may end meanwhile.
      if source.hold() {
        deliver(value, from: source)
        source.release()
      }
      turnstile.deliverWaiting(deliver)
    }

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      guard turnstile.enter() else { return turnstile.wait(.end(failure, source), deliver) }
      deliverEnd(failure, from: source)
      turnstile.deliverWaiting(deliver)
    }

    private func deliver(_ event: Turnstile<Input, InputFailure>.Event) {
      switch event {
      case .value(let value, let source): deliver(value, from: source)
      case .end(let failure, let source): deliverEnd(failure, from: source)
      }
    }

    private func deliver(_ value: Input, from source: EffectScope) {
      guard var current = state.take() else { return }
      switch step(&current, value) {
      case .drop:
        state = current
      case .fail(let failure):
        downstream.finish(failure, from: source)
        scope.stop()
      case .send(let output):
        state = current
        downstream.receive(output, from: source)
      case .sendLast(let output):
        downstream.receive(output, from: source)
        downstream.finish(nil, from: source)
        scope.stop()
      }
    }

    private func deliverEnd(_ failure: InputFailure?, from source: EffectScope) {
      guard state.take() != nil else { return }
      downstream.finish(failure.map(mapFailure), from: source)
      scope.leave()
    }
  }
}
