// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Synchronization
import Testing

@Suite struct ClockSchedulerTests {
  private let log = Recorder<[String]>([])

  private func note(_ name: String) -> @Sendable () -> Void {
    { [log] in log.update { $0.append(name) } }
  }

  /// A scheduler on a clock that the test moves.
  private static func manual() -> (clock: ManualClock, scheduler: ClockScheduler<ManualClock>) {
    let clock = ManualClock()
    return (clock, ClockScheduler(clock))
  }

  @Test func `work runs when it is due by the clock, and ties run in scheduling order`() async {
    let (clock, scheduler) = Self.manual()
    scheduler.schedule(after: SchedulerTime(nanoseconds: 30), note("30"))
    for number in 1...5 {
      scheduler.schedule(after: SchedulerTime(nanoseconds: 20), note("20, \(number)"))
    }
    scheduler.schedule(after: SchedulerTime(nanoseconds: 10), note("10"))
    await clock.waitForSleepers(7)
    clock.advance(to: 9)
    #expect(log.value == [])
    clock.advance(to: 25)
    // Immediate work runs after work that was due before.
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    #expect(log.value == ["10"] + (1...5).map { "20, \($0)" })
    #expect(scheduler.now == SchedulerTime(nanoseconds: 25))
  }

  @Test func `immediate work runs in order, and the work that it schedules runs last`() async {
    let (_, scheduler) = Self.manual()
    let (noteInner, noteOuter) = (note("inner"), note("outer"))
    for number in 1...20 { scheduler.schedule(note("\(number)")) }
    await withCheckedContinuation { continuation in
      scheduler.schedule {
        scheduler.schedule(noteInner)
        scheduler.schedule { continuation.resume() }
        noteOuter()
      }
    }
    let numbers = (1...20).map(String.init)
    #expect(log.value == numbers + ["outer", "inner"])
  }

  @Test func `cancelled work does not run, and its task ends`() async {
    let (clock, scheduler) = Self.manual()
    let token = hold(scheduler)
    await clock.waitForSleepers(1)
    token.work.cancel()
    #expect(token.weak.isDeallocated)
    await clock.waitForSleepers(0)
    scheduler.schedule(after: SchedulerTime(nanoseconds: 5), note("kept"))
    await clock.waitForSleepers(1)
    clock.advance(to: 10)
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    #expect(log.value == ["kept"])
  }

  @Test func `distant work that is taken back again and again takes no more room`() async {
    let (clock, scheduler) = Self.manual()
    let repeating = scheduler.schedule(
      after: SchedulerTime(nanoseconds: 20),
      interval: .nanoseconds(20),
      note("repeating")
    )
    for number in [15, 10, 5] {
      scheduler.schedule(after: SchedulerTime(nanoseconds: Int64(number)), note("\(number)"))
    }
    for _ in 0..<100 {
      scheduler.schedule(after: SchedulerTime(nanoseconds: 1_000), note("taken back")).cancel()
      #expect(scheduler.waitingCount == 4)
      #expect(scheduler.placeCount <= 8)
    }
    await clock.waitForSleepers(4)
    clock.advance(to: 20)
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    #expect(log.value == ["5", "10", "15", "repeating"])
    repeating.cancel()
    #expect(scheduler.waitingCount == 0)
    #expect(scheduler.placeCount == 0)
  }

  private func hold(
    _ scheduler: ClockScheduler<ManualClock>
  ) -> (work: ScheduledWork, weak: WeakToken) {
    let token = Token()
    let work = scheduler.schedule(after: SchedulerTime(nanoseconds: 5)) { [log] in
      log.update { $0.append("\(token)") }
    }
    return (work, WeakToken(token: token))
  }

  @Test func `repeating work skips the ticks that it missed`() async {
    let (clock, scheduler) = Self.manual()
    let ticks = Recorder<[Int64]>([])
    let work = scheduler.schedule(
      after: SchedulerTime(nanoseconds: 10),
      interval: .nanoseconds(10)
    ) {
      ticks.update { $0.append(scheduler.now.nanoseconds) }
    }
    // The work sleeps again after it has run.
    for (instant, expected) in [(5, []), (10, [10]), (20, [10, 20]), (55, [10, 20, 55])] {
      await clock.waitForSleepers(1)
      clock.advance(to: Int64(instant))
      await clock.waitForSleepers(1)
      #expect(ticks.value == expected.map(Int64.init))
    }
    clock.advance(to: 60)
    await clock.waitForSleepers(1)
    #expect(ticks.value == [10, 20, 55, 60])
    work.cancel()
    await clock.waitForSleepers(0)
    clock.advance(to: 100)
    #expect(ticks.value == [10, 20, 55, 60])
  }

  @Test func `repeating work keeps its position in the scheduling order`() async {
    let (clock, scheduler) = Self.manual()
    let works = [10, 20].map { interval in
      scheduler.schedule(
        after: SchedulerTime(nanoseconds: 0),
        interval: .nanoseconds(interval),
        note("\(interval)")
      )
    }
    scheduler.schedule(after: SchedulerTime(nanoseconds: 20), note("delay"))
    for instant in [10, 20] {
      await clock.waitForSleepers(3)
      clock.advance(to: Int64(instant))
    }
    // Immediate work runs after work that was due before.
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
    #expect(log.value == ["10", "20", "10", "10", "20", "delay"])
    for work in works { work.cancel() }
    await clock.waitForSleepers(0)
  }

  @Test func `a scheduler counts instants from its origin and passes tolerances to its clock`()
    async
  {
    let clock = ManualClock()
    clock.advance(to: 100)
    let scheduler = ClockScheduler(clock)
    #expect(scheduler.now == SchedulerTime(nanoseconds: 0))
    let earlier = ClockScheduler(clock, origin: ManualClock.Instant(nanoseconds: 60))
    #expect(earlier.now == SchedulerTime(nanoseconds: 40))
    let works = [
      scheduler.schedule(after: SchedulerTime(nanoseconds: 7), tolerance: 2, {}),
      scheduler.schedule(after: SchedulerTime(nanoseconds: 8), {}),
      scheduler.schedule(after: SchedulerTime(nanoseconds: 9), interval: 1, tolerance: 0.5, {}),
    ]
    await clock.waitForSleepers(3)
    #expect(clock.asked.sorted() == ["107, 2.0 seconds", "108, nil", "109, 0.5 seconds"])
    for work in works { work.cancel() }
  }

  @Test func `a scheduler runs its work on its actor`() async {
    let scheduler = ClockScheduler(ContinuousClock(), on: MainActor.shared)
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1))) {
        MainActor.assertIsolated()
        scheduler.schedule {
          MainActor.assertIsolated()
          continuation.resume()
        }
      }
    }
  }

  @Test func `an error that a clock throws is reported, and the work is dropped`() async {
    let log = log
    let issues = await withReportedIssues {
      let scheduler = ClockScheduler(BrokenClock())
      await withCheckedContinuation { continuation in
        // Released when the work is dropped.
        let end = AnyCancellable { continuation.resume() }
        scheduler.schedule(after: SchedulerTime(nanoseconds: 5)) {
          log.update { $0.append("\(end)") }
        }
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        A clock threw an error although its task was not cancelled.

        Clock: BrokenClock
        Error: problem 1

        The waiting work was dropped. Make 'sleep' throw only when its task is cancelled.
        """
      ]
    )
    #expect(log.value == [])
  }

  @Test func `repeating work may begin at the earliest instant`() async {
    let (clock, scheduler) = Self.manual()
    clock.advance(to: 5)
    let ticks = Recorder<[Int64]>([])
    let work = scheduler.schedule(
      after: SchedulerTime(nanoseconds: .min),
      interval: .nanoseconds(10)
    ) {
      ticks.update { $0.append(scheduler.now.nanoseconds) }
    }
    await clock.waitForSleepers(1)
    // Counted from the earliest instant, later ticks end in the digit 2.
    clock.advance(to: 11)
    clock.advance(to: 12)
    await clock.waitForSleepers(1)
    #expect(ticks.value == [5, 12])
    work.cancel()
    await clock.waitForSleepers(0)
    let other = scheduler.schedule(
      after: SchedulerTime(nanoseconds: .min),
      interval: .nanoseconds(Int64.max)
    ) {
      ticks.update { $0.append(scheduler.now.nanoseconds) }
    }
    await clock.waitForSleepers(1)
    #expect(ticks.value == [5, 12, 12])
    #expect(clock.asked.last == "\(Int64.max - 1), nil")
    other.cancel()
  }

  @Test func `the end of time does not trap`() async {
    let scheduler = ClockScheduler(ContinuousClock())
    let last = scheduler.schedule(after: SchedulerTime(nanoseconds: .max), note("never"))
    let (log, first) = (log, note("first"))
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: SchedulerTime(nanoseconds: .min)) {
        first()
        continuation.resume()
      }
    }
    last.cancel()
    #expect(log.value == ["first"])
  }
}

/// A clock that a test advances.
private final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var nanoseconds: Int64

    func advanced(by duration: Duration) -> Self {
      Self(nanoseconds: nanoseconds + SchedulerStride(duration).nanoseconds)
    }

    func duration(to other: Self) -> Duration {
      .nanoseconds(other.nanoseconds - nanoseconds)
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
  }

  private struct State {
    var now = Instant(nanoseconds: 0)
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    var cancelled: Set<Int> = []
    var lastID = 0
    var asked: [String] = []
    var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      guard let waiter, waiter.count == sleepers.count else { return nil }
      self.waiter = nil
      return waiter.continuation
    }
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(3) }
  /// The requested deadlines and tolerances.
  var asked: [String] { state.withLock { $0.asked } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      state.asked.append("\(deadline.nanoseconds), \(tolerance.map { "\($0)" } ?? "nil")")
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isFinished, waiter) = state.withLock { state in
          if state.cancelled.contains(id) { return (Bool?.some(false), state.takeWaiter()) }
          if deadline <= state.now { return (true, state.takeWaiter()) }
          state.sleepers[id] = (deadline, continuation)
          return (nil, state.takeWaiter())
        }
        waiter?.resume()
        switch isFinished {
        case true?: continuation.resume()
        case false?: continuation.resume(throwing: CancellationError())
        case nil: break
        }
      }
    } onCancel: {
      let (sleeper, waiter) = state.withLock { state in
        state.cancelled.insert(id)
        let sleeper = state.sleepers.removeValue(forKey: id)
        return (sleeper?.continuation, state.takeWaiter())
      }
      sleeper?.resume(throwing: CancellationError())
      waiter?.resume()
    }
  }

  func advance(to nanoseconds: Int64) {
    let due = state.withLock { state in
      state.now = Instant(nanoseconds: nanoseconds)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until a number of tasks are sleeping.
  func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleepers.count == count { return true }
        state.waiter = (count, continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// A clock whose `sleep` always throws.
private struct BrokenClock: Clock {
  var now: ManualClock.Instant { ManualClock.Instant(nanoseconds: 0) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    throw Problem()
  }
}
