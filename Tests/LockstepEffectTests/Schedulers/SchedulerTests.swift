// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct SchedulerTests {
  /// A custom time line.
  private enum Rounds: SchedulerDomain {}

  /// Calls each form of `schedule` on a scheduler, and returns how often each form ran its work.
  private func runs<Domain>(
    _ scheduler: some Scheduler<Domain>,
    now: SchedulerTime<Domain>
  ) -> [Int] {
    let counts = Recorder([0, 0, 0, 0, 0])
    let due = now.advanced(by: 5)
    scheduler.schedule { counts.update { $0[0] += 1 } }
    scheduler.schedule(after: due) { counts.update { $0[1] += 1 } }.cancel()
    scheduler.schedule(after: due, tolerance: 3) { counts.update { $0[2] += 1 } }.cancel()
    scheduler.schedule(after: due, interval: 5) { counts.update { $0[3] += 1 } }.cancel()
    scheduler.schedule(after: due, interval: 5, tolerance: 3) { counts.update { $0[4] += 1 } }
      .cancel()
    return counts.value
  }

  @Test func `an immediate scheduler runs each form of work once, and its time does not advance`() {
    func check<Domain>(_ scheduler: some Scheduler<Domain>, now: SchedulerTime<Domain>) {
      #expect(runs(scheduler, now: now) == [1, 1, 1, 1, 1])
      #expect(scheduler.now == now)
    }
    check(DispatchQueue.immediate, now: DispatchQueue.test.now)
    check(RunLoop.immediate, now: RunLoop.test.now)
    check(OperationQueue.immediate, now: OperationQueue.test.now)
    check(ContinuousClock.immediate, now: ContinuousClock.test.now)
    check(SuspendingClock.immediate, now: SuspendingClock.test.now)
    check(AnySchedulerOf<Rounds>.immediate, now: SchedulerTime(nanoseconds: 0))
    check(AnySchedulerOf<DispatchQueue>.immediate, now: DispatchQueue.test.now)
    check(AnySchedulerOf<RunLoop>.immediate, now: RunLoop.test.now)
    check(AnySchedulerOf<OperationQueue>.immediate, now: OperationQueue.test.now)
    check(AnySchedulerOf<ContinuousClock>.immediate, now: ContinuousClock.test.now)
    check(AnySchedulerOf<SuspendingClock>.immediate, now: SuspendingClock.test.now)
    check(ImmediateScheduler.shared, now: RunLoop.test.now)
    check(RunLoop.immediate.animation(), now: RunLoop.test.now)
  }

  @Test func `a no-op scheduler runs nothing, reports nothing, and its time does not advance`() {
    func check<Domain>(_ scheduler: some Scheduler<Domain>, now: SchedulerTime<Domain>) {
      #expect(runs(scheduler, now: now) == [0, 0, 0, 0, 0])
      #expect(scheduler.now == now)
    }
    let issues = withReportedIssues {
      check(DispatchQueue.noop, now: DispatchQueue.test.now)
      check(RunLoop.noop, now: RunLoop.test.now)
      check(OperationQueue.noop, now: OperationQueue.test.now)
      check(ContinuousClock.noop, now: ContinuousClock.test.now)
      check(SuspendingClock.noop, now: SuspendingClock.test.now)
      check(AnySchedulerOf<DispatchQueue>.noop, now: DispatchQueue.test.now)
      check(AnySchedulerOf<RunLoop>.noop, now: RunLoop.test.now)
      check(AnySchedulerOf<OperationQueue>.noop, now: OperationQueue.test.now)
      check(AnySchedulerOf<ContinuousClock>.noop, now: ContinuousClock.test.now)
      check(AnySchedulerOf<SuspendingClock>.noop, now: SuspendingClock.test.now)
      check(RunLoop.noop.animation(), now: RunLoop.test.now)
    }
    #expect(issues == [])
  }

  @Test func `a test scheduler runs each form of work when its time advances`() {
    func checkForms<Domain>(
      _ scheduler: some Scheduler<Domain>,
      movedBy clock: TestScheduler<Domain>,
      origin: Int64
    ) {
      let start = scheduler.now
      #expect(start == SchedulerTime(nanoseconds: origin))
      let runs = Recorder<[[SchedulerStride]]>([[], [], [], [], []])
      let note: @Sendable (Int) -> Void = { form in
        let elapsed = start.distance(to: clock.now)
        runs.update { $0[form].append(elapsed) }
      }
      let due = start.advanced(by: 5)
      scheduler.schedule { note(0) }
      scheduler.schedule(after: due) { note(1) }
      scheduler.schedule(after: due, tolerance: 3) { note(2) }
      scheduler.schedule(after: due, interval: 5) { note(3) }
      scheduler.schedule(after: due, interval: 5, tolerance: 3) { note(4) }
      #expect(runs.value == [[], [], [], [], []])
      clock.advance(by: 4)
      #expect(runs.value == [[0], [], [], [], []])
      clock.advance(by: 6)
      #expect(runs.value == [[0], [5], [5], [5, 10], [5, 10]])
      #expect(scheduler.now == start.advanced(by: 10))
    }
    func check<Domain>(_ makeClock: () -> TestScheduler<Domain>, origin: Int64) {
      var clock = makeClock()
      checkForms(clock, movedBy: clock, origin: origin)
      clock = makeClock()
      checkForms(clock.eraseToAnyScheduler(), movedBy: clock, origin: origin)
      clock = makeClock()
      checkForms(clock.animation(), movedBy: clock, origin: origin)
    }
    check({ DispatchQueue.test }, origin: 1)
    check({ RunLoop.test }, origin: 0)
    check({ OperationQueue.test }, origin: 0)
    check({ ContinuousClock.test }, origin: 0)
    check({ SuspendingClock.test }, origin: 0)
    check({ Rounds.test }, origin: 0)
  }

  @Test func `a failing scheduler reports each use with its name, and runs nothing`() {
    func messages(_ name: String) -> [String] {
      [
        "\(name) - A failing scheduler was asked to run work at once.",
        "\(name) - A failing scheduler was asked to run work after a delay.",
        "\(name) - A failing scheduler was asked to run work after a delay.",
        "\(name) - A failing scheduler was asked to run work repeatedly.",
        "\(name) - A failing scheduler was asked to run work repeatedly.",
        "\(name) - A failing scheduler was asked for the current time.",
      ]
    }
    func check<Domain>(_ name: String, _ scheduler: some Scheduler<Domain>) {
      let issues = withReportedIssues {
        #expect(runs(scheduler, now: SchedulerTime(nanoseconds: 1)) == [0, 0, 0, 0, 0])
        _ = scheduler.now
      }
      #expect(issues.map(\.message) == messages(name))
    }
    check("DispatchQueue", DispatchQueue.failing)
    check("RunLoop", RunLoop.failing)
    check("OperationQueue", OperationQueue.failing)
    check("ContinuousClock", ContinuousClock.failing)
    check("SuspendingClock", SuspendingClock.failing)
    check("Rounds", Rounds.failing)
    check("Rounds", AnySchedulerOf<Rounds>.failing)
    check("turns", AnySchedulerOf<Rounds>.failing("turns"))
    check("mainQueue", DispatchQueue.failing("mainQueue"))
    check("mainRunLoop", RunLoop.failing("mainRunLoop"))
    check("operations", OperationQueue.failing("operations"))
    check("clock", ContinuousClock.failing("clock"))
    check("clock", SuspendingClock.failing("clock"))
    check("DispatchQueue", AnySchedulerOf<DispatchQueue>.failing)
    check("RunLoop", AnySchedulerOf<RunLoop>.failing)
    check("OperationQueue", AnySchedulerOf<OperationQueue>.failing)
    check("ContinuousClock", AnySchedulerOf<ContinuousClock>.failing)
    check("SuspendingClock", AnySchedulerOf<SuspendingClock>.failing)
    check("mainQueue", AnySchedulerOf<DispatchQueue>.failing("mainQueue"))
    check("mainRunLoop", AnySchedulerOf<RunLoop>.failing("mainRunLoop"))
    check("operations", AnySchedulerOf<OperationQueue>.failing("operations"))
    check("clock", AnySchedulerOf<ContinuousClock>.failing("clock"))
    check("clock", AnySchedulerOf<SuspendingClock>.failing("clock"))
    check("animated", AnySchedulerOf<RunLoop>.failing("animated").animation())
  }

  @Test func `an effect on a failing scheduler reports an issue and keeps running`() {
    let issues = withReportedIssues {
      let run = EffectRun(Effect<Int, Never>(value: 1).receive(on: DispatchQueue.failing("main")))
      #expect(run.picture == "")
    }
    #expect(
      Set(issues.map(\.message)) == ["main - A failing scheduler was asked to run work at once."]
    )
  }

  @Test func `a timer on an immediate or no-op scheduler sends nothing until it is cancelled`() {
    for scheduler in [AnySchedulerOf<RunLoop>.immediate, .noop] {
      let run = EffectRun(Effect.timer(id: 1, every: 1, on: scheduler).map { _ in "tick" })
      #expect(run.picture == "")
      run.start(.cancel(id: 1))
      #expect(run.picture.filter { $0 != " " } == "||")
    }
  }

  @Test func `a type-erased scheduler behaves like its underlying scheduler`() {
    let clock = DispatchQueue.test
    let scheduler = clock.eraseToAnyScheduler()
    let count = Recorder(0)
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { count.update { $0 += 1 } }
    let cancelled = scheduler.schedule(after: scheduler.now.advanced(by: 1), interval: 1) {
      count.update { $0 += 100 }
    }
    cancelled.cancel()
    clock.advance(by: 1)
    #expect(count.value == 0)
    clock.advance(by: 1)
    #expect(count.value == 1)
    #expect(scheduler.now == clock.now)
    #expect(AnyScheduler(scheduler).now == clock.now)
  }

  // MARK: Lengths and instants

  @Test func `strides can be written as numbers of seconds`() {
    let literals: [SchedulerStride] = [2, 0.5, -1, 0.000_000_001, .zero]
    #expect(literals.map(\.nanoseconds) == [2_000_000_000, 500_000_000, -1_000_000_000, 1, 0])
    let made: [SchedulerStride] = [
      .nanoseconds(3), .microseconds(3), .milliseconds(300), .seconds(3), .seconds(0.3),
    ]
    #expect(made.map(\.nanoseconds) == [3, 3_000, 300_000_000, 3_000_000_000, 300_000_000])
    let count = 3
    #expect(SchedulerStride.seconds(count) == 3)
    #expect(SchedulerStride.milliseconds(UInt8(200)) == 0.2)
    #expect(SchedulerStride.seconds(1.5).timeInterval == 1.5)
    #expect(SchedulerStride.milliseconds(1) < 0.01)
    #expect(literals.map(\.description) == ["2 s", "0.5 s", "-1 s", "1e-09 s", "0 s"])
  }

  @Test func `strides and instants saturate instead of overflowing`() {
    let longest = SchedulerStride.nanoseconds(Int64.max)
    let shortest = SchedulerStride.nanoseconds(Int64.min)
    #expect(SchedulerStride.seconds(Int64.max) == longest)
    #expect(SchedulerStride.seconds(Int64.min) == shortest)
    #expect(SchedulerStride.milliseconds(Int.max) == longest)
    #expect(SchedulerStride.microseconds(Int.min) == shortest)
    #expect(SchedulerStride.nanoseconds(UInt64.max) == longest)
    #expect(SchedulerStride.seconds(1e300) == longest)
    #expect(SchedulerStride.seconds(-Double.infinity) == shortest)
    #expect(SchedulerStride.seconds(Double.nan) == .zero)
    #expect((10_000_000_000 as SchedulerStride) == longest)
    #expect((-1e10 as SchedulerStride) == shortest)
    let now = SchedulerTime<Never>(nanoseconds: 5)
    #expect(now.advanced(by: longest).nanoseconds == .max)
    #expect(SchedulerTime<Never>(nanoseconds: -5).advanced(by: shortest).nanoseconds == .min)
    let first = SchedulerTime<Never>(nanoseconds: .min)
    let last = SchedulerTime<Never>(nanoseconds: .max)
    #expect(first.distance(to: last) == longest)
    #expect(last.distance(to: first) == shortest)
    #expect(now.distance(to: now.advanced(by: 2)) == 2)
    #expect(first < now)
  }

  @Test func `the end of time does not trap`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 5))
    let count = Recorder(0)
    clock.schedule(after: clock.now.advanced(by: 1e300)) { count.update { $0 += 1 } }
    clock.advance(by: 1e300)
    #expect(count.value == 1)
    #expect(clock.now.nanoseconds == .max)
    clock.advance(by: 1)
    #expect(clock.now.nanoseconds == .max)
  }

  @Test func `instants convert to dates and back`() {
    let now = AnySchedulerOf<RunLoop>.main.now.date
    #expect(abs(now.timeIntervalSinceNow) < 60)
    let operations = AnySchedulerOf<OperationQueue>.main.now.date
    #expect(abs(operations.timeIntervalSinceNow) < 60)
    let date = Date(timeIntervalSince1970: 1_234_567.25)
    #expect(SchedulerTime<RunLoop>(date).date == date)
    #expect(SchedulerTime<OperationQueue>(date).date == date)
    #expect(SchedulerTime<RunLoop>(.distantFuture).date > date)
  }
}
