// SPDX-License-Identifier: MIT

internal import Synchronization

/// The report of a path that cannot find its case, made at most once.
@usableFromInline
final class CasePathReport: Sendable {
  private struct State {
    var hasReported = false
    /// The place where the path was first passed to code that uses it.
    var use: CodeLocation?
  }

  private static let usualRemedy =
    "Create the path with 'CasePath(embed:extract:)' or from a case constructor."

  private let path: @Sendable () -> String
  /// The place where the path was created; an operator does not know this.
  private let origin: CodeLocation?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - origin: The place where the path was created, if known.
  ///   - path: Returns the name of the path.
  init(origin: CodeLocation?, path: @escaping @Sendable () -> String) {
    self.origin = origin
    self.path = path
  }

  /// Records where the path is used.
  func noteUse(at location: CodeLocation) {
    state.withLock { state in
      if state.use == nil { state.use = location }
    }
  }

  /// - Parameters:
  ///   - reason: The reason.
  ///   - remedy: How to make the path; `nil` if the reason says that.
  func callAsFunction(
    _ reason: @autoclosure () -> String,
    remedy: String? = usualRemedy
  ) {
    let (isFirst, use) = state.withLock { state in
      defer { state.hasReported = true }
      return (state.hasReported == false, state.use)
    }
    guard isFirst else { return }
    var lines = ["Path: \(path())"]
    if let origin { lines.append("Created at: \(origin)") }
    if let use, use.description != origin?.description { lines.append("Used at: \(use)") }
    IssueReporting.reportAtStep(
      """
      A case path cannot find its case, and extracts nothing.

      \(lines.joined(separator: "\n"))

      \(reason())\(remedy.map { " \($0)" } ?? "")
      """,
      else: origin ?? use ?? CodeLocation()
    )
  }
}

extension CasePath {
  /// Records where the path is used, for the report if it cannot find its case.
  @usableFromInline
  package func noteUse(at location: CodeLocation) {
    for report in extraction.reports { report.noteUse(at: location) }
  }
}
