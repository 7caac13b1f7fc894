// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The schedulers that use the clock of the machine.
///
/// The tests wait for the work that they schedule.
@Suite struct LiveSchedulerTests {
  /// Checks each form of work, and work with a tolerance.
  private func check<Domain>(_ scheduler: AnySchedulerOf<Domain>) async {
    // On a busy machine, work may become due before all work is scheduled. Late timers have no defined order.
    var isChecked = false
    for _ in 1...1_000 where isChecked == false { isChecked = await checkOrder(scheduler) }
    #expect(isChecked)
    await checkTolerance(scheduler)
  }

  /// Schedules each form of work, and checks that all of it ran in order and not too early, and that no cancelled work
  /// ran.
  ///
  /// - Parameter scheduler: The scheduler.
  /// - Returns: Whether all work was scheduled in time, and each piece ran before the next was due.
  private func checkOrder<Domain>(_ scheduler: AnySchedulerOf<Domain>) async -> Bool {
    let stopwatch = ContinuousClock.now
    let start = scheduler.now
    let log = Recorder<[Entry]>([])
    var isInTime = false
    await withCheckedContinuation { continuation in
      let note: @Sendable (String) -> Void = { name in
        log.update { $0.append(Entry(name: name, elapsed: ContinuousClock.now - stopwatch)) }
      }
      scheduler.schedule(after: start.advanced(by: .milliseconds(-5))) { note("past") }
      for number in 1...5 {
        scheduler.schedule { note("now \(number)") }
      }
      scheduler.schedule(after: start.advanced(by: .milliseconds(60))) { note("60 ms") }
      scheduler.schedule(after: start.advanced(by: .milliseconds(30))) { note("30 ms") }
      scheduler.schedule(after: start.advanced(by: .milliseconds(20))) { note("never") }.cancel()
      let ticks = Recorder(0)
      let timer = Recorder<ScheduledWork?>(nil)
      timer.set(
        scheduler.schedule(
          after: start.advanced(by: .milliseconds(100)),
          interval: .milliseconds(10)
        ) {
          ticks.update { $0 += 1 }
          note("tick \(ticks.value)")
          guard ticks.value == 3 else { return }
          timer.value?.cancel()
          // Long enough for an unexpected tick.
          scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(40))) {
            continuation.resume()
          }
        }
      )
      isInTime = ContinuousClock.now - stopwatch < .milliseconds(20)
    }
    let entries = log.value
    let next = ["past": 30, "30 ms": 60, "60 ms": 100]
    for entry in entries where entry.elapsed >= .milliseconds(next[entry.name] ?? .max) {
      isInTime = false
    }
    guard isInTime else { return false }
    #expect(entries.map(\.name).filter { $0.hasPrefix("now") } == (1...5).map { "now \($0)" })
    #expect(
      entries.map(\.name).filter { $0.hasPrefix("now") == false }
        == ["past", "30 ms", "60 ms", "tick 1", "tick 2", "tick 3"]
    )
    let due: [String: Int] = [
      "30 ms": 30, "60 ms": 60, "tick 1": 100, "tick 2": 110, "tick 3": 120,
    ]
    for entry in entries {
      // A date has a precision of a quarter of a microsecond.
      let earliest = Duration.milliseconds(due[entry.name] ?? 0) - .microseconds(1)
      #expect(entry.elapsed >= earliest, "\(entry.name) ran too early")
    }
    #expect(start.distance(to: scheduler.now) >= .milliseconds(150))
    return true
  }

  /// Schedules single and repeating work with a tolerance, and checks that it does not run early.
  private func checkTolerance<Domain>(_ scheduler: AnySchedulerOf<Domain>) async {
    let stopwatch = ContinuousClock.now
    let start = scheduler.now
    let log = Recorder<[Duration]>([])
    let timer = Recorder<ScheduledWork?>(nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let note: @Sendable () -> Void = {
        let elapsed = ContinuousClock.now - stopwatch
        log.update { $0.append(elapsed) }
      }
      scheduler.schedule(
        after: start.advanced(by: .milliseconds(10)),
        tolerance: .milliseconds(5)
      ) {
        note()
        let ticks = Recorder(0)
        timer.set(
          scheduler.schedule(
            after: start.advanced(by: .milliseconds(20)),
            interval: .milliseconds(10),
            tolerance: .milliseconds(5)
          ) {
            note()
            ticks.update { $0 += 1 }
            if ticks.value == 2 { continuation.resume() }
          }
        )
      }
    }
    // A tick may run before the call that schedules it returns.
    while timer.value == nil { await Task.yield() }
    timer.value?.cancel()
    #expect(log.value.count >= 3)
    for (elapsed, due) in zip(log.value, [10, 20, 30]) {
      // A date has a precision of a quarter of a microsecond.
      let earliest = Duration.milliseconds(due) - .microseconds(1)
      #expect(elapsed >= earliest, "What was due after \(due) ms ran too early")
    }
  }

  private struct Entry: Sendable {
    var name: String
    var elapsed: Duration
  }

  @Test func `the main queue`() async {
    await check(AnySchedulerOf<DispatchQueue>.main)
  }

  @Test func `the main run loop`() async {
    await check(AnySchedulerOf<RunLoop>.main)
  }

  @Test func `the main operation queue runs each form of work`() async {
    await check(AnySchedulerOf<OperationQueue>.main)
  }

  @Test func `a custom dispatch queue runs each form of work`() async {
    await check(DispatchQueue(label: "queue").eraseToAnyScheduler())
  }

  @Test func `a type-erased main operation queue and a custom one run each form of work`() async {
    await check(OperationQueue.main.eraseToAnyScheduler())
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    await check(operations.eraseToAnyScheduler())
  }

  @Test(arguments: [true, false])
  func `repeating work has at most one operation in an operation queue`(isSuspended: Bool) async {
    let (queue, other) = (OperationQueue(), OperationQueue())
    queue.isSuspended = isSuspended
    let runs = Recorder(0)
    let gate = DispatchSemaphore(value: 0)
    let (begins, begun) = AsyncStream<Void>.makeStream()
    let scheduler = queue.eraseToAnyScheduler()
    let work = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
      runs.update { $0 += 1 }
      begun.yield()
      gate.wait()
    }
    if isSuspended == false { for await _ in begins { break } }
    await Self.waitForRuns(10, on: other)
    #expect(runs.value == (isSuspended ? 0 : 1))
    #expect(queue.operationCount == 1)
    // Cancelled operations no longer wait.
    queue.cancelAllOperations()
    queue.isSuspended = false
    for _ in 1...3 { gate.signal() }
    for await _ in begins where runs.value >= 3 { break }
    work.cancel()
    gate.signal()
  }

  /// Waits until repeating work has run several times.
  private static func waitForRuns(_ count: Int, on queue: OperationQueue) async {
    let (runs, ran) = AsyncStream<Void>.makeStream()
    let scheduler = queue.eraseToAnyScheduler()
    let work = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) { ran.yield() }
    var left = count
    for await _ in runs {
      left -= 1
      if left == 0 { break }
    }
    work.cancel()
  }

  @Test func `a type-erased main run loop runs each form of work`() async {
    await check(RunLoop.main.eraseToAnyScheduler())
  }

  @Test func `a custom run loop runs each form of work`() async {
    let isFinished = Recorder(false)
    let scheduler = await Self.runLoop(until: isFinished)
    await check(scheduler)
    scheduler.schedule { isFinished.set(true) }
  }

  /// A run loop that runs on its own thread until the test is finished.
  private static func runLoop(until isFinished: Recorder<Bool>) async -> AnySchedulerOf<RunLoop> {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // A run loop without an input source or a timer does not run.
        let keep = Timer(timeInterval: 1_000, repeats: true) { _ in }
        RunLoop.current.add(keep, forMode: .default)
        continuation.resume(returning: RunLoop.current.eraseToAnyScheduler())
        while isFinished.value == false {
          _ = RunLoop.current.run(mode: .default, before: .distantFuture)
        }
      }
    }
  }

  @Test func `a clock runs scheduled work in order`() async {
    await check(AnySchedulerOf<ContinuousClock>.main)
    await check(AnySchedulerOf<SuspendingClock>.main)
    await check(ClockScheduler(ContinuousClock()).eraseToAnyScheduler())
    await check(
      ClockScheduler(DispatchQueue(label: "queue").eraseToAnyScheduler().clock)
        .eraseToAnyScheduler()
    )
  }

  @Test func `the instants of a main clock share a time line`() {
    let first = AnySchedulerOf<ContinuousClock>.main.now
    let second = AnySchedulerOf<ContinuousClock>.main.now
    #expect(first <= second)
    #expect(first.distance(to: second) < 60)
    #expect(AnySchedulerOf<SuspendingClock>.main.now <= AnySchedulerOf<SuspendingClock>.main.now)
  }

  @Test func `the clock of a scheduler uses the scheduler's time and waits for it`() async throws {
    func check<Domain>(_ scheduler: AnySchedulerOf<Domain>) async throws {
      let clock = scheduler.clock
      let start = scheduler.now
      let now = clock.now
      #expect(start <= now)
      #expect(now <= scheduler.now)
      #expect(clock.minimumResolution == .nanoseconds(1))
      try await clock.sleep(for: .milliseconds(1))
      // A date has a precision of a quarter of a microsecond.
      #expect(start.distance(to: clock.now) >= .microseconds(999))
    }
    let isFinished = Recorder(false)
    let runLoop = await Self.runLoop(until: isFinished)
    try await check(runLoop)
    try await check(runLoop.animation())
    runLoop.schedule { isFinished.set(true) }
    try await check(AnySchedulerOf<RunLoop>.main)
    try await check(OperationQueue().eraseToAnyScheduler())
    try await check(AnySchedulerOf<OperationQueue>.main.animation())
    try await check(DispatchQueue(label: "queue").eraseToAnyScheduler().animation())
    try await check(ClockScheduler(ContinuousClock()).eraseToAnyScheduler())
    try await check(ClockScheduler(SuspendingClock()).animation())
    try await check(AnySchedulerOf<ContinuousClock>.main)
  }

  @Test func `the main schedulers run their work on the main actor's thread`() async {
    func check<Domain>(_ scheduler: AnySchedulerOf<Domain>) async {
      await withCheckedContinuation { continuation in
        scheduler.schedule {
          MainActor.assumeIsolated { continuation.resume() }
        }
      }
    }
    await check(AnySchedulerOf<DispatchQueue>.main)
    await check(AnySchedulerOf<RunLoop>.main)
    await check(AnySchedulerOf<OperationQueue>.main)
    await check(AnySchedulerOf<ContinuousClock>.main)
    await check(AnySchedulerOf<SuspendingClock>.main)
  }
}
