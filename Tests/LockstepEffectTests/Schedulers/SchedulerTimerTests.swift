// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct SchedulerTimerTests {
  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  /// An effect that sends the second of each tick, and then an end.
  private static func ticks<Domain>(
    _ timer: some AsyncSequence<SchedulerTime<Domain>, Never> & Sendable,
    first count: Int = .max
  ) -> Effect<String, Never> {
    .run { send in
      var left = count
      for await instant in timer {
        send("\(instant.nanoseconds / 1_000_000_000)")
        left -= 1
        if left == 0 { break }
      }
      send("end")
    }
  }

  @Test func `a timer ticks after each interval`() {
    #expect(timeline(Self.ticks(clock.timer(interval: 1)), clock, seconds: 3) == "123")
    let late = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    #expect(timeline(Self.ticks(late.timer(interval: 2)), late, seconds: 6) == "-2-4-6")
  }

  @Test func `a task receives each tick of a move before the next tick`() {
    let clock = clock
    let log = Recorder<[String]>([])
    let run = EffectRun(
      Effect<Int, Never>.run { send in
        for await _ in clock.timer(interval: 1) {
          log.update { $0.append("taken at \(clock.now.nanoseconds / 1_000_000_000)") }
        }
      }
    )
    clock.advance(by: 3)
    #expect(log.value == ["taken at 1", "taken at 2", "taken at 3"])
    _ = run
  }

  @Test func `leaving the loop cancels the timer's work`() {
    let run = EffectRun(Self.ticks(clock.timer(interval: 1), first: 2))
    #expect(clock.waitingCount == 1)
    clock.advance(by: 5)
    #expect(run.picture == "1 2 end |")
    #expect(clock.waitingCount == 0)
  }

  @Test func `cancelling the effect cancels the timer's work`() {
    let run = EffectRun(Self.ticks(clock.timer(interval: 1)).cancellable(id: 1))
    clock.advance(by: 1)
    #expect(clock.waitingCount == 1)
    run.start(.cancel(id: 1))
    #expect(clock.waitingCount == 0)
    clock.advance(by: 5)
    #expect(run.picture == "1 | |")
  }

  @Test func `releasing the iterator cancels the timer's work`() async {
    do {
      var iterator = clock.timer(interval: 1).makeAsyncIterator()
      #expect(clock.waitingCount == 1)
      clock.advance(by: 1)
      #expect(await iterator.next(isolation: nil) == SchedulerTime(nanoseconds: 1_000_000_000))
    }
    #expect(clock.waitingCount == 0)
  }

  @Test func `each iterator has its own timer`() async {
    let timer = clock.timer(interval: 2)
    var first = timer.makeAsyncIterator()
    clock.advance(by: 1)
    var second = timer.makeAsyncIterator()
    clock.advance(by: 2)
    #expect(await first.next(isolation: nil) == SchedulerTime(nanoseconds: 2_000_000_000))
    #expect(await second.next(isolation: nil) == SchedulerTime(nanoseconds: 3_000_000_000))
  }

  @Test func `a slow task receives the newest thousand ticks`() async {
    var iterator = clock.timer(interval: 1).makeAsyncIterator()
    clock.advance(by: 1_500)
    var seconds: [Int64] = []
    for _ in 1...1_000 {
      guard let instant = await iterator.next(isolation: nil) else { break }
      seconds.append(instant.nanoseconds / 1_000_000_000)
    }
    #expect(seconds == Array(501...1_500))
  }

  @Test func `a timer in a cancelled task is empty`() async {
    let clock = clock
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for await _ in clock.timer(interval: 1) { return false }
      return true
    }
    #expect(await task.value)
    #expect(clock.waitingCount == 0)
  }

  @Test func `a timer on an immediate or no-op scheduler never ticks`() {
    for scheduler in [AnySchedulerOf<DispatchQueue>.immediate, .noop] {
      let run = EffectRun(Self.ticks(scheduler.timer(interval: 1)).cancellable(id: 1))
      #expect(run.picture == "")
      run.start(.cancel(id: 1))
      #expect(run.picture == "| |")
    }
  }

  @Test func `a timer on a failing scheduler reports an issue and is empty`() {
    let issues = withReportedIssues {
      #expect(picture(Self.ticks(DispatchQueue.failing("main").timer(interval: 1))) == "end |")
    }
    #expect(
      issues.map(\.message) == [
        "main - A failing scheduler was asked for the current time.",
        "main - A failing scheduler was asked to run work repeatedly.",
      ]
    )
  }

  @Test func `a live timer ticks no earlier than each interval`() async {
    let queue = DispatchQueue(label: "queue").eraseToAnyScheduler()
    let start = queue.now
    var ticks: [SchedulerStride] = []
    for await instant in queue.timer(interval: .milliseconds(5)) {
      ticks.append(start.distance(to: instant))
      if ticks.count == 3 { break }
    }
    #expect(ticks.count == 3)
    for (index, tick) in ticks.enumerated() {
      #expect(tick >= .milliseconds(5) * (index + 1))
    }
  }
}
