// SPDX-License-Identifier: MIT

extension Effect {
  /// The same effect, apart from those of the turn that returns it: a sender who cancels these, or waits for their end,
  /// does not concern it.
  ///
  /// It is for effects that follow the state, whichever action has changed it. They end with the state of their feature, as
  /// always.
  @usableFromInline
  var independent: Self {
    Self(node.map { IndependentNode($0) })
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class IndependentNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>

  init(_ upstream: EffectNode<Output, Failure>) {
    self.upstream = upstream.bounded
    super.init(.independent, depth: self.upstream.depth + 1)
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    upstream.start(subscriber, at: place)
  }
}
