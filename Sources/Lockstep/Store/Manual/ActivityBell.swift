// SPDX-License-Identifier: MIT

internal import Synchronization

/// Wakes those who wait for something to happen to a store without an actor.
///
/// Isolation: any thread may ring; only the owner of the store waits.
package final class ActivityBell: Sendable {
  private enum State {
    /// Next: rung, or awaited.
    case silent
    /// It has rung since it was silenced; next: silent.
    case rung
    /// Next: rung.
    case awaited([CheckedContinuation<Void, Never>])
  }

  private let state = Mutex(State.silent)

  package init() {}

  /// Wakes those who wait now, or the next one.
  package func ring() {
    let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
      defer { state = .rung }
      if case .awaited(let waiting) = state { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Forgets that it has rung.
  package func silence() {
    state.withLock { state in
      if case .rung = state { state = .silent }
    }
  }

  /// Waits until it rings; does not wait if it has since it was silenced.
  ///
  /// - Parameter isolation: The isolation of the caller, which it keeps.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        switch state {
        case .silent: state = .awaited([continuation])
        case .awaited(let others): state = .awaited(others + [continuation])
        case .rung: return false
        }
        return true
      }
      if mustWait == false { continuation.resume() }
    }
  }
}
