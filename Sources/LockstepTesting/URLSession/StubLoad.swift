// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization

final class StubLoad: Sendable {
  private enum State {
    /// Not started, or stopped; next: `waiting`.
    case idle
    /// The outcome is unknown, and stopping the request calls `onStop`; next: `ready` or `idle`.
    case waiting(onStop: (@Sendable () -> Void)?)
    /// The outcome is known, but not delivered on the right queue; next: `over`.
    case ready(StubOutcome)
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

  func stop() {
    let onStop = state.withLock { state -> (@Sendable () -> Void)? in
      guard case .waiting(let onStop) = state else { return nil }
      state = .idle
      return onStop
    }
    onStop?()
  }

  /// Sets work that runs when the request stops, or immediately if the request has already stopped.
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

  var isWaiting: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Returns whether the request was waiting for the outcome.
  func answer(_ outcome: StubOutcome) -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .ready(outcome)
      return true
    }
  }
}
