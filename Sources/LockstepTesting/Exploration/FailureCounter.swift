// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization
internal import Testing

/// Counts the failures of the test that is running, whoever reports them.
///
/// - Swift Testing asks it about each issue of the test's task and of the tasks that it starts, as if
///   the issue might be known. One that the test knows by an inner `withKnownIssue` is not asked about.
/// - XCTest tells it of each failure of its own.
/// - What is reported to Lockstep it counts only where neither of them sees it: on a thread without a
///   test, or where something else takes the reports.
final class FailureCounter: Sendable {
  private let counted = Atomic(0)
  private let isWithinSwiftTesting = Test.current != nil

  /// How many failures there have been; only that it grows means anything.
  var count: Int {
    let count = counted.load(ordering: .relaxed)
    return isWithinSwiftTesting ? count : count + TestCaseObserver.failureCount
  }

  func whileCounting(_ body: () -> Void) {
    IssueReporting.withReporter(CountingReporter(base: IssueReporting.current, counter: self)) {
      withKnownIssue(isIntermittent: true) {
        body()
      } matching: { [self] issue in
        note(issue)
      }
    }
  }

  func whileCounting(
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async rethrows {
    try await IssueReporting.withReporter(
      CountingReporter(base: IssueReporting.current, counter: self),
      isolation: isolation
    ) {
      try await withKnownIssue(isIntermittent: true, isolation: isolation) {
        try await body()
      } matching: { [self] issue in
        note(issue)
      }
    }
  }

  /// Counts the failures of a body, which fail no test.
  ///
  /// Those of Swift Testing are known issues then, and what is reported to Lockstep is dropped. Failures
  /// of XCTest cannot be taken back.
  func whileHiding(_ body: () -> Void) {
    IssueReporting.withReporter(SilentReporter(counter: self)) {
      withKnownIssue(Self.commentOnHidden, isIntermittent: true) {
        body()
      } matching: { [self] issue in
        note(issue)
        return true
      }
    }
  }

  func whileHiding(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    await IssueReporting.withReporter(SilentReporter(counter: self), isolation: isolation) {
      await withKnownIssue(Self.commentOnHidden, isIntermittent: true, isolation: isolation) {
        await body()
      } matching: { [self] issue in
        note(issue)
        return true
      }
    }
  }

  private static let commentOnHidden: Comment = "A schedule has failed; so does the usual order."

  /// Returns whether the issue is known, which it never is.
  @discardableResult
  private func note(_ issue: Issue) -> Bool {
    if issue.isFailure { add() }
    return false
  }

  fileprivate func add() {
    counted.wrappingAdd(1, ordering: .relaxed)
  }

  /// Whether a framework counts what a reporter is given here.
  fileprivate func isCounted(by reporter: any IssueReporter) -> Bool {
    guard reporter is TestReporter || reporter is BoundTestReporter else { return false }
    return isWithinSwiftTesting ? Test.current != nil : RunningTest.testCase.withLock { $0 != nil }
  }
}

/// Passes reports on, and counts those that no framework does.
private struct CountingReporter: IssueReporter {
  let base: any IssueReporter
  let counter: FailureCounter

  func report(_ issue: ReportedIssue) {
    if counter.isCounted(by: base) == false { counter.add() }
    base.report(issue)
  }

  func note(_ note: ReportedIssue) {
    base.note(note)
  }

  func bound() -> any IssueReporter {
    CountingReporter(base: base.bound(), counter: counter)
  }
}

/// Counts reports, and drops them.
private struct SilentReporter: IssueReporter {
  let counter: FailureCounter

  func report(_ issue: ReportedIssue) {
    counter.add()
  }

  func note(_ note: ReportedIssue) {}
}
