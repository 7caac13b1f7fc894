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

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Steps: EffectSubscriber<Input, InputFailure>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let step: Step
    private let mapFailure: @Sendable (InputFailure) -> Failure
    private var state: State
    private var hasEnded = false

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
      super.init(max(.forSeveralValues, downstream.laneUse))
    }

    override var statePosition: StatePosition? { downstream.statePosition }

    override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
      guard hasEnded == false else { return }
      switch step(&state, value) {
      case .drop:
        if isLast { finish(nil, from: source) }
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

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      guard hasEnded == false else { return }
      hasEnded = true
      downstream.finish(failure.map(mapFailure), from: source)
      scope.leave()
    }
  }
}
