// SPDX-License-Identifier: MIT

internal import Synchronization

/// Where a leaf sends its values and its end, until it has ended.
///
/// Code of the user may keep it for longer than the effect runs: a callback that comes late, a body
/// that ignores its cancellation. It then holds nothing of the effect any more.
///
/// Isolation: any thread.
@usableFromInline
final class EffectOutlet<Output: Sendable, Failure: Error>: EffectStopping {
  private let leaf: EffectScope
  private let state: Mutex<OutletState>

  init(_ leaf: EffectScope, _ subscriber: EffectSubscriber<Output, Failure>) {
    self.leaf = leaf
    state = Mutex(OutletState(subscriber))
    leaf.onStop(self)
  }

  /// Notes what has to be ended with the leaf; ends it now if the leaf has ended already.
  func hold(_ work: EffectWork) {
    let hasEnded = state.withLock { state in
      guard state.subscriber != nil else { return true }
      state.work = work
      return false
    }
    if hasEnded { work.end() }
  }

  /// Sends a value, unless the leaf has ended.
  func send(_ value: Output) {
    guard leaf.isActive, let subscriber = state.withLock({ $0.subscriber }) else { return }
    typed(subscriber).receive(value, from: leaf)
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameter failure: Why it failed, or `nil` if it has completed.
  func finish(_ failure: Failure?) {
    guard leaf.isActive, let subscriber = close() else { return }
    typed(subscriber).finish(failure, from: leaf)
    leaf.leave()
  }

  func effectStopped() {
    _ = close()
  }

  private func typed(_ subscriber: AnyObject) -> EffectSubscriber<Output, Failure> {
    unsafeDowncast(subscriber, to: EffectSubscriber<Output, Failure>.self)
  }

  /// Sends nothing more, and ends the work; returns whom it has sent to, the first time.
  private func close() -> AnyObject? {
    let ended = state.withLock { state in
      defer { state = OutletState(nil) }
      return state
    }
    ended.work.end()
    return ended.subscriber
  }
}

/// What an outlet holds until it is closed.
///
/// It is apart, and forgets the type of the subscriber, because it has one type for all effects, which
/// is cheaper to handle.
///
/// `@unchecked` because of the subscriber, which is an `EffectSubscriber`, and as such `Sendable`.
private struct OutletState: @unchecked Sendable {
  /// `nil` once the leaf has ended.
  var subscriber: AnyObject?
  var work = EffectWork.unknown

  init(_ subscriber: AnyObject?) {
    self.subscriber = subscriber
  }
}

/// What a leaf does its work with.
enum EffectWork: Sendable {
  case unknown
  case callback(any Cancellable)
  case task(Task<Void, Never>)

  func end() {
    switch self {
    case .unknown: break
    case .callback(let cancellable): cancellable.cancel()
    case .task(let task): task.cancel()
    }
  }
}
