// SPDX-License-Identifier: MIT

/// The part of a path that extracts and changes the payload.
@usableFromInline
package final class CaseExtraction<Root, Value>: Sendable {
  @usableFromInline package let search: CaseSearch
  /// The tags that follow the first one, if there is only one candidate.
  @usableFromInline package let steps: [CaseTag]
  @usableFromInline let extractSlowly: @Sendable (Root) -> Value?
  /// Returns whether the root was in the case.
  @usableFromInline let modifySlowly: @Sendable (inout Root, (inout Value) -> Void) -> Bool
  let reports: [CasePathReport]

  init(
    _ search: CaseSearch,
    reports: [CasePathReport] = [],
    extract: @escaping @Sendable (Root) -> Value?,
    modify: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Bool
  ) {
    self.search = search
    self.reports = reports
    steps = search.only?.steps ?? []
    extractSlowly = extract
    modifySlowly = modify
  }

  @inlinable
  @inline(never)
  package func extract(from root: Root) -> Value? {
    guard search.canCopyBytes, let found = search.found else { return extractSlowly(root) }
    return withUnsafePointer(to: root) { root in
      guard found.first.matches(root) else { return nil }
      return found.first.withCopiedPayload(of: root, through: found.steps) {
        found.copy($0, as: Value.self)
      }
    }
  }
}
