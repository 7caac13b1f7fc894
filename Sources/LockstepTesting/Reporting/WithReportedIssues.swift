// SPDX-License-Identifier: MIT

public import Lockstep
internal import Synchronization

/// Runs a closure and returns the issues that it reports instead of failing the test.
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
/// An endpoint that returns an effect reports an issue when the effect runs, not when the endpoint is called:
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
/// The function collects issues reported in the current task, in the tasks that it starts, and by the test stores
/// created in the closure. Issues reported after the closure returns fail the test.
///
/// Isolation: the caller's isolation. Any thread may report issues.
///
/// Complexity: O(1) for each issue. The function keeps all issues in memory.
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

/// Runs an asynchronous closure and returns the issues that it reports instead of failing the test.
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
  /// Reports the issues that arrive after the collector is closed.
  private let outer = IssueReporting.current.bound()

  /// Returns the issues collected so far, and sends later issues to the outer reporter.
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
