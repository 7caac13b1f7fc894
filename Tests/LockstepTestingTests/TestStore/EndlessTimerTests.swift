// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// A test that runs its scheduler until nothing is left, although a timer has no end.
@Suite struct EndlessTimerTests {
  private let mainQueue = DispatchQueue.test

  /// Sends an action that starts an effect, runs, and returns what is reported, but for the received ticks.
  private func run(
    limit: Int? = nil,
    _ effect: @escaping @Sendable (SchedulerOf<DispatchQueue>) -> Effect<Bool, Never>
  ) -> [ReportedIssue] {
    let reducer = Reducer<Int, Bool, SchedulerOf<DispatchQueue>> { ticks, isStart, mainQueue in
      if isStart { return effect(mainQueue) }
      ticks += 1
      return .none
    }
    return withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: mainQueue
      )
      store.exhaustivity = .off
      store.send(true)
      if let limit { mainQueue.run(limit: limit) } else { mainQueue.run() }
      store.skipRunning()
      store.skipReceived()
    }
  }

  private func message(_ times: Int, _ names: String...) -> String {
    """
    Only repeating work is left on a test scheduler.

    It has run \(times) times in a row: …

    \(names.joined(separator: "\n"))

    'run()' continues until no work is left. The time stays at the last instant. Cancel the work before the call, use \
    'advance(by:)' instead, or raise the limit with 'run(limit:)'.
    """
  }

  @Test func `an endless timer is reported with its location after 100,000 ticks`() {
    let start = mainQueue.now
    let line: UInt = #line + 2
    let issues = run { mainQueue in
      Effect.timer(id: 1, every: 0.25, on: mainQueue).map { _ in false }
    }
    let name = "timer, made at LockstepTestingTests/EndlessTimerTests.swift:\(line)"
    #expect(issues.map(\.message) == [message(100_000, "• \(name), every 0.25 s")])
    #expect(start.distance(to: mainQueue.now) == 25_000)
  }

  @Test func `several timers are named, in the order in which they were started`() {
    let line: UInt = #line + 3
    let issues = run(limit: 10) { mainQueue in
      .merge(
        Effect.timer(id: 1, every: 2, on: mainQueue).map { _ in false },
        .run(name: "poll") { send in
          for await _ in mainQueue.timer(interval: 1) { send(false) }
        }
      )
    }
    let file = "LockstepTestingTests/EndlessTimerTests.swift"
    #expect(
      issues.map(\.message) == [
        message(
          10,
          "• timer, made at \(file):\(line), every 2 s",
          "• run \"poll\", made at \(file):\(line + 1), every 1 s"
        )
      ]
    )
  }

  @Test func `a countdown of an hour that ends itself is not reported`() {
    let reducer = Reducer<Int, Bool, SchedulerOf<DispatchQueue>> { left, isStart, mainQueue in
      if isStart { return Effect.timer(id: 1, every: 1, on: mainQueue).map { _ in false } }
      left -= 1
      return left == 0 ? .cancel(id: 1) : .none
    }
    let store = TestStore(
      initialState: 3_600,
      reducer: reducer,
      environment: mainQueue
    )
    store.exhaustivity.remove(.receivedActions)
    store.send(true)
    mainQueue.run()
    store.skipReceived()
    #expect(store.state == 0)
  }

  @Test func `endless work is reported at the limit of the scheduler`() {
    let mainQueue = TestScheduler<DispatchQueue>(now: DispatchQueue.test.now, limit: 100)
    let reducer = Reducer<Int, Int, SchedulerOf<DispatchQueue>> { _, number, mainQueue in
      Effect(value: number + 1).deferred(for: 1, scheduler: mainQueue)
    }
    let line: UInt = #line - 2
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: mainQueue
      )
      store.exhaustivity = .off
      store.send(0)
      mainQueue.run()
      store.skipRunning()
    }
    #expect(
      issues.map(\.message) == [
        """
        A test scheduler always has more work to run.

        100 pieces of work have run in one move of its time, and more work is due. The time stays at the last instant.

        Still waiting: …

        • deferred, made at LockstepTestingTests/EndlessTimerTests.swift:\(line)

        Usual causes: repeating work that is never cancelled while 'run()' waits for its end, an interval of zero, or \
        work that schedules more work for the same instant. Cancel the work, use 'advance(by:)', or raise the limit of \
        the scheduler or of 'run(limit:)'.
        """
      ]
    )
  }
}
