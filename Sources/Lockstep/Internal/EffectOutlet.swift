// SPDX-License-Identifier: MIT

internal import Synchronization

/// Where a leaf sends its values and its end, until it has ended.
///
/// Code of the user may keep it for longer than the effect runs: a callback that comes late, a body
/// that ignores its cancellation. It then holds nothing of the effect any more.
///
/// Isolation: any thread.
final class EffectOutlet<Output: Sendable, Failure: Error>: Sendable {
  private let leaf: EffectScope
  private let subscriber: Mutex<(any EffectSubscriber<Output, Failure>)?>

  init(_ leaf: EffectScope, _ subscriber: any EffectSubscriber<Output, Failure>) {
    self.leaf = leaf
    self.subscriber = Mutex(subscriber)
  }

  /// Sends a value, unless the leaf has ended.
  func send(_ value: Output) {
    guard leaf.isActive, let subscriber = subscriber.withLock({ $0 }) else { return }
    subscriber.receive(value, from: leaf)
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameters:
  ///   - failure: Why it failed, or `nil` if it has completed.
  ///   - willFinish: Called when nothing more can be sent, before the end is.
  func finish(_ failure: Failure?, willFinish: () -> Void = {}) {
    guard leaf.isActive, let subscriber = close() else { return }
    willFinish()
    subscriber.finish(failure, from: leaf)
    leaf.leave()
  }

  /// Sends nothing more; returns whom it has sent to, the first time.
  @discardableResult
  func close() -> (any EffectSubscriber<Output, Failure>)? {
    subscriber.withLock { $0.take() }
  }
}
