// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that is created when it is started, anew each time.
  ///
  /// This lets an effect follow itself:
  ///
  /// ```swift
  /// func poll() -> Effect<Status, Never> {
  ///   .concatenate(environment.status(), .lazy { poll() })
  /// }
  /// ```
  ///
  /// As the last part of a concatenation, the effect takes the place of the whole, so such a loop needs
  /// constant memory and stack space however long it runs. An id for the loop belongs around the whole:
  /// `poll().cancellable(id:cancelInFlight: true)`. A step with an id of its own would be cancelled by the
  /// next step, and two such effects would restart each other endlessly, which is reported.
  ///
  /// Isolation: the function is called where the effect is started.
  ///
  /// - Parameter make: A function that creates the effect.
  /// - Returns: The effect that is created later.
  public static func lazy(_ make: @escaping @Sendable () -> Self) -> Self {
    Self(LazyNode(make))
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
final class LazyNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  /// A function that effects may be nested in, which are not released within each other.
  private final class Maker: Sendable {
    let make: @Sendable () -> Effect<Output, Failure>

    init(_ make: @escaping @Sendable () -> Effect<Output, Failure>) {
      self.make = make
    }
  }

  private var maker: AnyObject?

  init(_ make: @escaping @Sendable () -> Effect<Output, Failure>) {
    maker = Maker(make)
    super.init()
  }

  deinit {
    QueueLoop.release(&maker)
  }

  func make() -> Effect<Output, Failure> {
    unsafeDowncast(maker.unsafelyUnwrapped, to: Maker.self).make()
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard scope.isActive else { return }
      guard let node = make().node else { return subscriber.send(end: nil, from: scope) }
      scope.startPart { node.start(subscriber, in: scope) }
    }
  }
}
