// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting

/// Collects the notes of test stores; issues go on to the running test.
struct NoteCollector: IssueReporter {
  let notes = Recorder<[ReportedIssue]>([])
  private let issues = IssueReporting.current

  func report(_ issue: ReportedIssue) { issues.report(issue) }

  func note(_ note: ReportedIssue) { notes.update { $0.append(note) } }

  /// Runs a body, and returns the notes that it makes.
  static func collect(_ body: () -> Void) -> [ReportedIssue] {
    let collector = Self()
    IssueReporting.withReporter(collector, operation: body)
    return collector.notes.value
  }
}
