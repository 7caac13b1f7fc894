// SPDX-License-Identifier: MIT

/// A leaf: something outside that sends, until it ends by itself or is ended.
///
/// `@unchecked` like every node, see ``EffectNode``.
final class LeafNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let description: EffectDescription
  private let begin: @Sendable (EffectOutlet<Output, Failure>) -> Void

  /// - Parameters:
  ///   - description: What messages call it.
  ///   - begin: Lets it send, and gives its scope what ends it.
  init(
    _ description: EffectDescription,
    _ begin: @escaping @Sendable (EffectOutlet<Output, Failure>) -> Void
  ) {
    self.description = description
    self.begin = begin
    super.init()
  }

  override var firstDescription: EffectDescription? { description }

  override var isLeaf: Bool { true }

  override func startLeaf(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) -> EffectScope? {
    guard let outlet = EffectOutlet(description, subscriber, below: parent, as: id) else {
      return nil
    }
    begin(outlet)
    return outlet.leaf
  }
}

/// What is done when the effect is started, in the call that starts it.
///
/// `@unchecked` like every node, see ``EffectNode``.
final class StartNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let run: @Sendable (EffectSubscriber<Output, Failure>, EffectScope) -> Void

  /// - Parameter run: Sends to the subscriber from a scope that is active, or starts what does.
  init(_ run: @escaping @Sendable (EffectSubscriber<Output, Failure>, EffectScope) -> Void) {
    self.run = run
    super.init()
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    if scope.isActive { run(subscriber, scope) }
  }
}
