// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler whose time is moved manually by a test.
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
/// Work due at the same instant runs in the order of the calls that scheduled it; repeating work keeps the
/// place of its call. Work that is scheduled while the time moves runs in the same move if it is due. When a
/// piece of work has returned, test stores run everything it has made ready before the next piece runs. A store
/// that is busy on another thread at that moment runs it there, slightly later.
///
/// Where a test store has a random schedule, the schedule decides when the work of its effects runs that is
/// due, and what it makes ready, perhaps after the move; see ``now``. What one part of an effect has scheduled
/// stays in order.
///
/// Work may itself move the time: the inner move runs the work due on its way, and the outer move continues
/// from the time reached. Time never moves backward.
///
/// A move that does not seem to end, because work repeats or schedules more work forever, is reported with
/// the names of the effects that the work belongs to, and abandoned.
///
/// Isolation: any thread; the work runs in the call that moves the time or, if a random schedule decides, in a
/// later step of the store.
///
/// Complexity: scheduling and running are O(log *n*) in the amount of waiting work; cancelling is O(log *n*)
/// on average; memory is O(*n*). With random schedules, scheduling and moving may be O(*n*).
public final class TestScheduler<Domain>: Scheduler, Sendable {
  let state: Mutex<WaitingWork>
  /// The maximum number of pieces of work that run in one move of the time.
  package let limit: Int
  private let start: SchedulerTime<Domain>

  /// Creates a test scheduler.
  ///
  /// - Parameters:
  ///   - now: The instant at which the time begins.
  ///   - limit: How many pieces of work may run in one move of the time before the move is reported and
  ///     abandoned. A tenth of them may be a chain, each scheduled by the one before without any time passing.
  public init(now: SchedulerTime<Domain>, limit: Int = 1_000_000) {
    start = now
    state = Mutex(WaitingWork(now: now.nanoseconds))
    self.limit = limit
  }

  /// The current instant; in a step of an effect that a random schedule lets come late, the instant at which the
  /// step could have run.
  public var now: SchedulerTime<Domain> {
    SchedulerTime(nanoseconds: state.withLock { ownInstant(in: $0) ?? $0.now })
  }

  /// Returns the instant of the step in progress on this thread, if it comes late.
  private func ownInstant(in state: borrowing WaitingWork) -> Int64? {
    guard let step = OwnTime.current else { return nil }
    return state.pastInstant(for: step.time, on: ObjectIdentifier(self))
  }

  /// The amount of waiting work; repeating work counts once.
  package var waitingCount: Int { state.withLock { $0.entries.count } }

  /// The number of places in the order of due work, including those of cancelled work.
  package var placeCount: Int { state.withLock { $0.placeCount } }

  /// Moves the time forward by a stride and runs the work due on the way.
  ///
  /// Without a stride, it runs the work that is due now. A negative stride counts as zero.
  ///
  /// ```swift
  /// mainQueue.advance(by: 0.3)
  /// ```
  ///
  /// A move that reaches the limit of the scheduler is reported, and the time stays at the instant it has
  /// reached.
  ///
  /// Isolation: any thread; the work runs in this call.
  ///
  /// - Parameters:
  ///   - stride: How far to move the time.
  ///   - fileID: The file that a report belongs to.
  ///   - filePath: The path of that file.
  ///   - line: The line that a report belongs to.
  ///   - column: The column that a report belongs to.
  /// - Complexity: O(*k* log *n*) in the number *k* of pieces of work that run and the number *n* of those
  ///   that wait, plus the cost of the work itself.
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
  /// An instant in the past counts as the current one. For everything else, see
  /// ``advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - instant: The instant to move the time to.
  ///   - fileID: The file that a report belongs to.
  ///   - filePath: The path of that file.
  ///   - line: The line that a report belongs to.
  ///   - column: The column that a report belongs to.
  /// - Complexity: O(*k* log *n*) in the number *k* of pieces of work that run and the number *n* of those
  ///   that wait, plus the cost of the work itself.
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
  /// Repeating work that is never cancelled would keep it going: when nothing else is left and one piece of
  /// repeating work has run as often as the limit allows, the work is reported with its name, and the move is
  /// abandoned. So is a chain of work, each piece scheduled by the one before, that is longer than the limit. For
  /// everything else, see ``advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - limit: How often repeating work may run while nothing else is left, and the length of a chain; at least
  ///     one.
  ///   - fileID: The file that a report belongs to.
  ///   - filePath: The path of that file.
  ///   - line: The line that a report belongs to.
  ///   - column: The column that a report belongs to.
  /// - Complexity: O(*k* log *n*) in the number *k* of pieces of work that run and the number *n* of those
  ///   that wait, plus the cost of the work itself.
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

  /// Runs the work due until an instant or, without an instant, until no work is left.
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
    // The work of the move is not a part of the step that moves the time.
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
        // Without a target, nothing comes later than what is left to run, and not much later than it could.
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
        // Everything comes to rest before the time moves on, unless a random schedule lets it come later.
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

  /// Adds work at an instant or, without one, as soon as possible.
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
      // Work that would have run already, had the step that schedules it not been late, is ready.
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
      // Released outside of the lock, because the values it captures may cancel other work.
      let removed = self?.state.withLock { $0.remove(id) }
      withExtendedLifetime(removed) {}
    }
  }

  // MARK: Work that is ready

  /// Lets the schedule of a store decide when to run work that is due.
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
    // Without its store, the work runs when it is due.
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
    // Each of the two fits, but not always the number of nanoseconds between them.
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
  /// A test scheduler on this time line, whose time begins at the origin.
  public static var test: TestScheduler<Self> { TestScheduler(now: origin) }
}
