// SPDX-License-Identifier: MIT

internal import Synchronization

/// A signal that wakes tasks that wait for activity in a store.
///
/// Isolation: any thread may signal. Only the owner of the store waits.
package final class WakeUp: Sendable {
  private struct State {
    var isSignalled = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func signal() {
    let waiting = state.withLock { state in
      state.isSignalled = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Clears the signal before the owner looks for activity.
  package func reset() {
    state.withLock { $0.isSignalled = false }
  }

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
