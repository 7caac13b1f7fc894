// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler that runs work when a Swift clock says that it is due: `ContinuousClock`,
/// `SuspendingClock`, or a clock of one's own.
///
/// ```swift
/// let scheduler = ClockScheduler(ContinuousClock()).eraseToAnyScheduler()
/// ```
///
/// Work runs one piece at a time, in the order in which it is due, and what is due at the same
/// instant in the order of the calls that have scheduled it; repeating work keeps the place of its
/// call. Its time line begins when the scheduler is made,
/// unless it is given an origin.
///
/// Isolation: any thread; the work runs on the actor that the scheduler was made with, or else in
/// tasks of the scheduler's own.
///
/// Complexity: scheduling is O(log *n*) in the amount of waiting work, plus one task for each piece, and
/// so is taking it back, on average; memory is O(*n*).
public final class ClockScheduler<Base: Clock>: Scheduler, Sendable
where Base.Duration == Duration {
  /// The type of the clock names the time line.
  public typealias Domain = Base

  private let base: Base
  private let origin: Base.Instant
  private let actor: (any Actor)?
  /// The tasks of the scheduler belong to no test; the scheduler does.
  private let reporter: any IssueReporter
  private let state = Mutex(State())

  /// How much work waits; repeating work counts once.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// How many places work takes in the order of what is due, also such that was taken back.
  package var placeCount: Int { state.withLock { $0.placeCount } }

  /// Creates a scheduler from a clock.
  ///
  /// - Parameters:
  ///   - base: The clock.
  ///   - origin: The instant of the clock that is the origin of the time line; by default, now.
  ///   - actor: Where the work runs, such as `MainActor.shared`.
  public init(_ base: Base, origin: Base.Instant? = nil, on actor: (any Actor)? = nil) {
    self.base = base
    self.origin = origin ?? base.now
    self.actor = actor
    reporter = IssueReporting.current.bound()
  }

  /// The current instant of the clock.
  public var now: SchedulerTime<Base> {
    SchedulerTime(nanoseconds: SchedulerStride(origin.duration(to: base.now)).nanoseconds)
  }

  /// The precision of the clock.
  public var minimumTolerance: SchedulerStride { SchedulerStride(base.minimumResolution) }

  /// Runs work as soon as possible.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    let now = now.nanoseconds
    let due = state.withLock { $0.add(at: now, work) }
    Task.detached { await self.runWork(dueBy: due, on: self.actor) }
  }

  /// Runs work at an instant of the clock, or a little later.
  @discardableResult
  public func schedule(
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

  /// Runs work at an instant of the clock and then again and again.
  ///
  /// An interval that is not positive counts as one nanosecond. Runs for which there was no time are
  /// left out.
  @discardableResult
  public func schedule(
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
      // Let go of when the lock is free: what it holds may take back other work.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
      task.cancel()
    }
  }

  /// The first instant of a repetition after one of its instants that has not passed.
  private static func tick(
    after instant: Int64,
    every interval: Int64,
    notBefore now: Int64
  ) -> Int64 {
    let (next, overflow) = instant.addingReportingOverflow(interval)
    guard overflow == false else { return .max }
    guard next < now else { return next }
    // As an unsigned number any distance between two instants fits.
    let passed = UInt64(bitPattern: now &- next) % UInt64(interval)
    guard passed > 0 else { return now }
    let (tick, isBeyond) = now.addingReportingOverflow(interval - Int64(passed))
    return isBeyond ? .max : tick
  }

  /// Waits until work is due; returns false if it has been taken back.
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

      The work that waited for it is dropped.
      """
    reporter.report(ReportedIssue(message, at: CodeLocation()))
  }

  /// Runs what is due, in its order, at least up to a certain piece of work.
  ///
  /// One call does it at a time; others leave it to that call.
  private func runWork(dueBy due: Due, on actor: isolated (any Actor)?) {
    guard state.withLock({ $0.beginRunning(dueBy: due) }) else { return }
    while let work = state.withLock({ $0.takeWork() }) { work() }
  }
}

extension ClockScheduler {
  private struct Due: Comparable {
    var instant: Int64
    /// The number of the work: calls are numbered as they come.
    var id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.instant, lhs.id) < (rhs.instant, rhs.id)
    }
  }

  /// What waits, keyed by number, a heap of when, and how far it may run.
  private struct State {
    struct Waiting {
      var isRepeating: Bool
      var work: @Sendable () -> Void
      /// Whether it has a place in the heap.
      var isQueued = true
      /// The newest run of repeating work that waits for the run in the heap.
      var next: Due?
    }

    private(set) var waiting: [Int: Waiting] = [:]
    private var heap = Heap<Due>()
    private var lastID = 0
    private var isRunning = false
    /// The clock has reached everything up to here.
    private var reached: Due?

    mutating func add(
      at instant: Int64,
      isRepeating: Bool = false,
      _ work: @escaping @Sendable () -> Void
    ) -> Due {
      lastID += 1
      waiting[lastID] = Waiting(isRepeating: isRepeating, work: work)
      let due = Due(instant: instant, id: lastID)
      heap.insert(due)
      return due
    }

    var placeCount: Int { heap.count }

    /// Takes work back.
    ///
    /// - Returns: The work, to let go of when the lock is free.
    mutating func remove(_ id: Int) -> Waiting? {
      let removed = waiting.removeValue(forKey: id)
      compact()
      return removed
    }

    /// Drops the places of work that was taken back, once they are more than the others, so that work
    /// for a distant instant, taken back again and again, takes no more room.
    private mutating func compact() {
      guard heap.count > 2 * waiting.count else { return }
      heap.removeAll { [waiting] due in waiting[due.id] == nil }
    }

    /// Adds one more run of repeating work; returns `nil` if it has been taken back.
    ///
    /// While another run is in the heap, because other work takes long, the last one that is added
    /// takes the place of those before it.
    mutating func addRun(of id: Int, at instant: Int64) -> Due? {
      guard let entry = waiting[id] else { return nil }
      let due = Due(instant: instant, id: id)
      if entry.isQueued {
        waiting[id]?.next = due
      } else {
        waiting[id]?.isQueued = true
        heap.insert(due)
      }
      return due
    }

    /// Notes how far work may run; returns whether the caller is to run it.
    mutating func beginRunning(dueBy due: Due) -> Bool {
      reached = max(reached ?? due, due)
      guard isRunning == false else { return false }
      isRunning = true
      return true
    }

    mutating func takeWork() -> (@Sendable () -> Void)? {
      while let next = heap.first, let reached, next <= reached {
        heap.removeFirst()
        // Work that was taken back leaves its place in the heap behind.
        guard let entry = waiting[next.id] else { continue }
        if entry.isRepeating {
          waiting[next.id]?.isQueued = entry.next != nil
          waiting[next.id]?.next = nil
          if let following = entry.next { heap.insert(following) }
        } else {
          waiting[next.id] = nil
          compact()
        }
        return entry.work
      }
      isRunning = false
      return nil
    }
  }
}

extension ContinuousClock {
  /// Where the time line of the main scheduler begins.
  fileprivate static let origin = now
}

extension SuspendingClock {
  /// Where the time line of the main scheduler begins.
  fileprivate static let origin = now
}

extension AnyScheduler where Domain == ContinuousClock {
  /// The continuous clock, with work on the main actor; its time line begins at the first use in
  /// the process.
  public static var main: Self {
    let origin = ContinuousClock.origin
    return Self(ClockScheduler(ContinuousClock(), origin: origin, on: MainActor.shared))
  }
}

extension AnyScheduler where Domain == SuspendingClock {
  /// The suspending clock, with work on the main actor; its time line begins at the first use in
  /// the process.
  public static var main: Self {
    let origin = SuspendingClock.origin
    return Self(ClockScheduler(SuspendingClock(), origin: origin, on: MainActor.shared))
  }
}
