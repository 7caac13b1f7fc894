// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing
internal import XCTest

/// A reporter that fails the running test, whichever framework runs it.
struct TestReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    switch RunningTest.current {
    case .swiftTesting: record(issue)
    case .xcTest: fail(issue)
    case nil: reportOutsideTests(issue)
    }
  }

  func note(_ note: ReportedIssue) { TestOutput.write(note) }

  func bound() -> any IssueReporter {
    RunningTest.current.map(BoundTestReporter.init) ?? self
  }
}

/// A reporter of issues that fail a test.
protocol TestFailingReporter: IssueReporter {
  /// The test, if it is known.
  var failingTest: RunningTest? { get }
}

/// A reporter that fails the test that was running when the reporter was made.
struct BoundTestReporter: TestFailingReporter {
  let test: RunningTest

  var failingTest: RunningTest? { test }

  func report(_ issue: ReportedIssue) {
    switch (test, RunningTest.current) {
    case (.swiftTesting(_, let id), .swiftTesting(_, let current)) where id == current:
      record(issue)
    case (.swiftTesting(let name, _), _):
      // Outside of the test's task, the issue cannot be attributed to the test but still fails the run
      // or another test, so it has to name the test.
      record(issue.naming(test: name))
    case (.xcTest(let name), .xcTest(let current)) where name == current:
      fail(issue)
    case (.xcTest(let name), .xcTest):
      fail(issue.naming(test: name))
    case (.xcTest(let name), _):
      reportOutsideTests(issue.naming(test: name), namesTest: true)
    }
  }

  func note(_ note: ReportedIssue) { TestOutput.write(note) }
}

extension ReportedIssue {
  fileprivate func naming(test: String) -> ReportedIssue {
    var issue = self
    issue.message += """


      This failure belongs to the test '\(test)'. Await its work, and release its stores, before the test ends.
      """
    return issue
  }
}

private func record(_ issue: ReportedIssue) {
  Issue.record(
    Comment(rawValue: issue.text),
    sourceLocation: SourceLocation(issue.location)
  )
}

private func fail(_ issue: ReportedIssue) {
  XCTFail(issue.text, file: issue.location.filePath, line: issue.location.line)
}

/// Reports an issue that no test can take: prints it, and makes the run fail when the process ends.
///
/// - Parameters:
///   - issue: The issue.
///   - namesTest: Whether the issue names its test, and says how to fix it.
private func reportOutsideTests(_ issue: ReportedIssue, namesTest: Bool = false) {
  if RunningTest.isSwiftTestingRun {
    record(issue)
  } else {
    let remedy = namesTest ? "" : "\n\nAwait the work in the test."
    FailedRun.note("Issue reported outside of any test: \(issue.location): \(issue.text)\(remedy)")
  }
}

/// The stream that the test library prints to, so that text written here appears in its place in the library's
/// output.
private enum TestOutput {
  static func write(_ text: String) {
    if RunningTest.isSwiftTestingRun {
      FileHandle.standardError.write(Data("\(text)\n".utf8))
    } else {
      print(text)
      fflush(nil)
    }
  }

  /// Writes a note, which is not a failure.
  static func write(_ note: ReportedIssue) {
    write("\(note.location): note: \(note.text)")
  }
}

/// A reason for a run to fail although no test does.
enum FailedRun {
  private static let hasFailed = Atomic(false)

  /// Prints a text, and makes the run fail when the process ends.
  static func note(_ text: String) {
    TestOutput.write(text)
    hasFailed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Makes the process end with an error if the run has failed, or if there are test stores that have
  /// not been checked.
  static func watchExit() {
    atexit {
      for complaint in LiveTestStores.complaints { FailedRun.note(complaint) }
      guard FailedRun.hasFailed.load(ordering: .sequentiallyConsistent) else { return }
      fflush(nil)
      _exit(1)
    }
  }
}
