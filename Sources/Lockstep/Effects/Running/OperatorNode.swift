// SPDX-License-Identifier: MIT

final class OperatorNode<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  /// A function that starts the upstream effect, now or later, with a subscriber that sends downstream.
  ///
  /// If the operator has its own scope, the function starts everything in that scope, and leaves the scope when the
  /// operator ends.
  typealias Run =
    @Sendable (
      _ upstream: EffectNode<Input, InputFailure>,
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope
    ) -> Void

  enum Scope {
    case shared
    /// A new scope, optionally with its own serial queue, and with a description for messages.
    case own(EffectDescription? = nil, ownsQueue: Bool = false)
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

/// An operator's subscriber to its upstream effect, which handles values and the end with closures.
///
/// `@unchecked` because the closures share captured state. Only the thread on the effect's serial queue accesses it.
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
