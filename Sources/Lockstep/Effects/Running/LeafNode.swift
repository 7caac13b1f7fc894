// SPDX-License-Identifier: MIT

/// A leaf: an outside source that sends, until it ends by itself or is ended.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
class LeafNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>, @unchecked Sendable {
  @usableFromInline final let description: EffectDescription
  /// Whether the leaf sends at most one value, together with its end.
  @usableFromInline final let sendsOnce: Bool

  @inlinable
  init(_ description: EffectDescription, sendsOnce: Bool) {
    self.description = description
    self.sendsOnce = sendsOnce
    super.init(.other)
  }

  /// Lets the leaf begin to send.
  ///
  /// - Parameter outlet: The outlet that the leaf sends through.
  /// - Returns: The work that is ended with the leaf.
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

/// A leaf that a function begins.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class FunctionNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let function: @Sendable (EffectOutlet<Output, Failure>) -> EffectWork

  /// - Parameters:
  ///   - description: The description of the leaf in messages.
  ///   - sendsOnce: Whether the leaf sends at most one value, together with its end.
  ///   - function: A function that lets the leaf send, and returns the work that is ended with the leaf.
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

/// A node that runs a function when the effect is started, in the call that starts it.
///
/// `@unchecked` like every node; see ``EffectNode``.
final class StartNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let send: @Sendable (EffectSubscriber<Output, Failure>, EffectScope) -> Void

  /// - Parameter send: Sends to the subscriber from an active scope, or starts something that does.
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
