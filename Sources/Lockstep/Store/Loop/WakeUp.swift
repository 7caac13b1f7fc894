// SPDX-License-Identifier: MIT

internal import Synchronization

/// Wakes whoever sleeps until something has come: a store when there are letters, unless it is awake and
/// looks into its mailbox by itself; a task that waits until something happens to a store.
///
/// Isolation: any thread may signal; only the owner of the store sleeps and waits.
@usableFromInline
package final class WakeUp: Sendable {
  private struct State {
    var isAwake = false
    var wake: (@Sendable () -> Void)?
    var wakesEachTime = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  /// Whether it was signalled since it was last reset; there may be letters then.
  let flag: AtomicFlag

  @usableFromInline
  package init(_ flag: AtomicFlag = AtomicFlag()) {
    self.flag = flag
  }

  /// Sets what wakes the store.
  ///
  /// - Parameters:
  ///   - eachTime: Whether to call it for each signal, instead of only when the store sleeps.
  ///   - wake: Called on whatever thread signals.
  func setWake(eachTime: Bool, _ wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.wake = wake
      state.wakesEachTime = eachTime
    }
  }

  /// Notes that something has come, which has been put in its place before, and wakes who sleeps or
  /// waits.
  @usableFromInline
  package func signal() {
    let (wake, waiting) = state.withLock { state in
      flag.isUp = true
      defer {
        state.isAwake = true
        state.waiting = []
      }
      return (state.isAwake == false || state.wakesEachTime ? state.wake : nil, state.waiting)
    }
    wake?()
    for continuation in waiting { continuation.resume() }
  }

  /// Forgets that something has come, which is taken now.
  @usableFromInline
  package func reset() {
    state.withLock { _ in flag.isUp = false }
  }

  /// Wakes the store although nothing has come, for what it has left behind.
  func wake() {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      state.isAwake = true
      return state.wake
    }
    wake?()
  }

  /// Notes that the store looks for what has come before it sleeps.
  func stayAwake() {
    state.withLock { $0.isAwake = true }
  }

  /// Notes that the store sleeps; returns false if something has come.
  @usableFromInline
  func sleep() -> Bool {
    state.withLock { state in
      guard flag.isUp == false else { return false }
      state.isAwake = false
      return true
    }
  }

  /// Waits until something comes; does not wait if it has since the last reset.
  ///
  /// - Parameter isolation: The isolation of the caller, which it keeps.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard flag.isUp == false else { return false }
        state.waiting.append(continuation)
        return true
      }
      if mustWait == false { continuation.resume() }
    }
  }
}
