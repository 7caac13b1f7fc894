// SPDX-License-Identifier: MIT

internal import Synchronization

/// Reports, once, a path that cannot find its case.
final class CasePathReport: Sendable {
  private let path: String
  private let reason: String
  private let hasReported = Atomic(false)

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  func callAsFunction() {
    guard hasReported.exchange(true, ordering: .relaxed) == false else { return }
    reportIssue(
      """
      A case path cannot find its case, and extracts nothing.

      Path: \(path)

      \(reason) Make the path with 'CasePath(embed:extract:)', or from the constructor of a case.
      """
    )
  }
}
