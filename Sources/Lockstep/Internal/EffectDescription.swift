// SPDX-License-Identifier: MIT

/// What a running effect is called in messages, and where in the source it was made.
@usableFromInline
package final class EffectDescription: Sendable {
  /// The constructor or operator that made it, such as `task`.
  private let kind: StaticString

  /// The name that its author gave it.
  package let name: String?

  private let fileID: StaticString
  private let line: UInt

  @usableFromInline
  init(_ kind: StaticString, name: String? = nil, fileID: StaticString, line: UInt) {
    self.kind = kind
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  /// Reports an error that the effect's type has no room for, unless it only says that the effect
  /// was cancelled.
  func report(uncaught error: any Error) {
    guard error is CancellationError == false else { return }
    let message = """
      An effect threw an error that it cannot send.

      Effect: \(self)
      Error: \(error)

      Make an effect that can fail, and handle the failure with 'catchToEffect()' or 'catch(_:)'; \
      or catch the error in the effect.
      """
    IssueReporting.current.report(
      ReportedIssue(message, at: SourceLocation(fileID: fileID, line: line))
    )
  }
}

extension EffectDescription: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    return "\(kind)\(name), made at \(fileID):\(line)"
  }
}
