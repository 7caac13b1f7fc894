// SPDX-License-Identifier: MIT

/// The effects that an action has started.
///
/// It covers neither what follows from the actions that these effects send, nor subscriptions and saving, which follow the
/// state.
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

  /// Cancels the effects; values that they have sent and that the store has not taken yet are dropped.
  ///
  /// - Complexity: O(*n*) in the parts of the effects that are running.
  public func cancel() {
    scope?.cancel()
  }

  /// Waits until the effects have completed and the store has taken what they sent.
  ///
  /// Cancelling the task that waits cancels the effects.
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
