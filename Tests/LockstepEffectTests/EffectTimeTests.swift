// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The seconds in which timers tick and delayed values arrive.
@Suite struct EffectTimeTests {
  typealias Numbers = Effect<Int, Problem>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  /// Records the instants and tolerances of scheduled work, in seconds, and delays the work by its tolerance.
  private struct LateScheduler: Scheduler {
    let clock: TestScheduler<Never>
    let asked = Recorder<[String]>([])

    var now: SchedulerTime<Never> { clock.now }

    func schedule(_ work: @escaping @Sendable () -> Void) { clock.schedule(work) }

    func schedule(
      after instant: SchedulerTime<Never>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      asked.update { $0.append("at \(seconds(instant)), tolerance \(seconds(tolerance))") }
      return clock.schedule(after: instant.advanced(by: tolerance), work)
    }

    func schedule(
      after instant: SchedulerTime<Never>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      asked.update {
        $0.append(
          "at \(seconds(instant)), every \(seconds(interval)), tolerance \(seconds(tolerance))"
        )
      }
      return clock.schedule(after: instant.advanced(by: tolerance), interval: interval, work)
    }
  }

  // MARK: Timers

  /// The seconds at which a timer ticks, rounded down.
  private func ticks(every interval: SchedulerStride) -> Effect<Int64, Never> {
    Effect.timer(id: 1, every: interval, on: clock).map(seconds)
  }

  @Test(
    arguments: zip(
      [500, 1_000, 2_000, 2_500, 5_000, 6_000],
      ["0112233445", "12345", "-2-4-", "--2-5", "----5", "-----"]
    )
  )
  func `a timer ticks after each interval`(milliseconds: Int, drawing: String) {
    #expect(timeline(ticks(every: .milliseconds(milliseconds)), clock, seconds: 5) == drawing)
  }

  @Test func `a large move runs each tick at its instant, and ties in scheduling order`() {
    let run = EffectRun(ticks(every: 1))
    clock.advance(by: 5)
    #expect(run.picture == "1 2 3 4 5")
    run.start(.cancel(id: 1))

    let start = clock.now
    let both = Effect<String, Never>.merge(
      Effect.timer(id: 2, every: 2, on: clock).map { "a\(seconds(start.distance(to: $0)))" },
      Effect.timer(id: 3, every: 3, on: clock).map { "b\(seconds(start.distance(to: $0)))" }
    )
    let other = EffectRun(both)
    clock.advance(by: 12)
    #expect(other.picture == "a2 b3 a4 a6 b6 a8 b9 a10 a12 b12")
  }

  @Test(arguments: [0, -5])
  func `an interval that is not positive becomes a nanosecond`(interval: Int) {
    let timer = Effect.timer(id: 1, every: .seconds(interval), on: clock).map(\.nanoseconds)
    let run = EffectRun(timer)
    #expect(run.picture == "")
    clock.advance(by: .nanoseconds(3))
    #expect(run.picture == "0 1 2 3")
  }

  @Test func `a timer may be late by its tolerance`() {
    let scheduler = LateScheduler(clock: clock)
    let timer = Effect.timer(id: 1, every: 4, tolerance: 1, on: scheduler).map(seconds)
    #expect(timeline(timer, clock, seconds: 10) == "----5---9-")
    #expect(scheduler.asked.value == ["at 4, every 4, tolerance 1"])
  }

  @Test func `a tick and a cancel at one instant run in scheduling order`() {
    func cancel(after stride: SchedulerStride) -> Effect<Int64, Never> {
      .cancel(id: 1).deferred(for: stride, scheduler: clock)
    }
    let tickFirst = EffectRun(ticks(every: 1))
    tickFirst.start(cancel(after: 1))
    clock.advance(by: 3)
    #expect(tickFirst.picture == "1 | |")

    let cancelFirst = EffectRun(cancel(after: 1))
    cancelFirst.start(ticks(every: 1))
    clock.advance(by: 3)
    #expect(cancelFirst.picture == "| |")

    // Each tick keeps the timer's original position in the scheduling order.
    for wait in [0, 1] {
      let run = EffectRun(
        Effect.timer(id: 1, every: 1, on: clock)
          .map { [now = clock.now] in seconds(now.distance(to: $0)) }
      )
      clock.advance(by: .seconds(wait))
      run.start(cancel(after: .seconds(2 - wait)))
      clock.advance(by: 3)
      #expect(run.picture == "1 2 | |")
    }
    #expect(clock.waitingCount == 0)
  }

  // MARK: Delays

  /// An effect that follows a drawing: a digit is a value in its second, `x` is a failure, and `|` is a completion.
  private func source(_ drawing: String) -> Numbers {
    .run { [clock] subscriber in
      for (index, letter) in drawing.enumerated() where letter != "-" {
        clock.schedule(after: clock.now.advanced(by: .seconds(index + 1))) {
          switch letter {
          case "x": subscriber.send(completion: .failure(Problem()))
          case "|": subscriber.send(completion: .finished)
          default: if let number = letter.wholeNumberValue { subscriber.send(number) }
          }
        }
      }
      return AnyCancellable {}
    }
  }

  @Test(
    arguments: [
      ("1-2--|", 2, "--1-2--|"),
      ("1234|", 1, "-1234|"),
      // A failure follows the values before it.
      ("12x", 2, "--12x"),
      ("x", 3, "---x"),
      ("|", 3, "---|"),
      // The delay is longer than the effect.
      ("123|", 5, "-----123|"),
      // Values without a delay arrive when the scheduler next runs.
      ("12x", 0, "12x"),
      ("12|", -1, "12|"),
    ]
  )
  func `delay delays the values and the completion, and keeps their order`(
    input: String,
    delay: Int,
    output: String
  ) {
    let delayed = source(input).delay(for: .seconds(delay), scheduler: clock)
    let drawing = timeline(delayed, clock, seconds: output.count)
    #expect(drawing == output.replacing("x", with: "x(problem1)|"))
  }

  @Test func `values with different delays arrive when they are due`() {
    let effect = Numbers.merge(
      source("1-3-5|").delay(for: 2, scheduler: clock),
      source("-2-4-|").delay(for: 1, scheduler: clock)
    )
    #expect(timeline(effect, clock, seconds: 8) == "--12-34-5|")
  }

  @Test(arguments: [0, -3]) func `delay without a positive duration waits for the scheduler`(
    delay: Int
  ) {
    let numbers = Numbers.concatenate(
      Numbers(value: 1),
      Numbers(value: 2),
      Numbers(error: Problem())
    )
    let run = EffectRun(numbers.delay(for: .seconds(delay), scheduler: clock))
    #expect(run.picture == "")
    clock.advance()
    #expect(run.picture == "1 2 x(problem 1) |")
  }

  @Test func `a delay may last longer by its tolerance`() {
    let scheduler = LateScheduler(clock: clock)
    let delayed = source("1-|").delay(for: 2, tolerance: 1, scheduler: scheduler)
    #expect(timeline(delayed, clock, seconds: 6) == "---1-|")
    #expect(scheduler.asked.value == ["at 3, tolerance 1", "at 5, tolerance 1"])
  }

  @Test func `delayed values are dropped when the whole effect is cancelled`() {
    let run = EffectRun(source("123|").delay(for: 2, scheduler: clock).cancellable(id: 1))
    clock.advance(by: 4)
    #expect(clock.waitingCount == 2)
    run.start(.cancel(id: 1))
    #expect(clock.waitingCount == 0)
    clock.advance(by: 4)
    #expect(run.picture == "1 2 | |")
  }

  @Test
  func `delayed values are dropped when their source is cancelled, and the completion is delayed`()
  {
    let run = EffectRun(source("123|").cancellable(id: 1).delay(for: 2, scheduler: clock))
    clock.advance(by: 2)
    run.start(.cancel(id: 1))
    #expect(run.picture == "|")
    clock.advance(by: .milliseconds(1_999))
    #expect(run.picture == "|")
    clock.advance(by: .milliseconds(1))
    #expect(run.picture == "| |")
  }
}

/// The seconds since the origin, rounded down.
private func seconds(_ instant: SchedulerTime<Never>) -> Int64 {
  instant.nanoseconds / 1_000_000_000
}

private func seconds(_ stride: SchedulerStride) -> Int64 {
  stride.nanoseconds / 1_000_000_000
}
