// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that is made when it is started, anew each time.
  ///
  /// It lets an effect follow itself:
  ///
  /// ```swift
  /// func poll() -> Effect<Status, Never> {
  ///   .concatenate(environment.status(), .deferred { poll() })
  /// }
  /// ```
  ///
  /// As the last part of a concatenation it takes the place of the whole, so that such a loop needs
  /// constant memory and stack however long it runs. An id for it belongs around the whole:
  /// `poll().cancellable(id:cancelInFlight: true)`. Under an id of its own a step would be cancelled by the
  /// next one, and two such effects would restart one another without end, which is reported.
  ///
  /// Isolation: the function is called where the effect is started.
  ///
  /// - Parameter make: Makes the effect.
  /// - Returns: The effect that is made later.
  public static func deferred(_ make: @escaping @Sendable () -> Self) -> Self {
    Self(DeferredNode(make))
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
final class DeferredNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  let make: @Sendable () -> Effect<Output, Failure>

  init(_ make: @escaping @Sendable () -> Effect<Output, Failure>) {
    self.make = make
    super.init()
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard scope.isActive else { return }
    guard let node = make().node else { return subscriber.send(end: nil, from: scope) }
    scope.startPart { node.start(subscriber, in: scope) }
  }
}
