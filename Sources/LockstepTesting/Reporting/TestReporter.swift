// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing
internal import XCTest

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

protocol TestFailingReporter: IssueReporter {
  var failingTest: RunningTest? { get }
}

struct BoundTestReporter: TestFailingReporter {
  let test: RunningTest

  var failingTest: RunningTest? { test }

  func report(_ issue: ReportedIssue) {
    switch (test, RunningTest.current) {
    case (.swiftTesting(_, let id), .swiftTesting(_, let current)) where id == current:
      record(issue)
    case (.swiftTesting(let name, _), _):
      // Outside of the test's task, the issue cannot be attributed to the test. It fails the run or another test
      // instead, so its message names the test.
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

/// Reports an issue outside of any test, so that the run fails.
private func reportOutsideTests(_ issue: ReportedIssue, namesTest: Bool = false) {
  if RunningTest.isSwiftTestingRun {
    record(issue)
  } else {
    let remedy = namesTest ? "" : "\n\nAwait the work in the test."
    FailedRun.note("Issue reported outside of any test: \(issue.location): \(issue.text)\(remedy)")
  }
}

/// The stream that the test framework prints to, which keeps the output in order.
private enum TestOutput {
  static func write(_ text: String) {
    if RunningTest.isSwiftTestingRun {
      FileHandle.standardError.write(Data("\(text)\n".utf8))
    } else {
      print(text)
      fflush(nil)
    }
  }

  static func write(_ note: ReportedIssue) {
    write("\(note.location): note: \(note.text)")
  }
}

enum FailedRun {
  private static let hasFailed = Atomic(false)

  static func note(_ text: String) {
    TestOutput.write(text)
    hasFailed.store(true, ordering: .sequentiallyConsistent)
  }

  static func watchExit() {
    atexit {
      for complaint in LiveTestStores.complaints { FailedRun.note(complaint) }
      guard FailedRun.hasFailed.load(ordering: .sequentiallyConsistent) else { return }
      fflush(nil)
      _exit(1)
    }
  }
}
