// SPDX-License-Identifier: MIT

package import Dispatch
import LockstepTesting

/// An event that a test awaits without blocking a thread, with a time limit, so that the test fails instead of hanging
/// if the event never comes.
///
/// Each suspension of a test waits its turn behind all other tests, so the limit is longer than a whole run takes.
package final class Milestone: Sendable {
  private enum State: Sendable {
    case ahead
    case awaited(CheckedContinuation<Bool, Never>)
    case over(isReached: Bool)
  }

  private let state = Recorder(State.ahead)

  package init() {}

  /// Notes that the event has come.
  package func reach() {
    end(isReached: true)
  }

  /// Waits for the event, once; returns whether it has come in time.
  package func isReached(within seconds: Double = 3_600) async -> Bool {
    await withCheckedContinuation { continuation in
      let result = state.update { state -> Bool? in
        if case .over(let isReached) = state { return isReached }
        state = .awaited(continuation)
        return nil
      }
      if let result { return continuation.resume(returning: result) }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { self.end(isReached: false) }
    }
  }

  private func end(isReached: Bool) {
    let before = state.update { state in
      let before = state
      if case .over = state {} else { state = .over(isReached: isReached) }
      return before
    }
    if case .awaited(let continuation) = before { continuation.resume(returning: isReached) }
  }
}

extension DispatchSemaphore {
  /// Waits for a limited time; returns whether it was signalled.
  package func isSignalled(within seconds: Double = 3_600) -> Bool {
    wait(timeout: .now() + seconds) == .success
  }
}
