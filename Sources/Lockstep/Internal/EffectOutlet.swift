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
  private struct State {
    /// `nil` once the leaf has ended.
    var subscriber: (any EffectSubscriber<Output, Failure>)?
    var work = EffectWork.unknown
  }

  private let leaf: EffectScope
  private let state: Mutex<State>

  init(_ leaf: EffectScope, _ subscriber: any EffectSubscriber<Output, Failure>) {
    self.leaf = leaf
    state = Mutex(State(subscriber: subscriber))
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
    subscriber.receive(value, from: leaf)
  }

  /// Ends the leaf, unless it has ended.
  ///
  /// - Parameter failure: Why it failed, or `nil` if it has completed.
  func finish(_ failure: Failure?) {
    guard leaf.isActive, let subscriber = close() else { return }
    subscriber.finish(failure, from: leaf)
    leaf.leave()
  }

  func effectStopped() {
    _ = close()
  }

  /// Sends nothing more, and ends the work; returns whom it has sent to, the first time.
  private func close() -> (any EffectSubscriber<Output, Failure>)? {
    let (subscriber, work) = state.withLock { state in
      defer { state = State() }
      return (state.subscriber, state.work)
    }
    work.end()
    return subscriber
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
