// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that calls a function each time it starts and runs the returned effect.
  ///
  /// A lazy effect can repeat itself:
  ///
  /// ```swift
  /// func poll() -> Effect<Status, Never> {
  ///   .concatenate(environment.status(), .lazy { poll() })
  /// }
  /// ```
  ///
  /// As the last part of a concatenation, the effect replaces the concatenation, so such a loop runs in constant memory
  /// and stack space. Put the id around the whole loop, as in `poll().cancellable(id: PollID(), cancelInFlight: true)`.
  /// If a step had its own id, the next step would cancel it. Two such effects would restart each other endlessly,
  /// which Lockstep reports.
  ///
  /// Isolation: the function runs where the effect starts.
  ///
  /// - Parameter make: A function that creates the effect.
  /// - Returns: The lazy effect.
  public static func lazy(_ make: @escaping @Sendable () -> Self) -> Self {
    Self(LazyNode(make))
  }
}

final class LazyNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  /// A holder for the function, so that functions that capture nested effects are not released recursively.
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
