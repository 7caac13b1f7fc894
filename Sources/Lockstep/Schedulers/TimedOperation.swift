// SPDX-License-Identifier: MIT

internal import Synchronization

/// Work that, once cancelled, no longer runs and is released, wherever it is waiting.
final class TimedOperation: Sendable {
  /// Wrapped in a structure, a function takes less space in a generic value.
  private struct Work {
    let run: @Sendable () -> Void
  }

  private let work: Mutex<Work?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(Work(run: work))
  }

  /// Runs the work; returns false if it has been cancelled.
  @discardableResult
  func run() -> Bool {
    guard let work = work.withLock({ $0 }) else { return false }
    work.run()
    return true
  }

  /// Returns a value that cancels the work and the timer that it waits for.
  func scheduledWork(_ timer: ScheduledWork) -> ScheduledWork {
    ScheduledWork {
      // Released outside of the lock, because the values it captures may cancel other work.
      let removed = self.work.withLock { work in
        defer { work = nil }
        return work
      }
      withExtendedLifetime(removed) {}
      timer.cancel()
    }
  }
}
