// SPDX-License-Identifier: MIT

// Former names, which version 0.1.0 removes.
extension ReportedIssue {
  /// The former name of `context`.
  @available(*, unavailable, renamed: "context")
  public var evidence: String? { context }

  /// Creates an issue, with the former name of `context`.
  @available(*, unavailable, renamed: "init(_:at:context:)")
  public init(_ message: String, at location: CodeLocation, evidence: String?) {
    self.init(message, at: location, context: evidence)
  }
}
