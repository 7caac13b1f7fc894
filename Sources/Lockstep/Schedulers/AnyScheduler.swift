// SPDX-License-Identifier: MIT

/// A type-erased scheduler on a given time line.
///
/// Environments use this type so that live, immediate, failing and test schedulers are interchangeable:
///
/// ```swift
/// Search.Environment(mainQueue: .immediate)
/// Search.Environment(mainQueue: DispatchQueue.main.eraseToAnyScheduler())
/// ```
///
/// Isolation and complexity: the same as the wrapped scheduler's, plus one call.
public struct AnyScheduler<Domain>: Scheduler, Sendable {
  private let base: any Scheduler<Domain> & Sendable

  /// Erases the type of a scheduler.
  ///
  /// - Parameter base: The scheduler.
  public init<Base: Scheduler<Domain> & Sendable>(_ base: Base) {
    // Compare the types first, because a failed cast takes longer than everything else here.
    if Base.self == Self.self, let erased = base as? Self {
      self = erased
    } else {
      self.base = base
    }
  }

  /// The current instant.
  public var now: SchedulerTime<Domain> { base.now }

  /// Runs work as soon as possible.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    base.schedule(work)
  }

  /// Runs work at an instant, or a little later.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: instant, tolerance: tolerance, work)
  }

  /// Runs work at an instant and then repeatedly.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: instant, interval: interval, tolerance: tolerance, work)
  }
}

/// A scheduler of any type on the time line named by a type: `SchedulerOf<DispatchQueue>`.
///
/// ```swift
/// enum Search {
///   struct Environment {
///     var mainQueue: SchedulerOf<DispatchQueue>
///   }
/// }
///
/// let live = Search.Environment(mainQueue: .main)
/// let scheduler = DispatchQueue.test
/// let test = Search.Environment(mainQueue: scheduler)
/// ```
public typealias SchedulerOf<Domain> = any Scheduler<Domain> & Sendable

/// A type-erased scheduler on the time line named by a type: `AnySchedulerOf<RunLoop>`.
///
/// New code can use ``SchedulerOf``, which does not need ``Scheduler/eraseToAnyScheduler()``.
public typealias AnySchedulerOf<Domain> = AnyScheduler<Domain>

extension Scheduler where Self: Sendable {
  /// Erases the type of this scheduler.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Domain> {
    AnyScheduler(self)
  }
}

extension AnyScheduler: SchedulerAround {
  var identity: ObjectIdentifier? { Lockstep.identity(of: base) }
}
