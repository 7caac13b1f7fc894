// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization

/// The progress of a request of a stub's session.
final class StubLoad: Sendable {
  private enum State {
    /// Not begun, or given up; next: waiting.
    case idle
    /// The outcome is not known; `onStop` is called when the request is given up. Next: ready, or idle.
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

  /// Gives up the request, unless its outcome is known.
  func stop() {
    let onStop = state.withLock { state -> (@Sendable () -> Void)? in
      guard case .waiting(let onStop) = state else { return nil }
      state = .idle
      return onStop
    }
    onStop?()
  }

  /// Sets the work to do if the request is given up; does it immediately if the request has been given
  /// up already.
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

  /// Whether the request has been asked about, and neither answered nor given up.
  var isWaiting: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Takes the outcome; returns whether the request was waiting for it.
  func answer(_ outcome: StubOutcome) -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .ready(outcome)
      return true
    }
  }
}
