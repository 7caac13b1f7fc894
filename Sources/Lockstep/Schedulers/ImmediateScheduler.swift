// SPDX-License-Identifier: MIT

/// A scheduler that runs all work at once, in the call that schedules it, whatever its instant.
///
/// For tests that do not care about time. Its `now` never moves, and repeating work runs once.
///
/// Isolation: any thread; work runs in the call that schedules it. Work that schedules itself again never
/// comes to an end.
///
/// Complexity: O(1) for each piece of work.
public struct ImmediateScheduler<Domain>: Scheduler, Sendable {
  /// The instant that is always the current one.
  public let now: SchedulerTime<Domain>

  /// Creates an immediate scheduler.
  ///
  /// - Parameter now: The instant that is always the current one.
  public init(now: SchedulerTime<Domain>) {
    self.now = now
  }

  /// Runs work at once.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Runs work at once.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    work()
    return .done
  }

  /// Runs work at once, and only once.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    EffectScope.current?
      .noteEndlessWait("waits for a timer of an immediate scheduler, whose time does not move")
    work()
    return .done
  }
}
