// SPDX-License-Identifier: MIT

internal import Synchronization

extension Clock where Duration == Swift.Duration {
  /// Returns a scheduler that runs work when it is due according to this clock: `ContinuousClock`,
  /// `SuspendingClock` or a custom clock.
  ///
  /// ```swift
  /// let scheduler = ContinuousClock().eraseToAnyScheduler()
  /// ```
  ///
  /// Work runs one piece at a time, in the order in which it is due. Work due at the same instant runs in the
  /// order of the calls that scheduled it; repeating work keeps the place of its call. A nonpositive interval
  /// counts as one nanosecond, and runs for which there was no time are skipped.
  ///
  /// Isolation: any thread; the work runs on the actor that is given, or else in the scheduler's own tasks.
  ///
  /// - Parameters:
  ///   - origin: The instant of the clock that is the origin of the time line; by default, the current one.
  ///   - actor: The actor that the work runs on, such as `MainActor.shared`.
  /// - Returns: The scheduler.
  /// - Complexity: Scheduling is O(log *n*) in the amount of waiting work, plus one task per piece; cancelling
  ///   is O(log *n*) on average; memory is O(*n*).
  public func eraseToAnyScheduler(
    origin: Instant? = nil,
    on actor: (any Actor)? = nil
  ) -> AnySchedulerOf<Self> {
    AnyScheduler(ClockScheduler(self, origin: origin, on: actor))
  }
}

/// A scheduler that runs work when it is due according to a clock.
package final class ClockScheduler<Base: Clock>: Scheduler, Sendable
where Base.Duration == Duration {
  package typealias Domain = Base

  private let base: Base
  private let origin: Base.Instant
  private let actor: (any Actor)?
  /// The scheduler belongs to a test, but its tasks do not.
  private let reporter: any IssueReporter
  private let state = Mutex(State())

  /// The amount of waiting work; repeating work counts once.
  package var waitingCount: Int { state.withLock { $0.waitingCount } }

  /// The number of places in the order of due work, including those of cancelled work.
  package var placeCount: Int { state.withLock { $0.placeCount } }

  package init(_ base: Base, origin: Base.Instant? = nil, on actor: (any Actor)? = nil) {
    self.base = base
    self.origin = origin ?? base.now
    self.actor = actor
    reporter = IssueReporting.current.bound()
  }

  package var now: SchedulerTime<Base> {
    SchedulerTime(nanoseconds: SchedulerStride(origin.duration(to: base.now)).nanoseconds)
  }

  package func schedule(_ work: @escaping @Sendable () -> Void) {
    let now = now.nanoseconds
    let due = state.withLock { $0.add(at: now, work) }
    Task.detached { await self.runWork(dueBy: due, on: self.actor) }
  }

  package func schedule(
    after instant: SchedulerTime<Base>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let due = state.withLock { $0.add(at: instant.nanoseconds, work) }
    let task = Task.detached {
      guard await self.sleep(until: due, tolerance: tolerance) else { return }
      await self.runWork(dueBy: due, on: self.actor)
    }
    return scheduledWork(due.id, task)
  }

  package func schedule(
    after instant: SchedulerTime<Base>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let interval = max(interval.nanoseconds, 1)
    let first = state.withLock { $0.add(at: instant.nanoseconds, isRepeating: true, work) }
    let task = Task.detached {
      var due = first
      while true {
        guard await self.sleep(until: due, tolerance: tolerance) else { return }
        await self.runWork(dueBy: due, on: self.actor)
        let now = self.now.nanoseconds
        let next = Self.tick(after: due.instant, every: interval, notBefore: now)
        guard let nextDue = self.state.withLock({ $0.addRun(of: first.id, at: next) }) else {
          return
        }
        due = nextDue
      }
    }
    return scheduledWork(first.id, task)
  }

  private func scheduledWork(_ id: Int, _ task: Task<Void, Never>) -> ScheduledWork {
    ScheduledWork { [weak self] in
      // Released outside of the lock, because the values it captures may cancel other work.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
      task.cancel()
    }
  }

  /// Returns the first instant of a repetition after a given one that has not passed.
  private static func tick(
    after instant: Int64,
    every interval: Int64,
    notBefore now: Int64
  ) -> Int64 {
    let (next, overflow) = instant.addingReportingOverflow(interval)
    guard overflow == false else { return .max }
    guard next < now else { return next }
    // As an unsigned number, any distance between two instants fits.
    let passed = UInt64(bitPattern: now &- next) % UInt64(interval)
    guard passed > 0 else { return now }
    let (tick, isBeyond) = now.addingReportingOverflow(interval - Int64(passed))
    return isBeyond ? .max : tick
  }

  /// Waits until work is due; returns false if the work has been cancelled.
  private func sleep(until due: Due, tolerance: SchedulerStride) async -> Bool {
    do {
      try await base.sleep(
        until: origin.advanced(by: .nanoseconds(due.instant)),
        tolerance: tolerance > .zero ? tolerance.duration : nil
      )
      return true
    } catch {
      if Task.isCancelled == false { report(error) }
      let removed = state.withLock { $0.remove(due.id) }
      withExtendedLifetime(removed) {}
      return false
    }
  }

  private func report(_ error: any Error) {
    let message = """
      A clock threw an error although its task was not cancelled.

      Clock: \(Base.self)
      Error: \(error)

      The waiting work was dropped. Make 'sleep' throw only when its task is cancelled.
      """
    reporter.report(ReportedIssue(message, at: CodeLocation()))
  }

  /// Runs the work that is due, in order, at least up to a given piece.
  ///
  /// Only one call at a time runs work; other calls leave theirs to it.
  private func runWork(dueBy due: Due, on actor: isolated (any Actor)?) {
    guard state.withLock({ $0.beginRunning(dueBy: due) }) else { return }
    while let work = state.withLock({ $0.takeWork() }) { work() }
  }
}

extension ClockScheduler {
  private typealias Due = TimerQueue<Waiting>.Place

  private struct Waiting {
    var isRepeating: Bool
    var work: @Sendable () -> Void
    /// Whether the work has a place in the queue.
    var isQueued = true
    /// The newest run of repeating work, which waits for the run in the queue.
    var next: Due?
  }

  /// The waiting work, and how far it may run.
  private struct State {
    private var queue = TimerQueue<Waiting>()
    private var isRunning = false
    /// The latest due time that the clock has reached.
    private var reached: Due?

    var waitingCount: Int { queue.work.count }
    var placeCount: Int { queue.placeCount }

    mutating func add(
      at instant: Int64,
      isRepeating: Bool = false,
      _ work: @escaping @Sendable () -> Void
    ) -> Due {
      queue.add(Waiting(isRepeating: isRepeating, work: work), at: instant)
    }

    /// Removes a piece of work.
    ///
    /// - Returns: The work, to be released outside of the lock.
    mutating func remove(_ id: Int) -> Waiting? {
      queue.remove(id)
    }

    /// Adds one more run of repeating work; returns `nil` if the work has been cancelled.
    ///
    /// While another run is in the queue because other work takes a long time, each added run replaces the one
    /// added before it.
    mutating func addRun(of id: Int, at instant: Int64) -> Due? {
      guard let waiting = queue.work[id] else { return nil }
      let due = Due(instant: instant, id: id)
      if waiting.isQueued {
        queue.work[id]?.next = due
      } else {
        queue.work[id]?.isQueued = true
        queue.add(due)
      }
      return due
    }

    /// Records how far work may run; returns whether the caller should run it.
    mutating func beginRunning(dueBy due: Due) -> Bool {
      reached = max(reached ?? due, due)
      guard isRunning == false else { return false }
      isRunning = true
      return true
    }

    mutating func takeWork() -> (@Sendable () -> Void)? {
      guard let next = queue.first, let reached, next <= reached, let waiting = queue.work[next.id]
      else {
        isRunning = false
        return nil
      }
      queue.removeFirst()
      if waiting.isRepeating {
        queue.work[next.id]?.isQueued = waiting.next != nil
        queue.work[next.id]?.next = nil
        if let following = waiting.next { queue.add(following) }
      } else {
        _ = queue.remove(next.id)
      }
      return waiting.work
    }
  }
}

extension ContinuousClock {
  /// The instant at which the time line of the main scheduler begins.
  fileprivate static let origin = now
}

extension SuspendingClock {
  /// The instant at which the time line of the main scheduler begins.
  fileprivate static let origin = now
}

extension Scheduler where Self == AnyScheduler<ContinuousClock> {
  /// A scheduler that uses the continuous clock and runs work on the main actor; its time line begins at its
  /// first use in the process.
  public static var main: Self {
    let origin = ContinuousClock.origin
    return ContinuousClock().eraseToAnyScheduler(origin: origin, on: MainActor.shared)
  }
}

extension Scheduler where Self == AnyScheduler<SuspendingClock> {
  /// A scheduler that uses the suspending clock and runs work on the main actor; its time line begins at its
  /// first use in the process.
  public static var main: Self {
    let origin = SuspendingClock.origin
    return SuspendingClock().eraseToAnyScheduler(origin: origin, on: MainActor.shared)
  }
}
