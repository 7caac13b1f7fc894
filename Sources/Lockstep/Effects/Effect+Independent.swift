// SPDX-License-Identifier: MIT

extension Effect {
  /// The same effect, detached from the other effects of its turn.
  ///
  /// Use it for effects that follow the state, whichever action changes it. If a sender cancels the effects of its
  /// action or waits for them, this effect is not included. Removing the feature's state still cancels it.
  @usableFromInline
  var independent: Self {
    Self(node.map { IndependentNode($0) })
  }
}

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
