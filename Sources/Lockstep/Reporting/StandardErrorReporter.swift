// SPDX-License-Identifier: MIT

internal import Foundation

/// The reporter outside of tests: one line on standard error for each issue.
struct StandardErrorReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    let message = issue.message.split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.trimmingPrefix { $0 == " " } }
      .joined(separator: " ")
    FileHandle.standardError.write(Data("\(issue.location): \(message)\n".utf8))
  }
}
