// SPDX-License-Identifier: MIT

internal import Synchronization

/// A report that a path cannot find its case, made at most once.
@usableFromInline
final class CasePathReport: Sendable {
  private struct State {
    var hasReported = false
    var use: CodeLocation?
  }

  private static let usualRemedy =
    "Create the path with 'CasePath(embed:extract:)' or from a case constructor."

  private let path: @Sendable () -> String
  /// The place where the path was created; `nil` if an operator created it.
  private let origin: CodeLocation?
  private let state = Mutex(State())

  init(origin: CodeLocation?, path: @escaping @Sendable () -> String) {
    self.origin = origin
    self.path = path
  }

  func noteUse(at location: CodeLocation) {
    state.withLock { state in
      if state.use == nil { state.use = location }
    }
  }

  /// Reports the reason once, with a remedy unless the reason contains it.
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
  @usableFromInline
  package func noteUse(at location: CodeLocation) {
    for report in extraction.reports { report.noteUse(at: location) }
  }
}
