// SPDX-License-Identifier: MIT

/// The effects that an action starts.
///
/// It includes neither the effects of later actions that these effects send, nor subscriptions and saving, which follow
/// the state.
///
/// ```swift
/// await store.send(.refresh).finish()
/// ```
///
/// Isolation: any thread.
public struct StoreTask: Sendable {
  @usableFromInline let scope: EffectScope?

  @inlinable
  init(_ scope: EffectScope?) {
    self.scope = scope
  }

  /// Cancels the effects, and drops the values that they sent but the store has not processed yet.
  ///
  /// - Complexity: O(*n*) in the number of running parts of the effects.
  public func cancel() {
    scope?.cancel()
  }

  /// Waits until the effects complete and the store has processed everything that they sent.
  ///
  /// Cancelling the waiting task cancels the effects.
  ///
  /// - Complexity: O(1).
  public func finish() async {
    guard let scope else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        scope.onEnd { continuation.resume() }
      }
    } onCancel: {
      scope.cancel()
    }
  }
}
