// SPDX-License-Identifier: MIT

public import Lockstep
internal import Synchronization

/// Runs a body and returns the issues that it reports, which then do not fail any test.
///
/// Use it to test failing dependencies and test helpers:
///
/// ```swift
/// let issues = withReportedIssues {
///   #expect(ApiClient.failing.currentPlayer() == nil)
/// }
/// #expect(issues.map(\.message) == ["ApiClient.currentPlayer is unimplemented"])
/// ```
///
/// An endpoint that returns an effect reports nothing when it is called, only when the effect is run:
///
/// ```swift
/// let issues = await withReportedIssues {
///   for await _ in AudioPlayerClient.failing.play(.transitionIn).values() {}
/// }
/// #expect(
///   issues.map(\.message) == ["AudioPlayerClient.play is unimplemented - A failing effect ran."]
/// )
/// ```
///
/// Catches the issues reported in this task, in the tasks that it starts, and by the test stores made in
/// the body. Issues that these report after the body has returned fail the test.
///
/// Isolation: that of the caller; issues may be reported on any thread.
///
/// Complexity: O(1) for each issue, all of which are kept.
///
/// - Parameter body: The code that may report issues.
/// - Returns: The issues in the order in which they were reported.
/// - Throws: Any error that the body throws.
public func withReportedIssues<Failure: Error>(
  _ body: () throws(Failure) -> Void
) throws(Failure) -> [ReportedIssue] {
  let collector = IssueCollector()
  defer { collector.close() }
  try IssueReporting.withReporter(collector, operation: body)
  return collector.close()
}

/// Runs an asynchronous body and returns the issues that it reports, which then do not fail any test.
///
/// - Parameters:
///   - isolation: The isolation of the caller, in which the body runs.
///   - body: The code that may report issues.
/// - Returns: The issues in the order in which they were reported.
/// - Throws: Any error that the body throws.
public func withReportedIssues(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let collector = IssueCollector()
  defer { collector.close() }
  try await IssueReporting.withReporter(collector, isolation: isolation, operation: body)
  return collector.close()
}

private final class IssueCollector: IssueReporter {
  private struct State {
    var issues: [ReportedIssue] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// The reporter of the issues that arrive once the collector is closed.
  private let outer = IssueReporting.current.bound()

  /// Passes on the issues that arrive from now on; returns those collected so far.
  @discardableResult
  func close() -> [ReportedIssue] {
    state.withLock { state in
      state.isClosed = true
      return state.issues
    }
  }

  func report(_ issue: ReportedIssue) {
    let isClosed = state.withLock { state in
      if state.isClosed == false { state.issues.append(issue) }
      return state.isClosed
    }
    if isClosed { outer.report(issue) }
  }
}
