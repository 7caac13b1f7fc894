// SPDX-License-Identifier: MIT

internal import LockstepBase

extension URLRoutingClient {
  /// Reports the overrides of this client that no request has used, which fails the test.
  ///
  /// Call this method at the end of a test that must use all of its overrides:
  ///
  /// ```swift
  /// await model.fetch()
  /// client.reportUnusedOverrides()
  /// ```
  ///
  /// An override counts as used if any client that contains it has used it.
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
