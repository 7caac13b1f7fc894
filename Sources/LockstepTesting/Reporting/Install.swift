// SPDX-License-Identifier: MIT

internal import Lockstep
internal import XCTest

// NB: `@c` takes the place of `@_cdecl` when Swift 6.3 is the oldest that is supported.

/// Called by the constructor of `CLockstepTesting` before `main`.
@_cdecl("lockstep_testing_install")
package func installTestReporter() {
  IssueReporting.install(TestReporter())
  XCTestObservationCenter.shared.addTestObserver(TestCaseObserver())
  FailedRun.watchExit()
}
