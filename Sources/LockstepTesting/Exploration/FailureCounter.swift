// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization
internal import Testing

/// A counter of the failures of the running test, whatever reports them.
///
/// - Swift Testing asks it about each issue of the test's task and of the tasks that it starts, as if
///   the issue might be known. It does not ask about an issue that is known to the test by an inner
///   `withKnownIssue`.
/// - XCTest notifies it of each of its own failures.
/// - It counts issues reported to Lockstep only where neither framework sees them: on a thread without a
///   test, or where something else takes the reports.
final class FailureCounter: Sendable {
  private let counted = Atomic(0)
  private let isWithinSwiftTesting = Test.current != nil

  /// The number of failures so far; only its growth is meaningful.
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

  /// Counts the failures of a body without failing any test.
  ///
  /// Failures of Swift Testing become known issues, and issues reported to Lockstep are dropped.
  /// Failures of XCTest cannot be taken back.
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

  /// Returns whether a framework counts the issues that a reporter is given here.
  fileprivate func isCounted(by reporter: any IssueReporter) -> Bool {
    guard reporter is TestReporter || reporter is BoundTestReporter else { return false }
    return isWithinSwiftTesting ? Test.current != nil : RunningTest.testCase.withLock { $0 != nil }
  }
}

/// A reporter that passes reports on, and counts those that no framework counts.
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

/// A reporter that counts reports and drops them.
private struct SilentReporter: IssueReporter {
  let counter: FailureCounter

  func report(_ issue: ReportedIssue) {
    counter.add()
  }

  func note(_ note: ReportedIssue) {}
}
