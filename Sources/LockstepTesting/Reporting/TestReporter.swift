// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing
internal import XCTest

/// Fails the running test, whichever framework runs it.
struct TestReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    if Test.current != nil {
      record(issue)
    } else if RunningTestCase.isRunning {
      fail(issue)
    } else {
      reportOutsideTests(issue)
    }
  }

  func bound() -> any IssueReporter {
    if let test = Test.current {
      BoundTestReporter(test: .swiftTesting(name: test.displayName ?? test.name))
    } else if let name = RunningTestCase.name {
      BoundTestReporter(test: .xcTest(name: name))
    } else {
      self
    }
  }
}

/// Fails the test that was running when the reporter was made.
struct BoundTestReporter: IssueReporter {
  enum Test {
    case swiftTesting(name: String)
    case xcTest(name: String)
  }

  let test: Test

  func report(_ issue: ReportedIssue) {
    switch test {
    case .swiftTesting(let name):
      // Outside of the test's task the issue cannot be attributed to the test, but still fails the
      // run; so it has to name the test.
      record(Testing.Test.current == nil ? issue.naming(test: name) : issue)
    case .xcTest(let name):
      switch RunningTestCase.name {
      case name?: fail(issue)
      case .some: fail(issue.naming(test: name))
      case nil: reportOutsideTests(issue.naming(test: name))
      }
    }
  }
}

extension ReportedIssue {
  fileprivate func naming(test: String) -> ReportedIssue {
    ReportedIssue(
      "\(message)\n\nReported outside of the test '\(test)', to which it belongs.",
      at: location
    )
  }
}

private func record(_ issue: ReportedIssue) {
  let location = issue.location
  Issue.record(
    Comment(rawValue: issue.message),
    sourceLocation: Testing.SourceLocation(
      fileID: location.fileID.description,
      filePath: location.filePath.description,
      line: Int(location.line),
      column: Int(location.column)
    )
  )
}

private func fail(_ issue: ReportedIssue) {
  XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
}

/// A report that no test can take: it is printed, and makes the run fail when the process ends.
private func reportOutsideTests(_ issue: ReportedIssue) {
  if CommandLine.arguments.contains("swift-testing") {
    record(issue)
    return
  }
  FileHandle.standardError.write(Data("Issue reported outside of any test: \(issue)\n".utf8))
  let isFirst = hasLostReports.exchange(true, ordering: .sequentiallyConsistent) == false
  if isFirst {
    atexit {
      fflush(nil)
      _exit(1)
    }
  }
}

private let hasLostReports = Atomic(false)

/// The name of the XCTest case that is running, if one is.
enum RunningTestCase {
  private static let current = Mutex<String?>(nil)

  static var name: String? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  static var isRunning: Bool { name != nil }
}

final class TestCaseObserver: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    RunningTestCase.name = testCase.name
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    RunningTestCase.name = nil
  }
}
