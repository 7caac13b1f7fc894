// SPDX-License-Identifier: MIT

internal import Synchronization

/// Wakes tasks that wait until something happens to a store.
///
/// Isolation: any thread may signal; only the owner of the store waits.
package final class WakeUp: Sendable {
  private struct State {
    /// Whether it was signalled since it was last reset.
    var isSignalled = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes that something has happened, and wakes who waits.
  package func signal() {
    let waiting = state.withLock { state in
      state.isSignalled = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Forgets what has happened, which is looked at now.
  package func reset() {
    state.withLock { $0.isSignalled = false }
  }

  /// Waits until something happens; does not wait if it has since the last reset.
  ///
  /// - Parameter isolation: The isolation of the caller, which it keeps.
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
