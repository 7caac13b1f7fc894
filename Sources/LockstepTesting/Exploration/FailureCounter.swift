// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization
internal import Testing

/// A counter of the running test's failures.
///
/// - Swift Testing passes each issue of the test's task, and of tasks that it starts, to `withKnownIssue`, except
///   issues that an inner `withKnownIssue` matches.
/// - XCTest notifies an observer of each of its failures.
/// - The counter adds issues reported to Lockstep only if neither framework sees them: on a thread without a test, or
///   if another reporter receives them.
final class FailureCounter: Sendable {
  private let counted = Atomic(0)
  private let reported = Atomic(0)
  private let isWithinSwiftTesting = Test.current != nil
  private let countOfXCTest = TestCaseObserver.failureCount

  var count: Int {
    let count = counted.load(ordering: .relaxed)
    return isWithinSwiftTesting ? count : count + TestCaseObserver.failureCount - countOfXCTest
  }

  /// Whether all failures so far can be counted without being reported, unlike failures of XCTest itself.
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
  /// The counter marks Swift Testing issues as known, so that an outer `withKnownIssue` does not match them, and then
  /// filters them out. It drops issues reported to Lockstep. It cannot retract XCTest failures.
  ///
  /// On an actor other than the main actor, it does not filter the issues: the filter needs a separate task, and the
  /// compiler cannot prove that the body runs on the actor there.
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
        // The filter requires an asynchronous function, but the function never suspends.
        let executor = ManualExecutor {}
        _ = Task(executorPreference: executor) {
          try? await Self.filter.provideScope(for: test, testCase: testCase) {
            self.whileMakingKnown(body.run)
          }
        }
        while executor.runNext() {}
        // Runs the body if the filter has suspended after all.
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

  /// Counts an issue, and returns `false` because the issue is not known.
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

  /// Returns whether a test framework counts the issues that a reporter receives.
  fileprivate func isCounted(by reporter: any IssueReporter) -> Bool {
    guard reporter is TestReporter || reporter is BoundTestReporter else { return false }
    return isWithinSwiftTesting ? Test.current != nil : RunningTest.testCase.withLock { $0 != nil }
  }
}

/// A reporter that forwards reports, and counts those that no framework counts.
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

private struct SilentReporter: IssueReporter {
  let counter: FailureCounter

  func report(_ issue: ReportedIssue) {
    counter.add()
  }

  func note(_ note: ReportedIssue) {}
}

// `@unchecked` is safe because the caller waits for the function, which never runs concurrently.
private struct OnThisThread<Function>: @unchecked Sendable {
  let run: Function

  init(_ run: Function) { self.run = run }
}
