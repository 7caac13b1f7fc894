// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing
import XCTest

@Suite struct ExploreTests {
  private struct Problem: Error, Equatable {}

  @Test func `each schedule has a seed of its own, which replays it`() {
    var traces: [[String]] = []
    explore(schedules: 20, seed: 100) { traces.append(Walk.trace()) }
    #expect(traces == (100..<120).map { Walk.trace(schedule: .random(seed: $0)) })
    var replayed: [[String]] = []
    explore(schedules: 1, seed: 107) { replayed.append(Walk.trace()) }
    #expect(replayed == [traces[7]])
  }

  @Test func `an exploration stops at the first failing schedule and reports its seed once`() {
    var runs = 0
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      explore(schedules: 1_000, seed: 5, findsTurningPoint: false) {
        _ = Walk.trace()
        runs += 1
        if runs == 3 {
          reportIssue("One")
          reportIssue("Two")
        }
      }
    }
    #expect(
      issues.map { Walk.brief($0.message) } == [
        "One",
        "Two",
        """
        A schedule fails: number 3 of 1000, which has the seed 7.

        Its failures are reported with this one. To replay it alone, write

          explore(schedules: 1, seed: 7) {
        """,
      ]
    )
    #expect(issues.map(\.location.line) == [line + 4, line + 5, line])
    // The last one is that in FIFO order.
    #expect(runs == 4)
  }

  @Test func `a failure of a store fails the schedule`() {
    let issues = withReportedIssues {
      explore(schedules: 10) {
        let store = TestStore(initialState: [], reducer: Walk.reducer, environment: ())
        store.send(.start)
      }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message.hasPrefix("The store received 12 unexpected actions") == true)
    #expect(
      issues.last?.message.hasPrefix("First-in, first-out (FIFO) order fails too, ") == true
    )
  }

  @Test func `a failed expectation fails the schedule`() {
    let messages = Recorder<[String]>([])
    var runs = 0
    withKnownIssue {
      explore(schedules: 10, findsTurningPoint: false) {
        _ = Walk.trace()
        runs += 1
        #expect(runs != 4, "Too many")
      }
    } matching: { issue in
      messages.update { $0.append("\(issue.comments.first?.rawValue.prefix(34) ?? "")") }
      return true
    }
    #expect(messages.value == ["Too many", "A schedule fails: number 4 of 10, "])
    #expect(runs == 5)
  }

  /// A failure in a part of an effect that a schedule decides about.
  private func exploreEffect(_ check: @escaping @Sendable (Int) -> Void) -> Int {
    let runs = Recorder(0)
    explore(schedules: 10, findsTurningPoint: false) {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Void, Void> { _, _, _ in
          .fireAndForget {
            await Task.yield()
            check(runs.value)
          }
        },
        environment: ()
      )
      runs.update { $0 += 1 }
      store.send(())
      store.fireAndForget()
    }
    return runs.value
  }

  @Test func `a failed expectation in an effect fails the schedule`() {
    let messages = Recorder<[String]>([])
    withKnownIssue {
      let runs = exploreEffect { run in #expect(run != 4, "Too many") }
      #expect(runs == 5)
    } matching: { issue in
      messages.update { $0.append("\(issue.comments.first?.rawValue.prefix(34) ?? "")") }
      return true
    }
    #expect(messages.value == ["Too many", "A schedule fails: number 4 of 10, "])
  }

  @Test func `an issue reported in an effect fails the schedule`() {
    let issues = withReportedIssues {
      let runs = exploreEffect { run in
        if run == 3 { unimplemented("load", placeholder: ()) }
      }
      #expect(runs == 4)
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message.hasPrefix("load is unimplemented") == true)
    #expect(issues.last?.message.hasPrefix("A schedule fails: number 3 of 10, ") == true)
  }

  @Test func `expected failures of the body do not fail the schedule`() {
    var runs = 0
    explore(schedules: 5) {
      _ = Walk.trace()
      runs += 1
      Self.failAsExpected()
    }
    #expect(runs == 5)
  }

  // NB: In the closure itself this crashes the compiler of Swift 6.3.1.
  private static func failAsExpected() {
    withKnownIssue { Issue.record("Known") }
    withKnownIssue { reportIssue("Known") }
    let caught = withReportedIssues { reportIssue("Caught") }
    #expect(caught.count == 1)
  }

  @Test func `a warning does not fail the schedule`() {
    var runs = 0
    withKnownIssue {
      explore(schedules: 5) {
        _ = Walk.trace()
        runs += 1
        Issue.record("Careful", severity: .warning)
      }
    }
    #expect(runs == 5)
  }

  @Test func `an error thrown by the body is rethrown and its seed is reported`() {
    var runs = 0
    let issues = withReportedIssues {
      #expect(throws: Problem()) {
        try explore(schedules: 10) {
          _ = Walk.trace()
          runs += 1
          if runs == 2 { throw Problem() }
        }
      }
    }
    #expect(issues.map { $0.message.prefix(35) } == ["A schedule fails: number 2 of 10, w"])
  }

  @Test func `an exploration without choices runs one schedule`() {
    var runs = 0
    let play = {
      let store =
        TestStore(initialState: 0, reducer: .empty, environment: ()) as TestStore<Int, Int, Void>
      store.send(0)
      runs += 1
    }
    let notes = NoteCollector.collect { explore(play) }
    #expect(runs == 1)
    #expect(notes.count == 1)
    let issues = withReportedIssues {
      explore(schedules: 10) {
        play()
        reportIssue("Wrong")
      }
    }
    #expect(
      issues.map(\.message) == [
        "Wrong",
        """
        Every schedule fails: there is only one order.

        The first of 10, which has the seed 0, had nothing to choose. Its failures are reported with this one.
        """,
      ]
    )
  }

  @Test func `an exploration that creates no store is reported`() {
    let store = TestStore(initialState: [], reducer: Walk.reducer, environment: ())
    let issues = withReportedIssues {
      explore {
        store.send(.start)
        store.skipReceived()
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        An exploration has created no test store.

        Create the store in the body, so that each schedule begins with a new one, and omit 'schedule:', or pass \
        '.current'.
        """
      ]
    )
  }

  @Test func `an exploration of zero schedules is reported`() {
    let issues = withReportedIssues {
      explore(schedules: 0) { reportIssue("Never") }
    }
    #expect(
      issues.map(\.message) == [
        """
        An exploration of 0 schedules tests nothing.

        Explore at least one. The body was not run.
        """
      ]
    )
  }

  @Test func `a nested exploration runs once in the schedule of the outer one`() {
    var traces: [[String]] = []
    let issues = withReportedIssues {
      explore(schedules: 10, seed: 3, findsTurningPoint: false) {
        explore(schedules: 1_000, seed: 99) { traces.append(Walk.trace()) }
        if traces.count == 2 { reportIssue("Wrong") }
      }
    }
    #expect(
      traces == [3, 4].map { Walk.trace(schedule: .random(seed: $0)) } + [Walk.trace()]
    )
    #expect(
      issues.map { Walk.brief($0.message).prefix(62) } == [
        "Wrong", "A schedule fails: number 2 of 10, which has the seed 4.\n\nIts f",
      ]
    )
  }

  @Test func `each store has its own seed unless its schedule is set`() {
    var traces: [[[String]]] = []
    for _ in 1...2 {
      explore(schedules: 1, seed: 8) {
        traces.append([
          Walk.trace(), Walk.trace(), Walk.trace(), Walk.trace(schedule: .fifo),
        ])
      }
    }
    #expect(traces[0] == traces[1])
    #expect(Set(traces[0].dropLast()).count == 3)
    #expect(traces[0].last == Walk.trace())
  }

  @Test func `the choices of a store with a fixed seed are not explored`() {
    var traces: [[String]] = []
    explore(schedules: 10) {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { state, action, _ in
          state += action
          return .none
        },
        environment: ()
      )
      store.send(1) { $0 = 1 }
      traces.append(Walk.trace(schedule: .random(seed: 3)))
    }
    #expect(traces == [Walk.trace(schedule: .random(seed: 3))])
  }

  @Test func `cancelling the test ends the exploration without reporting a seed`() async {
    let runs = Recorder(0)
    let issues = await withReportedIssues {
      for isAsynchronous in [false, true] {
        await Task {
          @Sendable func cancel() {
            _ = Walk.trace()
            runs.update { $0 += 1 }
            withUnsafeCurrentTask { $0?.cancel() }
            reportIssue("Cancelled")
          }
          func exploreAtOnce() { explore(schedules: 10) { cancel() } }
          if isAsynchronous {
            await explore(schedules: 10) { () async in cancel() }
          } else {
            exploreAtOnce()
          }
        }.value
      }
    }
    #expect(issues.map(\.message) == ["Cancelled", "Cancelled"])
    #expect(runs.value == 2)
  }

  @Test func `skipping the test ends the exploration without reporting a seed`() async {
    let issues = await withReportedIssues {
      #expect(throws: XCTSkip.self) {
        try explore(schedules: 10) {
          _ = Walk.trace()
          throw XCTSkip()
        }
      }
      await #expect(throws: XCTSkip.self) {
        try await explore(schedules: 10) { () async throws in
          _ = Walk.trace()
          throw XCTSkip()
        }
      }
    }
    #expect(issues == [])
  }

  @Test @MainActor func `an asynchronous body runs on the actor of the caller`() async throws {
    var traces: [[String]] = []
    let line: UInt = #line + 2
    let issues = await withReportedIssues {
      await #expect(throws: Problem()) {
        try await explore(schedules: 1_000, seed: 50, findsTurningPoint: false) {
          await Task.yield()
          MainActor.assertIsolated()
          traces.append(Walk.trace())
          if traces.count == 3 { throw Problem() }
        }
      }
    }
    #expect(
      traces == (50..<53).map { Walk.trace(schedule: .random(seed: $0)) } + [Walk.trace()]
    )
    #expect(
      issues.map { Walk.brief($0.message) } == [
        """
        A schedule fails: number 3 of 1000, which has the seed 52.

        Its failures are reported with this one. To replay it alone, write

          explore(schedules: 1, seed: 52) {
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `concurrent explorations report only their own failures`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          var runs = 0
          let issues = withReportedIssues {
            explore(schedules: 30, findsTurningPoint: false) {
              _ = Walk.trace()
              runs += 1
              if runs == number { reportIssue("Number \(number)") }
            }
          }
          #expect(runs == number + 1)
          #expect(issues.first?.message == "Number \(number)")
          #expect(issues.count == 2)
        }
      }
    }
  }
}
