// SPDX-License-Identifier: MIT

// Old names, each with the name that has replaced it. Version 0.1.0 removes them.
extension ReportedIssue {
  /// Reports the old name.
  @available(*, unavailable, renamed: "context")
  public var evidence: String? { context }

  /// Reports the old name.
  @available(*, unavailable, renamed: "init(_:at:context:)")
  public init(_ message: String, at location: CodeLocation, evidence: String?) {
    self.init(message, at: location, context: evidence)
  }
}
