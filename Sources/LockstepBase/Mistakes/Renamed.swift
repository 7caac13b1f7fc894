// SPDX-License-Identifier: MIT

// Names that other ones have replaced. They go with version 0.1.0.
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
