// SPDX-License-Identifier: MIT

extension Scheduler where Self: Sendable {
  /// A Swift clock that runs on this scheduler's time line.
  ///
  /// ```swift
  /// let clock = environment.mainQueue.clock
  /// try await clock.sleep(for: .seconds(1))
  /// ```
  ///
  /// The clock of a test scheduler moves when the test advances the scheduler.
  public var clock: SchedulerClock<Domain> {
    SchedulerClock(self)
  }
}

/// A Swift clock that runs on a scheduler's time line.
///
/// Pass it wherever code expects `any Clock<Duration>`. Effects that sleep on the clock share one time line with
/// effects that use the scheduler.
///
/// Isolation: any thread.
///
/// Complexity: each sleep schedules one piece of work on the scheduler.
public struct SchedulerClock<Domain>: Clock, Sendable {
  /// The standard library's duration type.
  public typealias Duration = Swift.Duration

  /// An instant on the scheduler's time line.
  public typealias Instant = SchedulerTime<Domain>

  private let scheduler: AnyScheduler<Domain>

  init(_ scheduler: some Scheduler<Domain> & Sendable) {
    self.scheduler = AnyScheduler(scheduler)
  }

  /// The scheduler's current instant.
  public var now: SchedulerTime<Domain> { scheduler.now }

  /// One nanosecond, the unit of the time line, even if the scheduler is coarser.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Suspends the task until an instant, like ``Scheduler/sleep(until:tolerance:isolation:)``.
  ///
  /// - Parameters:
  ///   - deadline: The earliest instant at which to resume.
  ///   - tolerance: The longest acceptable delay after the deadline; `nil` for none.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: SchedulerTime<Domain>, tolerance: Swift.Duration?) async throws
  {
    try await scheduler.sleep(
      until: deadline,
      tolerance: tolerance.map { SchedulerStride($0) } ?? .zero
    )
  }
}
