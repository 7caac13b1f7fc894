// SPDX-License-Identifier: MIT

internal import Synchronization

/// Work that does not run any more, and is let go of, once it has been taken back, wherever it waits.
final class TimedOperation: Sendable {
  private let work: Mutex<(@Sendable () -> Void)?>

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(work)
  }

  /// Returns false if the work has been taken back.
  @discardableResult
  func run() -> Bool {
    guard let work = work.withLock({ $0 }) else { return false }
    work()
    return true
  }

  /// What takes the work back, and the timer that it waits for.
  func scheduledWork(_ timer: ScheduledWork) -> ScheduledWork {
    ScheduledWork {
      self.work.withLock { $0 = nil }
      timer.cancel()
    }
  }
}
