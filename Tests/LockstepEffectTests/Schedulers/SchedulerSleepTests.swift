// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct SchedulerSleepTests {
  typealias Numbers = Effect<Int, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  /// An effect that sleeps, and sends how the sleep ended.
  private static func sleeper(
    _ sleep: @escaping @Sendable () async throws -> Void
  ) -> Effect<String, Never> {
    .task {
      do {
        try await sleep()
        return "woke"
      } catch {
        return "\(error)"
      }
    }
  }

  // MARK: On a test scheduler

  @Test func `sleep ends when its instant is due`() {
    let clock = clock
    let effect = Numbers.run { send in
      send(0)
      try? await clock.sleep(for: 2)
      send(1)
      try? await clock.sleep(for: 1)
      send(2)
      try? await clock.sleep(until: SchedulerTime(nanoseconds: 5_000_000_000))
      send(3)
    }
    #expect(timeline(effect, clock, seconds: 6) == "0-12-3|-")
  }

  @Test func `the consequences of one sleep come before the next due work`() {
    let clock = clock
    let effect = Effect<String, Never>.merge(
      .run { send in
        for number in 1...3 {
          try? await clock.sleep(for: 1)
          await Task.yield()
          send("a\(number)")
        }
      },
      .run { send in
        for number in 1...3 {
          try? await clock.sleep(for: 1)
          send("b\(number)")
        }
      }
    )
    let run = EffectRun(effect)
    clock.advance(by: 10)
    #expect(run.picture == "a1 b1 a2 b2 a3 b3 |")
  }

  @Test func `a sleep until a past instant waits for the next move`() {
    let clock = clock
    let run = EffectRun(
      Numbers.merge(
        .task {
          try? await clock.sleep(for: 0)
          return 1
        },
        .task {
          try? await clock.sleep(for: -5)
          return 2
        }
      )
    )
    #expect(run.picture == "")
    clock.advance()
    #expect(run.picture == "1 2 |")
  }

  @Test func `cancelling a task ends its sleep at once and cancels the scheduled work`() {
    let clock = clock
    let ends = Recorder<[String]>([])
    let run = EffectRun(
      Numbers.run { _ in
        do {
          try await clock.sleep(for: 9)
        } catch {
          ends.update { $0.append("\(type(of: error)) at \(clock.now.nanoseconds)") }
        }
      }
      .cancellable(id: 1)
    )
    #expect(clock.waitingCount == 1)
    run.start(.cancel(id: 1))
    #expect(clock.waitingCount == 0)
    #expect(ends.value == ["CancellationError at 0"])
    clock.run()
    #expect(clock.now == SchedulerTime(nanoseconds: 0))
  }

  @Test func `sleep in a cancelled task schedules nothing and reports nothing`() async {
    let clock = clock
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var errors: [String] = []
      do { try await clock.sleep(for: 1) } catch { errors.append("\(type(of: error))") }
      do { try await clock.clock.sleep(for: .seconds(1)) } catch {
        errors.append("\(type(of: error))")
      }
      do { try await DispatchQueue.failing.sleep(for: 1) } catch {
        errors.append("\(type(of: error))")
      }
      return errors
    }
    #expect(await task.value == Array(repeating: "CancellationError", count: 3))
    #expect(clock.waitingCount == 0)
  }

  @Test func `cancelling and waking race, and one of them wins`() async {
    for _ in 1...200 {
      let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
      let task = Task { try await clock.sleep(for: 1) }
      async let cancelled: Void = task.cancel()
      async let advanced: Void = clock.advance(by: 1)
      _ = await (cancelled, advanced)
      clock.advance(by: 1)
      // The task may throw, but it returns.
      _ = await task.result
      #expect(clock.waitingCount == 0)
    }
  }

  // MARK: On the others

  @Test func `sleep returns immediately on an immediate scheduler`() {
    let sleep = Self.sleeper { try await DispatchQueue.immediate.sleep(for: 1_000) }
    #expect(picture(sleep) == "woke |")
    let clock = AnySchedulerOf<DispatchQueue>.immediate.clock
    #expect(picture(Self.sleeper { try await clock.sleep(for: .seconds(9)) }) == "woke |")
  }

  @Test func `sleep on a no-op scheduler waits until its task is cancelled`() {
    let ends = Recorder<[String]>([])
    let run = EffectRun(
      Numbers.run { _ in
        do {
          try await AnySchedulerOf<DispatchQueue>.noop.sleep(for: 0)
        } catch {
          ends.update { $0.append("\(type(of: error))") }
        }
      }
      .cancellable(id: 1)
    )
    #expect(ends.value == [])
    run.start(.cancel(id: 1))
    #expect(ends.value == ["CancellationError"])
  }

  @Test func `sleep on a failing scheduler reports an issue and throws`() {
    let messages = [
      "main - A failing scheduler was asked for the current time.",
      "main - A failing scheduler was asked to run work after a delay.",
    ]
    let schedulers: [AnySchedulerOf<DispatchQueue>] = [
      .failing("main"), .failing("main").animation(),
    ]
    for scheduler in schedulers {
      let issues = withReportedIssues {
        let sleep = Self.sleeper { try await scheduler.sleep(for: 1) }
        #expect(picture(sleep) == "A failing scheduler was asked to wait. |")
      }
      #expect(issues.map(\.message) == messages)
    }
    let issues = withReportedIssues {
      let instant = SchedulerTime<DispatchQueue>(nanoseconds: 1)
      let sleep = Self.sleeper { try await DispatchQueue.failing("main").sleep(until: instant) }
      #expect(picture(sleep) == "A failing scheduler was asked to wait. |")
    }
    #expect(issues.map(\.message) == [messages[1]])
  }

  @Test func `sleep on a live scheduler waits for its duration, and ends at once when cancelled`()
    async throws
  {
    let queue = DispatchQueue(label: "queue").eraseToAnyScheduler()
    let start = queue.now
    try await queue.sleep(for: .milliseconds(20))
    #expect(start.distance(to: queue.now) >= .milliseconds(20))
    let task = Task { try await queue.sleep(for: 1_000) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `sleep keeps the isolation of its caller`() async throws {
    @MainActor func check() async throws {
      try await DispatchQueue.immediate.sleep(for: 1)
      MainActor.assertIsolated()
      try await DispatchQueue(label: "queue").eraseToAnyScheduler().sleep(for: .milliseconds(1))
      MainActor.assertIsolated()
    }
    try await check()
  }

  // MARK: As a clock

  @Test func `the clock of a scheduler can be used as any clock`() {
    @Sendable func wait(_ clock: any Clock<Duration>) async throws {
      try await clock.sleep(for: .milliseconds(1_500))
    }
    let clock = clock.clock
    let effect = Effect<String, Never>.run { send in
      let elapsed = try await clock.measure {
        try await wait(clock)
        try await wait(clock)
      }
      send("\(elapsed)")
    }
    #expect(timeline(effect, self.clock, seconds: 4) == "--3.0seconds|-")
    #expect(clock.now == self.clock.now)
    #expect(clock.minimumResolution == .nanoseconds(1))
    #expect(clock.now.advanced(by: Duration.seconds(2)) == clock.now.advanced(by: 2))
    #expect(clock.now.duration(to: clock.now.advanced(by: .milliseconds(5))) == .milliseconds(5))
  }

  @Test func `the clock of a no-op scheduler does not advance, and sleeps until it is cancelled`() {
    func check<Domain>(_ scheduler: AnySchedulerOf<Domain>) {
      let clock = scheduler.clock
      let start = clock.now
      #expect(start == scheduler.now)
      #expect(clock.minimumResolution == .nanoseconds(1))
      let ends = Recorder<[String]>([])
      let run = EffectRun(
        Numbers.run { _ in
          do {
            try await clock.sleep(for: .milliseconds(1))
            ends.update { $0.append("woke") }
          } catch {
            ends.update { $0.append("\(type(of: error))") }
          }
        }
        .cancellable(id: 1)
      )
      #expect(ends.value == [])
      run.start(.cancel(id: 1))
      #expect(ends.value == ["CancellationError"])
      #expect(clock.now == start)
    }
    check(AnySchedulerOf<DispatchQueue>.noop)
    check(AnySchedulerOf<RunLoop>.noop)
    check(AnySchedulerOf<OperationQueue>.noop)
    check(AnySchedulerOf<ContinuousClock>.noop)
    check(AnySchedulerOf<RunLoop>.noop.animation())
  }

  @Test func `the clock of a failing scheduler reports each use`() {
    let issues = withReportedIssues {
      let clock = DispatchQueue.failing("main").clock
      _ = clock.now
      #expect(clock.minimumResolution == .nanoseconds(1))
      let sleep = Self.sleeper {
        try await clock.sleep(until: SchedulerTime(nanoseconds: 5), tolerance: nil)
      }
      #expect(picture(sleep) == "A failing scheduler was asked to wait. |")
    }
    #expect(
      issues.map(\.message) == [
        "main - A failing scheduler was asked for the current time.",
        "main - A failing scheduler was asked to run work after a delay.",
      ]
    )
  }

  @Test func `each operation passes its tolerance to the scheduler`() {
    let asked = Recorder<[SchedulerStride]>([])
    let scheduler = ToleranceScheduler(asked: asked)
    let effects: [Effect<Int, Never>] = [
      .run { _ in try await scheduler.sleep(for: 1, tolerance: 0.1) },
      .run { _ in try await scheduler.clock.sleep(for: .seconds(1), tolerance: .seconds(2)) },
      .run { _ in try await scheduler.clock.sleep(for: .seconds(1)) },
      .run { _ in for await _ in scheduler.timer(interval: 1, tolerance: 0.3) {} },
      Effect.timer(id: 1, every: 1, tolerance: 0.4, on: scheduler).map { _ in 1 },
      Numbers(value: 1).delay(for: 1, tolerance: 0.5, scheduler: scheduler),
      Numbers(value: 1).deferred(for: 1, tolerance: 0.6, scheduler: scheduler),
      Numbers(value: 1).debounce(id: 2, for: 1, tolerance: 0.7, scheduler: scheduler),
      Numbers(value: 1)
        .throttle(id: 3, for: 1, tolerance: 0.8, scheduler: scheduler, latest: true),
    ]
    for effect in effects {
      let run = EffectRun(effect.cancellable(id: "all"))
      run.start(.cancel(id: "all"))
    }
    // The set is needed because `delay` schedules its value and its completion.
    #expect(Set(asked.value) == [0.1, 2, 0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
  }

  @Test func `erased and animated schedulers pass on tolerances`() {
    let asked = Recorder<[SchedulerStride]>([])
    let scheduler = ToleranceScheduler(asked: asked)
    for outer in [scheduler.eraseToAnyScheduler(), scheduler.animation()] {
      outer.schedule(after: outer.now, tolerance: 0.1) {}
      outer.schedule(after: outer.now, interval: 1, tolerance: 0.2) {}
    }
    #expect(asked.value == [0.1, 0.2, 0.1, 0.2])
  }

  /// Records the requested tolerances, and runs nothing.
  private struct ToleranceScheduler: Scheduler {
    let asked: Recorder<[SchedulerStride]>
    let now = SchedulerTime<Never>(nanoseconds: 0)

    func schedule(_ work: @escaping @Sendable () -> Void) {}

    func schedule(
      after instant: SchedulerTime<Never>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      asked.update { $0.append(tolerance) }
      return .done
    }

    func schedule(
      after instant: SchedulerTime<Never>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      asked.update { $0.append(tolerance) }
      return .done
    }
  }
}
