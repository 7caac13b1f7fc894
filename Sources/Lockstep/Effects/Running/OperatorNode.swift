// SPDX-License-Identifier: MIT

/// An operator: a node around another one.
///
/// `@unchecked` like every node, see ``EffectNode``.
final class OperatorNode<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  /// Starts what is upstream, now or later, with what listens to it and sends downstream.
  ///
  /// One that has a scope of its own starts everything in that, and leaves it with its end.
  typealias Run =
    @Sendable (
      _ upstream: EffectNode<Input, InputFailure>,
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope
    ) -> Void

  /// The scope that an operator runs in.
  enum Scope {
    /// That in which it is started.
    case shared
    /// One of its own, with what messages call it.
    case own(EffectDescription? = nil)
    /// One of its own, for an effect that sends nothing.
    case fireAndForget(EffectDescription)
  }

  private let upstream: EffectNode<Input, InputFailure>
  private let scope: Scope
  private let run: Run

  init(
    _ upstream: EffectNode<Input, InputFailure>,
    in scope: Scope = .shared,
    _ run: @escaping Run
  ) {
    self.upstream = upstream
    self.scope = scope
    self.run = run
    super.init()
  }

  override var firstDescription: EffectDescription? {
    switch scope {
    case .shared, .own(nil): upstream.firstDescription
    case .own(let description?), .fireAndForget(let description): description
    }
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    if case .shared = self.scope {
      run(upstream, subscriber, scope)
    } else {
      _ = startAlone(subscriber, below: scope, as: nil)
    }
  }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) -> EffectScope? {
    guard id == nil else { return super.startAlone(subscriber, below: parent, as: id) }
    let child: EffectScope?
    switch scope {
    case .shared: return super.startAlone(subscriber, below: parent, as: nil)
    case .own(let description): child = parent.makeChild(description)
    case .fireAndForget(let description): child = parent.makeChild(fireAndForget: description)
    }
    if let child { run(upstream, subscriber, child) }
    return child
  }
}

/// What listens to the upstream of an operator: what it does with a value, and with the end.
///
/// What the closures share, they capture; it belongs to whoever is in the effect's lane.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``.
final class Listener<Input: Sendable, InputFailure: Error>: EffectSubscriber<Input, InputFailure>,
  @unchecked Sendable
{
  private let downstream: EffectTarget
  private let receiveValue: (Input, EffectScope, _ isLast: Bool) -> Void
  private let receiveEnd: (InputFailure?, EffectScope) -> Void

  /// - Parameters:
  ///   - downstream: Whom it sends to.
  ///   - laneUse: Where it has to be called from within the lane, besides where downstream has.
  ///   - receive: Takes a value.
  ///   - finish: Takes the end.
  init(
    to downstream: EffectTarget,
    _ laneUse: LaneUse = .forSeveralValues,
    receive: @escaping (Input, EffectScope, _ isLast: Bool) -> Void,
    finish: @escaping (InputFailure?, EffectScope) -> Void
  ) {
    self.downstream = downstream
    receiveValue = receive
    receiveEnd = finish
    super.init(max(laneUse, downstream.laneUse))
  }

  override var statePosition: StatePosition? { downstream.statePosition }

  override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
    receiveValue(value, source, isLast)
  }

  override func finish(_ failure: InputFailure?, from source: EffectScope) {
    receiveEnd(failure, source)
  }
}
