// SPDX-License-Identifier: MIT

internal import Lockstep
internal import XCTest

// NB: `@c` replaces `@_cdecl` once Swift 6.3 is the oldest supported version.

/// Installs the reporter and the observers before `main`, when the constructor of `CLockstepTesting` calls it.
@_cdecl("lockstep_testing_install")
package func installTestReporter() {
  IssueReporting.install(TestReporter())
  XCTestObservationCenter.shared.addTestObserver(TestCaseObserver())
  FailedRun.watchExit()
}
