// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import XCTest

/// Reports reach XCTest: a test case sees them as failures of its own.
final class XCTestReportingTests: XCTestCase {
  private var isCapturing = false
  private var captured: [String] = []

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard isCapturing else {
      super.recordFailure(
        withDescription: description,
        inFile: filePath,
        atLine: lineNumber,
        expected: expected
      )
      return
    }
    captured.append(
      "\(URL(fileURLWithPath: filePath).lastPathComponent):\(lineNumber) \(description)"
    )
  }

  func testReportFailsTheRunningTestAtItsLine() {
    isCapturing = true
    let line = #line + 1
    reportIssue("Something is wrong")
    isCapturing = false
    XCTAssertEqual(
      captured,
      ["XCTestReportingTests.swift:\(line) failed - Something is wrong"]
    )
  }

  func testReportOfADependencyFailsTheRunningTestAtTheStep() {
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Bool, @Sendable () async -> Void> { _, isAsynchronous, report in
        guard isAsynchronous else {
          return .sync {
            reportIssue("At once", fileID: "Clients/Client.swift", line: 1)
            return true
          }
        }
        return .fireAndForget(name: "report", fileID: "Feature/Feature.swift", line: 2) {
          await report()
        }
      },
      environment: { reportIssue("In a task", fileID: "Clients/Client.swift", line: 3) }
    )
    isCapturing = true
    let line = #line + 1
    store.send(false)
    store.receive(true)
    store.fireAndForget()
    isCapturing = false
    XCTAssertEqual(
      captured,
      [
        """
        XCTestReportingTests.swift:\(line) failed - At once

        Action in flight: false
        Reported at Clients/Client.swift:1
        """,
        """
        XCTestReportingTests.swift:\(line) failed - In a task

        Action in flight: true
        Effect: fireAndForget "report", made at Feature/Feature.swift:2
        Reported at Clients/Client.swift:3
        """,
      ]
    )
  }

  func testBoundReporterFailsTheRunningTestFromAnotherThread() {
    isCapturing = true
    let reporter = IssueReporting.current.bound()
    let finished = expectation(description: "reported")
    Thread.detachNewThread {
      reporter.report(ReportedIssue("From a thread", at: CodeLocation()))
      finished.fulfill()
    }
    wait(for: [finished], timeout: 60)
    isCapturing = false
    XCTAssertEqual(captured.count, 1)
    XCTAssert(captured[0].hasSuffix(" failed - From a thread"), captured[0])
  }
}
