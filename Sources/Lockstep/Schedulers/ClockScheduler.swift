// SPDX-License-Identifier: MIT

internal import Synchronization

extension Clock where Duration == Swift.Duration {
  /// Returns a scheduler that runs work according to this clock.
  ///
  /// ```swift
  /// let scheduler = ContinuousClock().eraseToAnyScheduler()
  /// ```
  ///
  /// Work runs one piece at a time, in the order of the due times. Work due at the same instant runs in the order of
  /// the calls that scheduled it, and repeating work keeps the position of its call. A nonpositive interval counts as
  /// one nanosecond. If work takes longer than its interval, the missed runs are skipped.
  ///
  /// Isolation: any thread. The work runs on the actor, or in the scheduler's own tasks without one.
  ///
  /// - Parameters:
  ///   - origin: The instant of the clock that is the origin of the time line; by default, the current instant.
  ///   - actor: The actor that the work runs on, such as `MainActor.shared`.
  /// - Returns: The scheduler.
  /// - Complexity: Scheduling takes O(log *n*) in the number of waiting pieces, plus one task for each piece.
  ///   Cancelling takes O(log *n*) on average. Memory is O(*n*).
  public func eraseToAnyScheduler(
    origin: Instant? = nil,
    on actor: (any Actor)? = nil
  ) -> AnySchedulerOf<Self> {
    AnyScheduler(ClockScheduler(self, origin: origin, on: actor))
  }
}

package final class ClockScheduler<Base: Clock>: Scheduler, Sendable
where Base.Duration == Duration {
  package typealias Domain = Base

  private let base: Base
  private let origin: Base.Instant
  private let actor: (any Actor)?
  /// Captured at creation, because the scheduler belongs to a test but its tasks do not.
  private let reporter: any IssueReporter
  private let state = Mutex(State())

  /// The number of waiting pieces of work; repeating work counts once.
  package var waitingCount: Int { state.withLock { $0.waitingCount } }

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
      // Released outside the lock, because the captured values may cancel other work.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
      task.cancel()
    }
  }

  private static func tick(
    after instant: Int64,
    every interval: Int64,
    notBefore now: Int64
  ) -> Int64 {
    let (next, overflow) = instant.addingReportingOverflow(interval)
    guard overflow == false else { return .max }
    guard next < now else { return next }
    // An unsigned integer can represent the distance between any two instants.
    let passed = UInt64(bitPattern: now &- next) % UInt64(interval)
    guard passed > 0 else { return now }
    let (tick, isBeyond) = now.addingReportingOverflow(interval - Int64(passed))
    return isBeyond ? .max : tick
  }

  /// Waits until work is due; returns `false` if the work was cancelled or the clock threw an error.
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

  /// Runs due work in order, at least up to `due`.
  ///
  /// Only one call at a time runs work. Other calls leave their work to it.
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
    var isQueued = true
    /// The latest run of repeating work, which waits for the queued run.
    var next: Due?
  }

  private struct State {
    private var queue = TimerQueue<Waiting>()
    private var isRunning = false
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

    /// Removes and returns a piece of work, which the caller releases outside the lock.
    mutating func remove(_ id: Int) -> Waiting? {
      queue.remove(id)
    }

    /// Adds a run of repeating work; returns `nil` if the work was cancelled.
    ///
    /// If the previous run is still queued because other work takes a long time, each new run replaces the previous new
    /// run.
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

    /// Records how far work may run; returns whether the caller must run it.
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
  fileprivate static let origin = now
}

extension SuspendingClock {
  fileprivate static let origin = now
}

extension Scheduler where Self == AnyScheduler<ContinuousClock> {
  /// A scheduler on the continuous clock and the main actor, whose time line begins at its first use in the process.
  public static var main: Self {
    let origin = ContinuousClock.origin
    return ContinuousClock().eraseToAnyScheduler(origin: origin, on: MainActor.shared)
  }
}

extension Scheduler where Self == AnyScheduler<SuspendingClock> {
  /// A scheduler on the suspending clock and the main actor, whose time line begins at its first use in the process.
  public static var main: Self {
    let origin = SuspendingClock.origin
    return SuspendingClock().eraseToAnyScheduler(origin: origin, on: MainActor.shared)
  }
}
