// SPDX-License-Identifier: MIT

extension Scheduler where Self: Sendable {
  /// A clock on this scheduler's time line, for code written for Swift clocks.
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

/// A Swift clock whose time is that of a scheduler.
///
/// Effects that sleep on it and effects that use the scheduler itself share one time line. It can be passed
/// wherever `any Clock<Duration>` is expected.
///
/// Isolation: any thread.
///
/// Complexity: that of the scheduler, with one piece of work per sleep.
public struct SchedulerClock<Domain>: Clock, Sendable {
  /// The duration type of the standard library.
  public typealias Duration = Swift.Duration

  /// An instant of the scheduler's time line.
  public typealias Instant = SchedulerTime<Domain>

  private let scheduler: AnyScheduler<Domain>

  init(_ scheduler: some Scheduler<Domain> & Sendable) {
    self.scheduler = AnyScheduler(scheduler)
  }

  /// The current instant of the scheduler.
  public var now: SchedulerTime<Domain> { scheduler.now }

  /// One nanosecond, the unit of the time line; the scheduler may be coarser.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Waits until an instant: see ``Scheduler/sleep(until:tolerance:isolation:)``.
  ///
  /// - Parameters:
  ///   - deadline: The earliest instant at which to continue.
  ///   - tolerance: How much later the wait may end.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: SchedulerTime<Domain>, tolerance: Swift.Duration?) async throws
  {
    try await scheduler.sleep(
      until: deadline,
      tolerance: tolerance.map { SchedulerStride($0) } ?? .zero
    )
  }
}
