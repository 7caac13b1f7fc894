// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// Starts the effect outside of a store and calls functions with its values and its completion.
  ///
  /// ```swift
  /// let cancellable = environment.player()
  ///   .sink(receiveCompletion: { print("ended:", $0) }, receiveValue: { print($0) })
  /// ```
  ///
  /// The functions receive synchronous values before this method returns. When the effect ends or is cancelled, it
  /// immediately releases the functions and everything that it holds. Ids in the effect belong to this run alone.
  ///
  /// Isolation: any thread. The effect calls the functions on the sender's thread, in order and one call at a time.
  /// During a call, values from other senders wait. Their number is bounded by the number that these senders send in
  /// that time. Cancelling does not wait for a call in progress on another thread, so you can cancel anywhere,
  /// including in the functions. It does wait for a thread that is about to make a call, so such a call may reach its
  /// function after `cancel()` returns.
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

  /// Starts the effect outside of a store and returns a scope that can cancel it.
  func startAlone(_ subscriber: EffectSubscriber<Output, Failure>) -> EffectScope {
    let top = EffectScope(topOf: EffectContext())
    // With a child scope, the entire effect has one serial queue.
    if let node, let scope = top.makeChild() {
      scope.starting { node.start(subscriber, in: scope) }
      scope.leave()
    } else {
      subscriber.finish(nil, from: top)
    }
    return top
  }

  private final class Sink: EffectSubscriber<Output, Failure>, @unchecked Sendable {
    struct Receivers: Sendable {
      let receiveValue: @Sendable (Output) -> Void
      let receiveCompletion: @Sendable (EffectCompletion<Failure>) -> Void
    }

    private let receivers: Mutex<Receivers?>
    /// Whether a call has been admitted but has not started yet.
    private let isCalling = Atomic(false)

    init(_ receivers: Receivers) {
      self.receivers = Mutex(receivers)
      super.init(.forSeveralValues)
    }

    /// Admits no further calls, and waits for an admitted call to start.
    func close() {
      let receivers = receivers.withLock { $0.take() }
      while isCalling.load(ordering: .acquiring) { yieldThread() }
      withExtendedLifetime(receivers) {}
    }

    /// Admits a call and returns its functions; `nil` after ``close()``.
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
  /// The effect runs as in ``sink(receiveCompletion:receiveValue:)``.
  ///
  /// Isolation: any thread. The effect calls the function on the sender's thread, in order and one call at a time.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: A cancellable that cancels the effect when it is cancelled or released.
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
