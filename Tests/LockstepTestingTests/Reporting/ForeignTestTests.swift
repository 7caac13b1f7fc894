// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Issues of one test that are reported in the task of another.
@Suite(.boundReporter) struct ForeignTestTests {
  @Test func `an issue reported in the task of another test names its own test`() throws {
    let reporter = try #require(BoundReporter.current)
    let messages = Recorder<[String]>([])
    withKnownIssue {
      reporter.report(ReportedIssue("Something is wrong", at: CodeLocation()))
    } matching: { issue in
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(
      messages.value == [
        """
        Something is wrong

        This failure belongs to the test 'ForeignTestTests'. Await its work, and release its stores, before the test \
        ends.
        """
      ]
    )
  }

  @Test func `an issue reported in the task of its own test does not name the test`() {
    let reporter = IssueReporting.current.bound()
    let messages = Recorder<[String]>([])
    withKnownIssue {
      reporter.report(ReportedIssue("Something is wrong", at: CodeLocation()))
    } matching: { issue in
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(messages.value == ["Something is wrong"])
  }
}

/// Hands a reporter that is bound to a suite on to its tests; a suite is a test of its own.
private struct BoundReporter: SuiteTrait, TestScoping {
  @TaskLocal static var current: (any IssueReporter)?

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let reporter = IssueReporting.current.bound()
    try await Self.$current.withValue(reporter, operation: function)
  }
}

extension Trait where Self == BoundReporter {
  fileprivate static var boundReporter: Self { Self() }
}
