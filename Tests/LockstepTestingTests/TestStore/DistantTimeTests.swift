// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// Test schedulers whose time moves further than 2^63 nanoseconds from its start.
@Suite struct DistantTimeTests {
  private func run(
    from start: Int64,
    to end: Int64,
    every interval: Int64
  ) -> (state: Int, issues: [String]) {
    let queue = TestScheduler<DispatchQueue>(now: SchedulerTime(nanoseconds: start))
    var state = 0
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { state, action, _ in
          state += 1
          guard action == 0 else { return .none }
          return Effect<SchedulerTime<DispatchQueue>, Never>
            .timer(id: 1, every: .nanoseconds(interval), on: queue)
            .map { _ in 1 }
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send(0)
      queue.advance(to: SchedulerTime(nanoseconds: end))
      store.skipReceived()
      state = store.state
      _ = store.journal.text()
      store.skipRunning()
    }
    return (state, issues.map(\.message))
  }

  @Test func `a test store handles times at any distance from its start`() {
    // The timer ticks at -1 and at .max - 1. A third tick would come after the last instant.
    let (state, issues) = run(from: .min, to: .max, every: .max)
    #expect(state == 3)
    #expect(issues == [])
  }

  @Test func `the elapsed time between the first and the last instant does not overflow`() {
    let queue = TestScheduler<DispatchQueue>(now: SchedulerTime(nanoseconds: .min))
    #expect(queue.elapsed == .zero)
    queue.advance(to: SchedulerTime(nanoseconds: .max))
    let expected = Duration.nanoseconds(Int64.max) * 2 + Duration.nanoseconds(1)
    #expect(queue.elapsed == expected)
  }
}
