// SPDX-License-Identifier: MIT

internal import LockstepBase

extension URLRoutingClient {
  /// Reports the overrides of this client that were never requested, which fails the test.
  ///
  /// For the end of a test that is meant to need all of its responses:
  ///
  /// ```swift
  /// await model.fetch()
  /// client.reportUnusedOverrides()
  /// ```
  ///
  /// An override counts as used if it has been requested from any client that was made from it.
  ///
  /// - Parameters:
  ///   - fileID: The file that the report names.
  ///   - filePath: The path of that file.
  ///   - line: The line that the report names.
  ///   - column: The column that the report names.
  public func reportUnusedOverrides(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let unused = overrides.filter { !$0.isUsed }
    guard !unused.isEmpty else { return }
    let heading = unused.count == 1 ? "1 override was" : "\(unused.count) overrides were"
    reportIssue(
      """
      \(heading) never used:

      \(unused.map { "  \($0.description)" }.joined(separator: "\n"))

      Remove unneeded overrides, or find out why their routes were not requested.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
