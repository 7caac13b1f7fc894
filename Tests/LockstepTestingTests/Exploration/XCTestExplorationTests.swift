// SPDX-License-Identifier: MIT

import Lockstep
import XCTest

@testable import LockstepTesting

/// Assertions of XCTest count as failures of a schedule.
final class XCTestExplorationTests: XCTestCase {
  private var captured: [String]?

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard captured != nil else {
      super.recordFailure(
        withDescription: description,
        inFile: filePath,
        atLine: lineNumber,
        expected: expected
      )
      return
    }
    captured?.append(description)
    // XCTest would do so, and fail this test case; that it does, the failing tests show.
    TestCaseObserver().testCase(
      self,
      didFailWithDescription: description,
      inFile: filePath,
      atLine: lineNumber
    )
  }

  func testAssertionFailsTheSchedule() {
    captured = []
    var runs = 0
    explore(schedules: 100, seed: 20) {
      _ = Walk.trace()
      runs += 1
      XCTAssertLessThan(runs, 3)
    }
    let captured = captured
    self.captured = nil
    XCTAssertEqual(runs, 3)
    XCTAssertEqual(
      captured,
      [
        #"XCTAssertLessThan failed: ("3") is not less than ("3") - "#,
        """
        failed - A schedule fails: number 3 of 100, which has the seed 22.

        Its failures stand above. To replay this one alone, write

          explore(schedules: 1, seed: 22) {
        """,
      ]
    )
  }
}
