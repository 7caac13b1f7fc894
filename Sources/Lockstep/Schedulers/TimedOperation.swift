// SPDX-License-Identifier: MIT

internal import Synchronization

/// Scheduled work that is released when it is cancelled, even if a timer or queue still holds this object.
final class TimedOperation: Sendable {
  /// A function wrapped in a structure takes less space in a generic value.
  private struct Work {
    let run: @Sendable () -> Void
  }

  private let work: Mutex<Work?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(Work(run: work))
  }

  /// Runs the work, or returns `false` if it was cancelled.
  @discardableResult
  func run() -> Bool {
    guard let work = work.withLock({ $0 }) else { return false }
    work.run()
    return true
  }

  func scheduledWork(_ timer: ScheduledWork) -> ScheduledWork {
    ScheduledWork {
      // Release the work outside the lock: the values that it captures may cancel other work.
      let removed = self.work.withLock { work in
        defer { work = nil }
        return work
      }
      withExtendedLifetime(removed) {}
      timer.cancel()
    }
  }
}
