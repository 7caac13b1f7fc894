// SPDX-License-Identifier: MIT

/// A leaf of an effect tree: a source that sends values until it finishes or is cancelled.
@usableFromInline
class LeafNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>, @unchecked Sendable {
  @usableFromInline final let description: EffectDescription
  @usableFromInline final let sendsOnce: Bool

  @inlinable
  init(_ description: EffectDescription, sendsOnce: Bool) {
    self.description = description
    self.sendsOnce = sendsOnce
    super.init(.other)
  }

  /// Starts the leaf and returns the work to cancel with it.
  func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    preconditionFailure("A subclass of LeafNode does not override begin(_:).")
  }

  override final var firstDescription: EffectDescription? { description }

  @usableFromInline
  override final func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    let outlet = EffectOutlet(description, subscriber, at: place, sendsOnce: sendsOnce)
    guard let outlet else { return nil }
    let leaf = outlet.leaf
    leaf.hold(leaf.attributed { begin(outlet) })
    return leaf
  }
}

@usableFromInline
final class FunctionNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let function: @Sendable (EffectOutlet<Output, Failure>) -> EffectWork

  @inlinable
  init(
    _ description: EffectDescription,
    sendsOnce: Bool = false,
    _ function: @escaping @Sendable (EffectOutlet<Output, Failure>) -> EffectWork
  ) {
    self.function = function
    super.init(description, sendsOnce: sendsOnce)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    function(outlet)
  }
}

/// A node that runs a function synchronously when the effect starts.
final class StartNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let send: @Sendable (EffectSubscriber<Output, Failure>, EffectScope) -> Void

  init(_ send: @escaping @Sendable (EffectSubscriber<Output, Failure>, EffectScope) -> Void) {
    self.send = send
    super.init()
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      if scope.isActive { send(subscriber, scope) }
    }
  }
}
