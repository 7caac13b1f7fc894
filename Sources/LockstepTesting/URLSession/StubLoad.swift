// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization

/// How far a request of a stub's session has come.
final class StubLoad: Sendable {
  private enum State {
    /// Not begun, or given up; next: waiting.
    case idle
    /// Its outcome is not known; what it waits for is called when it is given up. Next: ready, or
    /// idle.
    case waiting(onStop: (@Sendable () -> Void)?)
    /// The outcome is known, but not on the right queue; next: over.
    case ready(StubOutcome)
    /// The end.
    case over
  }

  enum Start {
    case ask
    case deliver(StubOutcome)
    case ignore
  }

  private let state = Mutex(State.idle)

  func start() -> Start {
    state.withLock { state in
      switch state {
      case .idle:
        state = .waiting(onStop: nil)
        return .ask
      case .ready(let outcome):
        state = .over
        return .deliver(outcome)
      case .waiting, .over:
        return .ignore
      }
    }
  }

  /// Gives the request up, unless its outcome is known.
  func stop() {
    let onStop = state.withLock { state -> (@Sendable () -> Void)? in
      guard case .waiting(let onStop) = state else { return nil }
      state = .idle
      return onStop
    }
    onStop?()
  }

  /// Says what to do if the request is given up; does it now if it has been.
  func onStop(_ work: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      switch state {
      case .idle: return true
      case .waiting:
        state = .waiting(onStop: work)
        return false
      case .ready, .over: return false
      }
    }
    if isStopped { work() }
  }

  /// Returns whether somebody waits for the outcome.
  func answer(_ outcome: StubOutcome) -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .ready(outcome)
      return true
    }
  }
}
