// SPDX-License-Identifier: MIT

/// An operator: a node around another one.
///
/// `@unchecked` like every node; see ``EffectNode``.
final class OperatorNode<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  /// A function that starts the upstream effect, now or later, with a subscriber that sends downstream.
  ///
  /// If the operator has a scope of its own, the function starts everything in that scope, and leaves it when
  /// the operator ends.
  typealias Run =
    @Sendable (
      _ upstream: EffectNode<Input, InputFailure>,
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope
    ) -> Void

  /// The scope that an operator runs in.
  enum Scope {
    /// The scope in which the operator is started.
    case shared
    /// A scope of its own, maybe with its own serial queue, with its description in messages.
    case own(EffectDescription? = nil, ownsQueue: Bool = false)
    /// A scope of its own, for an effect that sends nothing.
    case fireAndForget(EffectDescription)
  }

  private let upstream: EffectNode<Input, InputFailure>
  private let scope: Scope
  private let function: Run

  init(
    _ upstream: EffectNode<Input, InputFailure>,
    in scope: Scope = .shared,
    _ run: @escaping Run
  ) {
    self.upstream = upstream.bounded
    self.scope = scope
    function = run
    super.init(depth: self.upstream.depth + 1)
  }

  override var firstDescription: EffectDescription? {
    switch scope {
    case .shared, .own(nil, _): upstream.firstDescription
    case .own(let description?, _), .fireAndForget(let description): description
    }
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    let (parent, id) = place.parent
    let child: EffectScope?
    switch scope {
    case .shared:
      return place.open { function(upstream, subscriber, $0) }
    case .own(let description, let ownsQueue):
      child = parent.makeChild(description, ownsQueue: ownsQueue)
    case .fireAndForget(let description):
      child = parent.makeChild(fireAndForget: description)
    }
    guard let child else { return nil }
    child.starting {
      child.take(id)
      function(upstream, subscriber, child)
    }
    return child
  }
}

/// A subscriber to the upstream of an operator: what to do with a value, and with the end.
///
/// The closures capture the state that they share; it belongs to the thread on the effect's serial queue.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
@usableFromInline
final class Listener<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectSubscriber<Input, InputFailure>, @unchecked Sendable {
  typealias Downstream = EffectSubscriber<Output, Failure>

  private let downstream: Downstream
  private let receiveValue: (Input, EffectScope, _ isLast: Bool, Downstream) -> Void
  private let receiveEnd: (InputFailure?, EffectScope, Downstream) -> Void

  /// - Parameters:
  ///   - downstream: The subscriber that the listener sends to.
  ///   - queueUse: When the listener needs the serial queue. It also needs it whenever `downstream` does.
  ///   - receive: Receives a value.
  ///   - finish: Receives the end.
  required init(
    to downstream: Downstream,
    _ queueUse: QueueUse = .forSeveralValues,
    receive: @escaping (Input, EffectScope, _ isLast: Bool, Downstream) -> Void,
    finish: @escaping (InputFailure?, EffectScope, Downstream) -> Void
  ) {
    self.downstream = downstream
    receiveValue = receive
    receiveEnd = finish
    super.init(queueUse, to: downstream)
  }

  override var next: EffectTarget? { downstream }

  override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
    receiveValue(value, source, isLast, downstream)
  }

  override func finish(_ failure: InputFailure?, from source: EffectScope) {
    receiveEnd(failure, source, downstream)
  }
}
