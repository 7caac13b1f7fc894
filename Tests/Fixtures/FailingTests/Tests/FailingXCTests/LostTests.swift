// SPDX-License-Identifier: MIT

import Lockstep
import XCTest

/// This test passes, and yet the run must fail: there is a report when no test runs any more.
final class LostTests: XCTestCase {
  func testNothing() {}

  override class func tearDown() {
    reportIssue("Nobody is there to hear this")
  }
}
