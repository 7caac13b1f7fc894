// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// Starts the effect outside of a store, and calls functions with what it sends and how it ends.
  ///
  /// ```swift
  /// let cancellable = environment.player()
  ///   .sink(receiveCompletion: { print("ended:", $0) }, receiveValue: { print($0) })
  /// ```
  ///
  /// What the effect sends at once is received before this returns. The functions, and all that the
  /// effect holds, are let go of as soon as it ends or is cancelled. Ids in the effect belong to this
  /// run of it alone.
  ///
  /// Isolation: any thread. The functions are called on whatever thread the effect sends on, one
  /// call at a time, in order; while one is being called, what others send waits for it, bounded by
  /// what they send in that time. Cancelling does not wait for a call that is under way on another thread,
  /// so that it may be done anywhere, also in the functions. When the first call of `cancel()` has
  /// returned, no value is let through any more; one that another thread had let through by then may
  /// reach its function after that. There is at most one, and on the thread that cancels none.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once when the effect completes or fails, and not when it is
  ///     cancelled.
  ///   - receiveValue: Called with each value.
  /// - Returns: What cancels the effect when it is told to, or when nobody holds it any more.
  public func sink(
    receiveCompletion: @escaping @Sendable (EffectCompletion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    guard let node else {
      receiveCompletion(.finished)
      return AnyCancellable {}
    }
    let top = EffectScope(topOf: EffectContext())
    // So that all of it has one lane.
    guard let scope = top.makeChild() else { return AnyCancellable {} }
    let sink = Sink(
      Sink.Receivers(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
    )
    node.start(sink, in: scope)
    return AnyCancellable {
      sink.close()
      top.cancel()
    }
  }

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Sink: EffectSubscriber<Output, Failure>, @unchecked Sendable {
    struct Receivers: Sendable {
      let receiveValue: @Sendable (Output) -> Void
      let receiveCompletion: @Sendable (EffectCompletion<Failure>) -> Void
    }

    private let receivers: Mutex<Receivers?>

    init(_ receivers: Receivers) {
      self.receivers = Mutex(receivers)
      super.init(.forSeveralValues)
    }

    @discardableResult
    func close() -> Receivers? {
      receivers.withLock { $0.take() }
    }

    override var statePosition: StatePosition? { nil }

    override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
      receivers.withLock { $0?.receiveValue }?(value)
      if isLast { finish(nil, from: source) }
    }

    override func finish(_ failure: Failure?, from source: EffectScope) {
      close()?.receiveCompletion(failure.map(EffectCompletion.failure) ?? .finished)
    }
  }
}

extension Effect where Failure == Never {
  /// Starts the effect outside of a store, and calls a function with what it sends.
  ///
  /// What the effect sends at once is received before this returns. The function, and all that the
  /// effect holds, are let go of as soon as it ends or is cancelled.
  ///
  /// Isolation: any thread. The function is called on whatever thread the effect sends on, one call
  /// at a time, in order. Cancelling is as with ``sink(receiveCompletion:receiveValue:)``.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: What cancels the effect when it is told to, or when nobody holds it any more.
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
