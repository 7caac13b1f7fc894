// SPDX-License-Identifier: MIT

/// A scheduler that runs all work immediately, in the call that schedules it, regardless of its instant.
///
/// Use it in tests that do not depend on time. Its `now` never changes, and repeating work runs once.
///
/// Isolation: any thread; work runs in the call that schedules it. Work that reschedules itself never ends.
///
/// Complexity: O(1) for each piece of work.
public struct ImmediateScheduler<Domain>: Scheduler, Sendable {
  /// The current instant, which never changes.
  public let now: SchedulerTime<Domain>

  /// Creates an immediate scheduler.
  ///
  /// - Parameter now: The current instant, which never changes.
  public init(now: SchedulerTime<Domain>) {
    self.now = now
  }

  /// Runs work immediately.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Runs work immediately.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    work()
    return .done
  }

  /// Runs work immediately, and only once.
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
