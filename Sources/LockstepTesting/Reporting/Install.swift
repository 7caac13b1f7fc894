// SPDX-License-Identifier: MIT

internal import Lockstep
internal import XCTest

/// Called by the constructor of `CLockstepTesting` before `main`.
@c(lockstep_testing_install)
public func installTestReporter() {
  IssueReporting.install(TestReporter())
  XCTestObservationCenter.shared.addTestObserver(TestCaseObserver())
}
