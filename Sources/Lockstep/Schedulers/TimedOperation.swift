// SPDX-License-Identifier: MIT

internal import Synchronization

/// Work that does not run any more, and is let go of, once it has been taken back, wherever it waits.
final class TimedOperation: Sendable {
  /// A function in a structure takes less room in a generic value.
  private struct Work {
    let run: @Sendable () -> Void
  }

  private let work: Mutex<Work?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(Work(run: work))
  }

  /// Returns false if the work has been taken back.
  @discardableResult
  func run() -> Bool {
    guard let work = work.withLock({ $0 }) else { return false }
    work.run()
    return true
  }

  /// What takes the work back, and the timer that it waits for.
  func scheduledWork(_ timer: ScheduledWork) -> ScheduledWork {
    ScheduledWork {
      // Let go of when the lock is free: what it holds may take back other work.
      let removed = self.work.withLock { work in
        defer { work = nil }
        return work
      }
      withExtendedLifetime(removed) {}
      timer.cancel()
    }
  }
}
