// SPDX-License-Identifier: MIT

/// A type-erased scheduler on a given time line.
///
/// Environments use this type so that live, immediate, failing and test schedulers are interchangeable:
///
/// ```swift
/// SearchEnvironment(mainQueue: .immediate)
/// SearchEnvironment(mainQueue: DispatchQueue.main.eraseToAnyScheduler())
/// ```
///
/// Isolation and complexity are those of the wrapped scheduler, plus one call.
public struct AnyScheduler<Domain>: Scheduler, Sendable {
  private let _identity: @Sendable () -> ObjectIdentifier?
  private let _now: @Sendable () -> SchedulerTime<Domain>
  private let _minimumTolerance: @Sendable () -> SchedulerStride
  private let _schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let _scheduleAfter:
    @Sendable (
      SchedulerTime<Domain>, SchedulerStride, @escaping @Sendable () -> Void
    ) -> ScheduledWork
  private let _scheduleEvery:
    @Sendable (
      SchedulerTime<Domain>, SchedulerStride, SchedulerStride, @escaping @Sendable () -> Void
    ) -> ScheduledWork

  /// Erases the type of a scheduler.
  ///
  /// - Parameter base: The scheduler.
  public init<Base: Scheduler<Domain> & Sendable>(_ base: Base) {
    _identity = { Lockstep.identity(of: base) }
    _now = { base.now }
    _minimumTolerance = { base.minimumTolerance }
    _schedule = { base.schedule($0) }
    _scheduleAfter = { base.schedule(after: $0, tolerance: $1, $2) }
    _scheduleEvery = { base.schedule(after: $0, interval: $1, tolerance: $2, $3) }
  }

  /// The current instant.
  public var now: SchedulerTime<Domain> { _now() }

  /// The precision that the scheduler can guarantee.
  public var minimumTolerance: SchedulerStride { _minimumTolerance() }

  /// Runs work as soon as possible.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    _schedule(work)
  }

  /// Runs work at an instant, or a little later.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    _scheduleAfter(instant, tolerance, work)
  }

  /// Runs work at an instant and then repeatedly.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    _scheduleEvery(instant, interval, tolerance, work)
  }
}

/// A type-erased scheduler on the time line named by a type: `AnySchedulerOf<RunLoop>`.
public typealias AnySchedulerOf<Domain> = AnyScheduler<Domain>

extension Scheduler where Self: Sendable {
  /// Erases the type of this scheduler.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Domain> {
    AnyScheduler(self)
  }
}

extension AnyScheduler: SchedulerAround {
  var identity: ObjectIdentifier? { _identity() }
}
