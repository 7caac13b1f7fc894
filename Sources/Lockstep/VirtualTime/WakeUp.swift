// SPDX-License-Identifier: MIT

internal import Synchronization

/// A signal that wakes tasks that wait until something happens to a store.
///
/// Isolation: any thread may signal; only the owner of the store waits.
package final class WakeUp: Sendable {
  private struct State {
    /// Whether something has been signalled since the last reset.
    var isSignalled = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes that something has happened, and wakes the waiting tasks.
  package func signal() {
    let waiting = state.withLock { state in
      state.isSignalled = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Forgets what has happened, because it is being looked at now.
  package func reset() {
    state.withLock { $0.isSignalled = false }
  }

  /// Waits until something happens; does not wait if something has happened since the last reset.
  ///
  /// - Parameter isolation: The isolation of the caller, which the method keeps.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.isSignalled == false else { return false }
        state.waiting.append(continuation)
        return true
      }
      if mustWait == false { continuation.resume() }
    }
  }
}
