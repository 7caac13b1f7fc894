// SPDX-License-Identifier: MIT

/// A scheduler that drops all work and reports nothing.
///
/// Use it in previews and environments in which nothing should happen. An effect that waits on it runs until
/// it is cancelled.
///
/// Isolation: any thread.
///
/// Complexity: O(1) for each piece of work; nothing is retained.
public struct NoopScheduler<Domain>: Scheduler, Sendable {
  /// The current instant, which never changes.
  public let now: SchedulerTime<Domain>

  /// Creates a no-op scheduler.
  ///
  /// - Parameter now: The current instant, which never changes.
  public init(now: SchedulerTime<Domain>) {
    self.now = now
  }

  /// Drops the work.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    _ = drop()
  }

  /// Drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    drop()
  }

  /// Drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    drop()
  }

  private func drop() -> ScheduledWork {
    EffectScope.current?.noteEndlessWait("waits on a no-op scheduler, which drops all work")
    return .done
  }
}
