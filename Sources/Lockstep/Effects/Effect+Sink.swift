// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// Starts the effect outside of a store and calls functions with the values that it sends and with its
  /// completion.
  ///
  /// ```swift
  /// let cancellable = environment.player()
  ///   .sink(receiveCompletion: { print("ended:", $0) }, receiveValue: { print($0) })
  /// ```
  ///
  /// Values that the effect sends synchronously are received before this method returns. The functions, and
  /// everything that the effect holds, are released as soon as it ends or is cancelled. Ids in the effect
  /// belong to this run alone.
  ///
  /// Isolation: any thread. The functions are called on whatever thread the effect sends on, one call at a
  /// time and in order. While a function is being called, values from other senders wait for it; their number
  /// is bounded by what these senders send in that time. Cancelling does not wait for a call in progress on
  /// another thread, so it can be done anywhere, including in the functions. It does wait for a thread that is
  /// about to make a call; a call that has just begun there may reach its function after `cancel()` has returned.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once when the effect completes or fails, but not when it is cancelled.
  ///   - receiveValue: Called with each value.
  /// - Returns: A cancellable that cancels the effect when it is cancelled or released.
  public func sink(
    receiveCompletion: @escaping @Sendable (EffectCompletion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink(.init(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    let run = startAlone(sink)
    return AnyCancellable {
      sink.close()
      run.cancel()
    }
  }

  /// Starts the effect outside of a store.
  ///
  /// - Parameter subscriber: The subscriber that the effect sends to.
  /// - Returns: A scope that cancels the effect.
  func startAlone(_ subscriber: EffectSubscriber<Output, Failure>) -> EffectScope {
    let top = EffectScope(topOf: EffectContext())
    // A child scope, so that the entire effect has one serial queue.
    if let node, let scope = top.makeChild() {
      scope.starting { node.start(subscriber, in: scope) }
      scope.leave()
    } else {
      subscriber.finish(nil, from: top)
    }
    return top
  }

  /// `@unchecked` like every subscriber; see ``EffectReceiver``.
  private final class Sink: EffectSubscriber<Output, Failure>, @unchecked Sendable {
    struct Receivers: Sendable {
      let receiveValue: @Sendable (Output) -> Void
      let receiveCompletion: @Sendable (EffectCompletion<Failure>) -> Void
    }

    private let receivers: Mutex<Receivers?>
    /// Whether a function has been let through and not been called yet.
    private let isCalling = Atomic(false)

    init(_ receivers: Receivers) {
      self.receivers = Mutex(receivers)
      super.init(.forSeveralValues)
    }

    /// Lets no more calls through, and waits until one that was let through has been made.
    func close() {
      let receivers = receivers.withLock { $0.take() }
      while isCalling.load(ordering: .acquiring) { yieldThread() }
      withExtendedLifetime(receivers) {}
    }

    /// Returns the functions for a call, until ``close()``.
    private func letThrough(isLast: Bool) -> Receivers? {
      receivers.withLock { receivers in
        guard let open = receivers else { return nil }
        isCalling.store(true, ordering: .relaxed)
        if isLast { receivers = nil }
        return open
      }
    }

    override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
      if let receiveValue = letThrough(isLast: false)?.receiveValue {
        isCalling.store(false, ordering: .releasing)
        receiveValue(value)
      }
      if isLast { finish(nil, from: source) }
    }

    override func finish(_ failure: Failure?, from source: EffectScope) {
      guard let receiveCompletion = letThrough(isLast: true)?.receiveCompletion else { return }
      isCalling.store(false, ordering: .releasing)
      receiveCompletion(failure.map(EffectCompletion.failure) ?? .finished)
    }
  }
}

extension Effect where Failure == Never {
  /// Starts the effect outside of a store and calls a function with each value that it sends.
  ///
  /// Values that the effect sends synchronously are received before this method returns. The function, and
  /// everything that the effect holds, are released as soon as it ends or is cancelled.
  ///
  /// Isolation: any thread. The function is called on whatever thread the effect sends on, one call at a time
  /// and in order. Cancellation behaves as for ``sink(receiveCompletion:receiveValue:)``.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: A cancellable that cancels the effect when it is cancelled or released.
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
