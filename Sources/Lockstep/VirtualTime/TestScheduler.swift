// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler whose time a test moves manually.
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let store = TestStore(
///   initialState: Search.State(),
///   reducer: Search.reducer,
///   environment: Search.Environment(mainQueue: mainQueue)
/// )
/// store.send(.queryChanged("a"))
/// mainQueue.advance(by: 0.3)
/// store.receive(.searchResponse([]))
/// ```
///
/// Work that is due at the same instant runs in the order of the calls that scheduled it. Repeating work keeps the
/// position of its call. If work is scheduled during a move and is due within it, it runs in the same move. When a
/// piece of work returns, test stores run everything that it made ready before the next piece runs. A store that is
/// busy on another thread at that moment runs it there, slightly later.
///
/// If a test store has a random schedule, the schedule decides when the due work of its effects runs, together with the
/// steps that this work makes ready. They may run after the move; see ``now``. The work that one part of an effect
/// schedules stays in order.
///
/// Work may itself move the time. The inner move runs the work due on its way, and the outer move continues from the
/// time reached. Time never moves backward.
///
/// If a move does not seem to end, because work repeats or schedules more work forever, the scheduler reports the names
/// of the effects that the work belongs to, and abandons the move.
///
/// Isolation: any thread. The work runs in the call that moves the time or, if a random schedule decides, in a later
/// step of the store.
///
/// Complexity: scheduling and running are O(log *n*) in the amount of waiting work. Cancelling is O(log *n*) on
/// average. Memory is O(*n*). With random schedules, scheduling and moving may be O(*n*).
public final class TestScheduler<Domain>: Scheduler, Sendable {
  let state: Mutex<WaitingWork>
  package let limit: Int
  private let start: SchedulerTime<Domain>

  /// Creates a test scheduler.
  ///
  /// - Parameters:
  ///   - now: The initial instant.
  ///   - limit: The number of pieces of work that may run in one move before the scheduler reports the move and
  ///     abandons it. A tenth of them may form a chain, in which each piece schedules the next without time passing.
  public init(now: SchedulerTime<Domain>, limit: Int = 1_000_000) {
    start = now
    state = Mutex(WaitingWork(now: now.nanoseconds))
    self.limit = limit
  }

  /// The current instant.
  ///
  /// If a random schedule delays a step of an effect, the step reads the instant at which it could have run.
  public var now: SchedulerTime<Domain> {
    SchedulerTime(nanoseconds: state.withLock { ownInstant(in: $0) ?? $0.now })
  }

  private func ownInstant(in state: borrowing WaitingWork) -> Int64? {
    guard let step = OwnTime.current else { return nil }
    return state.pastInstant(for: step.time, on: ObjectIdentifier(self))
  }

  package var waitingCount: Int { state.withLock { $0.entries.count } }

  package var placeCount: Int { state.withLock { $0.placeCount } }

  /// Moves the time forward by a stride and runs the work due on the way.
  ///
  /// Without a stride, the method runs the work that is due now. A negative stride counts as zero.
  ///
  /// ```swift
  /// mainQueue.advance(by: 0.3)
  /// ```
  ///
  /// If a move reaches the scheduler's limit, the scheduler reports it and stays at the instant it has reached.
  ///
  /// Isolation: any thread. The work runs in this call.
  ///
  /// - Parameters:
  ///   - stride: The distance to move the time.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*k* log *n*) plus the cost of the work itself, where *k* pieces of work run and *n* are waiting.
  public func advance(
    by stride: SchedulerStride = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let now = SchedulerTime<Domain>(nanoseconds: state.withLock { $0.now })
    move(notBeyond: now.advanced(by: max(stride, .zero)), at: location)
  }

  /// Moves the time forward to an instant and runs the work due on the way.
  ///
  /// An instant in the past counts as the current one. In all other respects, the method behaves like
  /// ``advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - instant: The instant to move the time to.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*k* log *n*) plus the cost of the work itself, where *k* pieces of work run and *n* are waiting.
  public func advance(
    to instant: SchedulerTime<Domain>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    move(notBeyond: instant, at: location)
  }

  /// Moves the time forward from one piece of work to the next until none is left.
  ///
  /// Repeating work that is never cancelled would prevent the move from ending. If nothing else is left and one piece
  /// of repeating work has run `limit` times, the scheduler reports it with its name and abandons the move. The
  /// scheduler does the same for a chain of work, in which each piece schedules the next, that is longer than `limit`.
  /// In all other respects, the method behaves like ``advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - limit: The number of times that repeating work may run while nothing else is left, and the maximum length of a
  ///     chain. Values below one count as one.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*k* log *n*) plus the cost of the work itself, where *k* pieces of work run and *n* are waiting.
  public func run(
    limit: Int = 100_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    move(notBeyond: nil, tickLimit: limit, at: location)
  }

  private func move(
    notBeyond target: SchedulerTime<Domain>?,
    tickLimit: Int? = nil,
    at location: CodeLocation
  ) {
    let (depth, chain) = state.withLock { state in
      state.moves += 1
      state.endCalm()
      return (state.moves, state.chain)
    }
    defer { state.withLock { ($0.moves, $0.chain) = ($0.moves - 1, chain) } }
    guard depth <= Self.deepestMove else {
      return report(Self.tooDeep, at: location)
    }
    // The work of a move does not belong to the step that moves the time.
    OwnTime.run(as: nil) {
      moveAll(notBeyond: target?.nanoseconds, tickLimit: tickLimit, at: location)
    }
    OwnTime.stepHasMovedTime()
  }

  private func moveAll(notBeyond target: Int64?, tickLimit: Int?, at location: CodeLocation) {
    TimeMove.run { settleAll in
      func isMoreDue() -> Bool { state.withLock { $0.isDue(notAfter: target) } }
      var moves = 0
      func settle() {
        moves += 1
        // Without a target, no work waits until after the move. Every 16th pass runs everything, which limits delays.
        let isFar = target == nil && moves % 16 == 0
        let rest = target == nil ? ManualDriver.Extent.until(isMoreDue) : .allOrNothing
        let extent = isFar ? .everything : isMoreDue() ? .some : rest
        IssueReporting.$activity.withValue(.move(location, nil)) { settleAll(extent) }
      }
      func end() {
        if let target { state.withLock { $0.move(to: target) } }
      }
      for order in state.withLock({ $0.begin(isEndless: target == nil) }) { order.noteMove() }
      settle()
      for _ in 0..<max(limit, 0) {
        guard let due = state.withLock({ $0.take(notAfter: target) }) else { return end() }
        run(due, at: location)
        if state.withLock({ $0.isNextReady(beside: due) }) { continue }
        settle()
        if let tickLimit, let ticks = state.withLock({ $0.ticks(of: due.id, notBelow: tickLimit) })
        {
          return report(endlessRepetition(ticks), at: location)
        }
        let chain = state.withLock { $0.isDue(notAfter: target) ? $0.chain : 0 }
        if chain > max(tickLimit ?? limit / 10, 1) {
          return report(endless(chain, ", each scheduled by the one before,"), at: location)
        }
      }
      if isMoreDue() {
        report(endless(limit), at: location)
      } else {
        end()
      }
    }
  }

  private func run(_ due: WaitingWork.Due, at location: CodeLocation) {
    if due.isReady, let order = due.work.source.order {
      var time = OwnTime.now
      time.instants[ObjectIdentifier(self)] = due.instant
      return makeReady(due.id, of: due.work.source, at: due.instant, time, isLast: false, on: order)
    }
    IssueReporting.$activity.withValue(.move(location, due.work.action), operation: due.work.run)
    due.work.source.order?.noteDueWork()
  }

  // MARK: Scheduling

  /// Schedules work to run as soon as the time is advanced, even by zero.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    _ = add(at: nil, repeatingEvery: nil, work)
  }

  /// Schedules work to run when the time reaches an instant.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(at: instant, repeatingEvery: nil, work)
  }

  /// Schedules work to run when the time reaches an instant, and then repeatedly.
  ///
  /// A nonpositive interval counts as one nanosecond.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(at: instant, repeatingEvery: max(interval.nanoseconds, 1), work)
  }

  private func add(
    at instant: SchedulerTime<Domain>?,
    repeatingEvery interval: Int64?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let work = ScheduledBody(work)
    let step = OwnTime.current
    let (id, due, isLast) = state.withLock { state -> (Int, Int64?, Bool) in
      let past = step.flatMap { state.pastInstant(for: $0.time, on: ObjectIdentifier(self)) }
      let instant = instant?.nanoseconds ?? past ?? state.now
      let reach = step.map { state.reach(since: $0.time) } ?? state.now
      // Work is ready if it would have run already without the delay of the step that schedules it.
      guard let past, instant <= reach,
        state.hasWork(of: work.source, notAfter: instant) == false
      else { return (state.add(at: instant, repeatingEvery: interval, work), nil, false) }
      let due = max(past, instant)
      let id = state.addReady(at: due, repeatingEvery: interval, until: reach, work)
      return (id, due, reach == .max)
    }
    if let step, let due {
      var time = step.time
      time.instants[ObjectIdentifier(self)] = due
      let executor = work.source.order ?? step.executor
      makeReady(id, of: work.source, at: due, time, isLast: isLast, on: executor)
    }
    work.waiter?.noteWait(on: self)
    return ScheduledWork { [weak self] in
      // The entry is released outside the lock, because the values it captures may cancel other work.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
    }
  }

  // MARK: Work that is ready

  private func makeReady(
    _ id: Int,
    of source: WorkSource,
    at instant: Int64,
    _ time: OwnTime,
    isLast: Bool,
    on executor: ManualExecutor
  ) {
    let isOpen = executor.enqueueWork(of: source, at: instant, time, isLast: isLast) {
      [weak self, weak executor] in
      guard let self, let (work, next) = state.withLock({ $0.takeNow(id) }) else { return }
      if let next, let executor {
        var time = time
        time.instants[ObjectIdentifier(self)] = next
        makeReady(id, of: source, at: next, time, isLast: isLast, on: executor)
      }
      run(work)
    }
    // If the store was deallocated, the work runs immediately.
    guard isOpen == false, let (work, _) = state.withLock({ $0.takeNow(id, isLate: false) }) else {
      return
    }
    run(work)
  }

  private func run(_ work: ScheduledBody) {
    let location = IssueReporting.activity?.location ?? CodeLocation()
    IssueReporting.$activity.withValue(.move(location, work.action), operation: work.run)
  }
}

extension TestScheduler: EffectWaitSource {
  @usableFromInline
  package var elapsed: Duration? {
    // The distance in nanoseconds may overflow `Int64`, but the distance between the durations does not.
    .nanoseconds(state.withLock { $0.now }) - .nanoseconds(start.nanoseconds)
  }

  @usableFromInline
  package func wait(of effect: EffectScope) -> String? {
    let (instant, now): (Int64?, Int64) = state.withLock { state in
      let waits = state.entries.values.filter { $0.work.waiter?.isWithin(effect) == true }
      return (waits.map(\.instant).min(), state.now)
    }
    guard let instant else { return nil }
    let end = SchedulerTime<Domain>(nanoseconds: instant)
    let rest = SchedulerTime<Domain>(nanoseconds: now).distance(to: end)
    guard rest > .zero else {
      return "waits on test scheduler until it is advanced (\(Domain.self))"
    }
    return """
      waits on test scheduler until \(start.distance(to: end)) (\(Domain.self), \(rest) from now)
      """
  }
}

extension SchedulerDomain {
  /// A new test scheduler for this domain, whose time begins at the origin.
  public static var test: TestScheduler<Self> { TestScheduler(now: origin) }
}
