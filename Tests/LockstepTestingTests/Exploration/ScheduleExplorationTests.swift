// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite(.watched([70, 71, 72]), .schedules(3, seed: 70)) struct SuiteExplorationTests {
  @Test func `a suite applies its trait to its tests`() {
    Watch.note()
  }

  @Test(arguments: [1, 2]) func `each test case runs in all schedules`(number: Int) {
    Watch.note()
  }

  @Test func `an exploration in the test runs in the schedule of the test`() {
    explore(schedules: 100) { Watch.note() }
  }
}

@Suite(.watched([40, 41]), .schedules(3, seed: 70)) struct InnerExplorationTests {
  @Test(.schedules(2, seed: 40))
  func `the trait of a test overrides the trait of its suite`() async {
    await Task.yield()
    Watch.note()
  }
}

@Suite struct ScheduleExplorationTests {
  @Test(.watched([nil]), .schedules(3)) func `a test without choices runs once`() {
    Watch.note(isWalking: false)
  }

  @Test(
    .watched(
      [40, 41],
      endsInUsualOrder: true,
      issues: [
        "Wrong",
        """
        A schedule fails: number 2 of 10, which has the seed 41.

        Its failures are reported with this one. To replay it alone, write

          @Test(.schedules(1, seed: 41))
        """,
      ]
    ),
    .schedules(10, seed: 40, findsTurningPoint: false)
  )
  func `the trait stops at the first failing schedule and reports its seed once`() {
    Watch.note()
    if Watch.current?.traces.value.count == 2 { reportIssue("Wrong") }
  }

  @Test(
    .watched(
      [40],
      endsInUsualOrder: true,
      issues: [
        """
        First-in, first-out (FIFO) order fails too, so this is not a race.

        The test fails without an exploration as well. The first schedule that fails is number 1 of 10, which has the \
        seed 40. Its failures are reported with this one. To replay it alone, write

          @Test(.schedules(1, seed: 40))
        """
      ],
      throwsError: true
    ),
    .schedules(10, seed: 40)
  )
  func `an error thrown by the test fails the schedule`() throws {
    Watch.note()
    throw CancellationError()
  }
}

/// Looks at which schedules a test runs under, and what is reported; stands before the trait in the list,
/// so around it.
private struct Watch: TestTrait, SuiteTrait, TestScoping {
  final class Log: Sendable {
    let traces = Recorder<[[String]?]>([])
  }

  @TaskLocal static var current: Log?

  var isRecursive: Bool { true }

  let seeds: [UInt64?]
  let endsInUsualOrder: Bool
  let issues: [String]
  let throwsError: Bool

  /// Notes the schedule of the run, by the trace that it gives.
  static func note(isWalking: Bool = true) {
    let trace = isWalking ? Walk.trace() : nil
    current?.traces.update { $0.append(trace) }
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let log = Log()
    var hasThrown = false
    let reported = await withReportedIssues {
      do {
        try await Self.$current.withValue(log) { try await function() }
      } catch {
        hasThrown = true
      }
    }
    #expect(
      log.traces.value == seeds.map { $0.map { Walk.trace(schedule: .random(seed: $0)) } }
        + (endsInUsualOrder ? [Walk.trace(schedule: .fifo)] : [])
    )
    #expect(reported.map { Walk.brief($0.message) } == issues)
    #expect(hasThrown == throwsError)
  }
}

extension Trait where Self == Watch {
  fileprivate static func watched(
    _ seeds: [UInt64?],
    endsInUsualOrder: Bool = false,
    issues: [String] = [],
    throwsError: Bool = false
  ) -> Self {
    Watch(
      seeds: seeds,
      endsInUsualOrder: endsInUsualOrder,
      issues: issues,
      throwsError: throwsError
    )
  }
}
