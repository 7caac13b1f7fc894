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
  private let reported = Atomic(0)
  private let isWithinSwiftTesting = Test.current != nil
  private let countOfXCTest = TestCaseObserver.failureCount

  /// The number of failures so far.
  var count: Int {
    let count = counted.load(ordering: .relaxed)
    return isWithinSwiftTesting ? count : count + TestCaseObserver.failureCount - countOfXCTest
  }

  /// Whether all failures so far can be counted without being reported: those of XCTest itself cannot.
  var canHide: Bool { isWithinSwiftTesting || reported.load(ordering: .relaxed) >= count }

  // MARK: In the open

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
    _ body: () async -> Void
  ) async {
    await IssueReporting.withReporter(
      CountingReporter(base: IssueReporting.current, counter: self),
      isolation: isolation
    ) {
      await withKnownIssue(isIntermittent: true, isolation: isolation) {
        await body()
      } matching: { [self] issue in
        note(issue)
      }
    }
  }

  // MARK: Hidden

  /// Counts the failures of a body without failing any test.
  ///
  /// An issue that Swift Testing records is made known here, so that an outer `withKnownIssue` does not ask about it, and
  /// is filtered out. Issues reported to Lockstep are dropped. Failures of XCTest cannot be taken back.
  ///
  /// On an actor other than the main actor, the issues are not filtered out: the filter needs a task of its own,
  /// in which the body would not be known to run on the actor.
  func whileHiding(isolation: (any Actor)?, _ body: () -> Void) {
    IssueReporting.withReporter(SilentReporter(counter: self)) {
      guard let test = Test.current else { return body() }
      guard isolation == nil || isolation === MainActor.shared else {
        return whileMakingKnown(body)
      }
      withoutActuallyEscaping(body) { body in
        let hasRun = AtomicFlag()
        let body = OnThisThread {
          guard hasRun.isUp == false else { return }
          hasRun.isUp = true
          body()
        }
        let testCase = Test.Case.current
        // The filter needs an asynchronous function, but nothing in it waits.
        let executor = ManualExecutor {}
        _ = Task(executorPreference: executor) {
          try? await Self.filter.provideScope(for: test, testCase: testCase) {
            self.whileMakingKnown(body.run)
          }
        }
        while executor.runNext() {}
        // In case that the filter does wait after all.
        whileMakingKnown(body.run)
      }
    }
  }

  func whileHiding(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    await IssueReporting.withReporter(SilentReporter(counter: self), isolation: isolation) {
      guard let test = Test.current else { return await body() }
      await withoutActuallyEscaping(body) { body in
        let body = OnThisThread(body)
        try? await Self.filter.provideScope(for: test, testCase: Test.Case.current) {
          await self.whileMakingKnownAsync(body.run)
        }
      }
    }
  }

  private static let filter: IssueHandlingTrait = .filterIssues { _ in false }

  private func whileMakingKnown(_ body: () -> Void) {
    withKnownIssue(isIntermittent: true) {
      body()
    } matching: { [self] issue in
      note(issue)
      return true
    }
  }

  private func whileMakingKnownAsync(_ body: () async -> Void) async {
    await withKnownIssue(isIntermittent: true) {
      await body()
    } matching: { [self] issue in
      note(issue)
      return true
    }
  }

  /// Returns whether the issue is known, which it never is.
  @discardableResult
  private func note(_ issue: Issue) -> Bool {
    if issue.isFailure { add() }
    return false
  }

  fileprivate func add() {
    counted.wrappingAdd(1, ordering: .relaxed)
  }

  fileprivate func noteReport() {
    reported.wrappingAdd(1, ordering: .relaxed)
  }

  /// Returns whether a framework counts the issues that a reporter is given here.
  fileprivate func isCounted(by reporter: any IssueReporter) -> Bool {
    guard reporter is TestReporter || reporter is BoundTestReporter else { return false }
    return isWithinSwiftTesting ? Test.current != nil : RunningTest.testCase.withLock { $0 != nil }
  }
}

/// A reporter that passes reports on, and counts those that no framework counts.
private struct CountingReporter: TestFailingReporter {
  let base: any IssueReporter
  let counter: FailureCounter

  var failingTest: RunningTest? { (base as? any TestFailingReporter)?.failingTest }

  func report(_ issue: ReportedIssue) {
    counter.noteReport()
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

/// A function that runs while its caller waits, so that nothing is shared: `@unchecked` for that reason.
private struct OnThisThread<Function>: @unchecked Sendable {
  let run: Function

  init(_ run: Function) { self.run = run }
}
