// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Nested moves of the time, and moves that never end.
@Suite struct TestSchedulerMoveTests {
  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0), limit: 1_000)
  private let log = Recorder<[String]>([])

  private func note(_ name: String) -> @Sendable () -> Void {
    { [log, clock] in log.update { $0.append("\(name) at \(clock.now.nanoseconds)") } }
  }

  private func instant(_ nanoseconds: Int64) -> SchedulerTime<Never> {
    SchedulerTime(nanoseconds: nanoseconds)
  }

  // MARK: Moves within moves

  @Test func `a nested move runs the work that is due, and time never goes back`() {
    let (clock, before, after) = (clock, note("before"), note("after"))
    clock.schedule(after: instant(2)) {
      before()
      clock.advance(by: .nanoseconds(5))
      after()
    }
    clock.schedule(after: instant(2), note("tie"))
    clock.schedule(after: instant(4), note("within both"))
    clock.schedule(after: instant(6), note("within the inner"))
    clock.schedule(after: instant(9), note("beyond"))
    clock.advance(to: instant(5))
    #expect(
      log.value == [
        "before at 2", "tie at 2", "within both at 4", "within the inner at 6", "after at 7",
      ]
    )
    #expect(clock.now == instant(7))
    clock.advance(to: instant(9))
    #expect(log.value.last == "beyond at 9")
  }

  @Test func `a nested move may be shorter than the outer move`() {
    let (clock, after) = (clock, note("after"))
    clock.schedule(after: instant(2)) {
      clock.advance(by: .nanoseconds(1))
      after()
      clock.run()
    }
    clock.schedule(after: instant(3), note("inner"))
    clock.schedule(after: instant(8), note("by run"))
    clock.advance(to: instant(5))
    #expect(log.value == ["inner at 3", "after at 3", "by run at 8"])
    #expect(clock.now == instant(8))
  }

  @Test func `work of one scheduler can move another scheduler`() {
    let other = TestScheduler<Never>(now: instant(0))
    let noteOther = note("other")
    other.schedule(after: instant(3), noteOther)
    clock.schedule(after: instant(1)) { other.advance(by: .nanoseconds(3)) }
    clock.schedule(after: instant(2), note("own"))
    clock.run()
    #expect(log.value == ["other at 1", "own at 2"])
    #expect(other.now == instant(3))
  }

  @Test func `effects run during a nested move`() {
    let clock = clock
    let (requests, request) = AsyncStream.makeStream(of: Int.self)
    let run = EffectRun(
      Effect<Int, Never>.merge(
        .run { send in
          for await number in requests { send(number) }
        },
        .run { send in
          for number in 1...4 {
            try? await clock.sleep(for: .nanoseconds(1))
            send(number)
          }
        }
      )
    )
    let clockAfter = Recorder<Int64>(0)
    clock.schedule(after: instant(1)) {
      // The task is ready before the inner move begins, and runs with the work that the inner move makes ready.
      request.yield(9)
      clock.advance(by: .nanoseconds(2))
      clockAfter.set(clock.now.nanoseconds)
      request.yield(8)
    }
    clock.advance(by: .nanoseconds(1))
    #expect(clockAfter.value == 3)
    #expect(run.picture == "1 9 2 3 8")
    request.finish()
    clock.advance(by: .nanoseconds(1))
    #expect(run.picture == "1 9 2 3 8 4 |")
  }

  @Test func `endlessly nested moves are reported`() {
    let clock = clock
    let count = Recorder(0)
    let issues = withReportedIssues {
      clock.schedule(after: instant(1), interval: .nanoseconds(1)) {
        count.update { $0 += 1 }
        clock.advance(by: .nanoseconds(1))
      }
      clock.advance(by: .nanoseconds(1))
    }
    #expect(
      issues.map(\.message) == [
        """
        A test scheduler was advanced from within its own work 100 levels deep.

        The innermost call was ignored.

        Instead of advancing the scheduler within its work, schedule more work.
        """
      ]
    )
    #expect(count.value == 100)
    #expect(clock.now == instant(100))
  }

  // MARK: Moves without end

  private func endless(_ limit: Int, _ how: String = "") -> String {
    """
    A test scheduler always has more work to run.

    \(limit == 1 ? "1 piece of work\(how) has" : "\(limit) pieces of work\(how) have") run in one move of its time, \
    and more work is due. The time stays at the last instant.

    Usual causes: repeating work that is never cancelled while 'run()' waits for its end, an interval of zero, or work \
    that schedules more work for the same instant. Cancel the work, use 'advance(by:)', or raise the limit of the \
    scheduler or of 'run(limit:)'.
    """
  }

  @Test func `run() reports endless repeating work at its call`() {
    let ticks = Recorder(0)
    let work = clock.schedule(after: instant(1), interval: .nanoseconds(3)) {
      ticks.update { $0 += 1 }
    }
    let line: UInt = #line + 1
    let issues = withReportedIssues { clock.run() }
    #expect(
      issues == [
        ReportedIssue(
          endless(1_000),
          at: CodeLocation(line: line, column: issues.first?.location.column ?? 0)
        )
      ]
    )
    #expect(ticks.value == 1_000)
    #expect(clock.now == instant(1 + 999 * 3))
    work.cancel()
    clock.run()
    #expect(clock.now == instant(1 + 999 * 3))
  }

  @Test func `work that reschedules itself endlessly at one instant is reported`() {
    @Sendable func again(_ clock: TestScheduler<Never>, _ count: Recorder<Int>) {
      count.update { $0 += 1 }
      clock.schedule { again(clock, count) }
    }
    let count = Recorder(0)
    clock.schedule { [clock] in again(clock, count) }
    let issues = withReportedIssues { clock.advance(to: instant(7)) }
    // A tenth of the limit.
    #expect(issues.map(\.message) == [endless(101, ", each scheduled by the one before,")])
    #expect(count.value == 101)
    #expect(clock.now == instant(0))
    // The chain continues at the next move.
    #expect(withReportedIssues { clock.advance() }.count == 1)
    #expect(count.value == 102)
  }

  @Test func `run() reports an endless chain of work, and an advance does not`() {
    @Sendable func again(_ clock: TestScheduler<Never>, _ count: Recorder<Int>) {
      count.update { $0 += 1 }
      clock.schedule(after: clock.now.advanced(by: .nanoseconds(1))) { again(clock, count) }
    }
    let count = Recorder(0)
    clock.schedule(after: instant(1)) { [clock] in again(clock, count) }
    clock.advance(to: instant(500))
    #expect(count.value == 500)
    let line: UInt = #line + 1
    let issues = withReportedIssues { clock.run(limit: 200) }
    #expect(issues.map(\.message) == [endless(201, ", each scheduled by the one before,")])
    #expect(issues.map(\.location.line) == [line])
    #expect(count.value == 701)
  }

  @Test func `many pieces of work at one instant run without a report if they form no chain`() {
    let count = Recorder(0)
    for _ in 1...300 {
      clock.schedule { [clock] in
        clock.schedule { [clock] in clock.schedule { count.update { $0 += 1 } } }
      }
    }
    clock.run(limit: 3)
    #expect(count.value == 300)
  }

  @Test func `an interval of zero is reported`() {
    let count = Recorder(0)
    let work = clock.schedule(after: clock.now, interval: 0) { count.update { $0 += 1 } }
    let issues = withReportedIssues { clock.advance(by: 1) }
    work.cancel()
    #expect(issues.map(\.message) == [endless(1_000)])
    #expect(count.value == 1_000)
  }

  @Test func `work up to the limit runs without a report`() {
    let count = Recorder(0)
    for number in 1...1_000 {
      clock.schedule(after: instant(Int64(number))) { count.update { $0 += 1 } }
    }
    clock.advance(to: instant(5_000))
    #expect(count.value == 1_000)
    #expect(clock.now == instant(5_000))
  }

  @Test(arguments: [0, 1, 2, 100])
  func `a scheduler with a small limit reports endless work at that limit`(limit: Int) {
    let clock = TestScheduler<Never>(now: instant(0), limit: limit)
    let issues = withReportedIssues {
      clock.schedule(after: clock.now, interval: 1) {}
      clock.run()
    }
    #expect(issues.map(\.message) == [endless(limit)])
    #expect(clock.now.nanoseconds == Int64(max(limit - 1, 0)) * 1_000_000_000)
  }

  private func endlessRepetition(_ times: String, _ names: String) -> String {
    """
    Only repeating work is left on a test scheduler.

    It has run \(times) in a row: …

    \(names)

    'run()' continues until no work is left. The time stays at the last instant. Cancel the work before the call, use \
    'advance(by:)' instead, or raise the limit with 'run(limit:)'.
    """
  }

  @Test func `run() stops an endless timer after 100,000 ticks and reports it at the call`() {
    let clock = DispatchQueue.test
    let start = clock.now
    let ticks = Recorder(0)
    let work = clock.schedule(after: start, interval: 0.5) { ticks.update { $0 += 1 } }
    let line: UInt = #line + 1
    let issues = withReportedIssues { clock.run() }
    #expect(
      issues == [
        ReportedIssue(
          endlessRepetition(
            "100000 times",
            "• work that was scheduled outside the effects of a test store, every 0.5 s"
          ),
          at: CodeLocation(line: line, column: issues.first?.location.column ?? 0)
        )
      ]
    )
    #expect(ticks.value == 100_000)
    #expect(start.distance(to: clock.now) == .milliseconds(500 * 99_999))
    work.cancel()
  }

  @Test func `a countdown of a day that cancels itself runs without a report`() {
    let clock = DispatchQueue.test
    let (left, work) = (Recorder(86_400), Recorder<ScheduledWork?>(nil))
    work.set(
      clock.schedule(after: clock.now.advanced(by: 1), interval: 1) {
        left.update { $0 -= 1 }
        if left.value == 0 { work.value?.cancel() }
      }
    )
    clock.run()
    #expect(left.value == 0)
  }

  @Test(arguments: [(1, "1 time"), (2, "2 times"), (100, "100 times"), (-1, "1 time")])
  func `run(limit:) reports repeating work after that number of ticks`(limit: Int, times: String) {
    let ticks = Recorder(0)
    let issues = withReportedIssues {
      clock.schedule(after: instant(1), interval: 1) { ticks.update { $0 += 1 } }
      clock.run(limit: limit)
    }
    let names = "• work that was scheduled outside the effects of a test store, every 1 s"
    #expect(issues.map(\.message) == [endlessRepetition(times, names)])
    #expect(ticks.value == max(limit, 1))
  }

  @Test func `a timer that ends at the limit runs without a report`() {
    let (left, work) = (Recorder(100), Recorder<ScheduledWork?>(nil))
    work.set(
      clock.schedule(after: instant(1), interval: 1) {
        left.update { $0 -= 1 }
        if left.value == 0 { work.value?.cancel() }
      }
    )
    clock.run(limit: 100)
    #expect(left.value == 0)
  }

  @Test func `ticks are counted only while no other work is left`() {
    let ticks = Recorder(0)
    let issues = withReportedIssues {
      clock.schedule(after: instant(10), interval: .nanoseconds(10)) { ticks.update { $0 += 1 } }
      clock.schedule(after: instant(205)) {}
      clock.schedule(after: instant(405)) { [clock] in clock.schedule(after: clock.now) {} }
      clock.run(limit: 30)
      // A new move starts a new count.
      clock.run(limit: 10)
    }
    #expect(issues.count == 2)
    #expect(ticks.value == 40 + 30 + 10)
  }

  @Test func `several endless timers are reported when one of them reaches the limit`() {
    let ticks = Recorder([0, 0])
    let issues = withReportedIssues {
      clock.schedule(after: instant(0), interval: 2) { ticks.update { $0[0] += 1 } }
      clock.schedule(after: instant(0), interval: 1) { ticks.update { $0[1] += 1 } }
      clock.run(limit: 100)
    }
    let name = "• work that was scheduled outside the effects of a test store, every"
    #expect(
      issues.map(\.message) == [
        endlessRepetition("100 times", "\(name) 2 s\n\(name) 1 s")
      ]
    )
    #expect(ticks.value == [50, 100])
  }

  @Test func `an advance has no separate limit for repeating work`() {
    let clock = TestScheduler<Never>(now: instant(0))
    let ticks = Recorder(0)
    let work = clock.schedule(after: instant(1), interval: .nanoseconds(1)) {
      ticks.update { $0 += 1 }
    }
    clock.advance(to: instant(100_001))
    work.cancel()
    #expect(ticks.value == 100_001)
  }

  @Test func `the default limit of a scheduler is a million pieces of work`() {
    #expect(DispatchQueue.test.limit == 1_000_000)
    #expect(TestScheduler<Never>(now: instant(0)).limit == 1_000_000)
  }

  // MARK: Beside a move

  @Test func `a task that outlives its move does not block later moves`() async {
    let clock = clock
    let go = DispatchSemaphore(value: 0)
    // The task needs a thread of the pool, so this test must not block one.
    let (taskEnded, signal) = AsyncStream.makeStream(of: Never.self)
    let queue = DispatchQueue(label: "queue")
    let run = EffectRun(
      Effect<Int, Never>.run { send in
        try? await clock.sleep(for: .nanoseconds(1))
        // The task starts during a move, and continues after the move.
        Task {
          await withCheckedContinuation { continuation in
            queue.async {
              go.wait()
              continuation.resume()
            }
          }
          send(1)
          signal.finish()
        }
        try? await clock.sleep(for: .nanoseconds(2))
        send(2)
        try? await clock.sleep(for: .nanoseconds(1))
        send(3)
      }
      .deferred(for: .nanoseconds(1), scheduler: clock)
    )
    clock.advance(by: .nanoseconds(2))
    go.signal()
    for await _ in taskEnded {}
    clock.advance(by: .nanoseconds(10))
    #expect(run.picture == "1 2 3 |")
  }
}
