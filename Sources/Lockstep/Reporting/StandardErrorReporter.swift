// SPDX-License-Identifier: MIT

internal import Foundation

/// The reporter outside of tests: one line on standard error for each issue.
struct StandardErrorReporter: IssueReporter {
  func report(_ issue: ReportedIssue) {
    let message = issue.message.split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.trimmingPrefix { $0 == " " } }
      .joined(separator: " ")
    Self.write("\(issue.location): \(message)")
  }

  /// Prints a text and a line break to standard error.
  static func write(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
