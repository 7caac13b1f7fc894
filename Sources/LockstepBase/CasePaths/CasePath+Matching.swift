// SPDX-License-Identifier: MIT

extension CasePath {
  /// Returns whether a root is in the case.
  ///
  /// ```swift
  /// let changes = actions.filter((/AppFeature.Action.settings).isMatching)
  /// ```
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isMatching(_ root: Root) -> Bool {
    guard extraction.search.isPlain, extraction.steps.isEmpty, let tagTest else {
      return extract(from: root) != nil
    }
    return withUnsafePointer(to: root) { tagTest.matches($0) }
  }

  /// Returns whether the root at an address is in the case, without a copy once the case is known.
  package func isMatching(at root: UnsafePointer<Root>) -> Bool {
    guard
      extraction.search.isPlain, let found = extraction.search.found, found.steps.isEmpty
    else { return isMatching(copyAt: root) }
    return found.first.matches(root)
  }

  // A separate function, so that the fast path reserves no stack space for a large root.
  @inline(never)
  private func isMatching(copyAt root: UnsafePointer<Root>) -> Bool {
    isMatching(root.pointee)
  }

  /// Matches a root against a path in a pattern.
  ///
  /// ```swift
  /// switch action {
  /// case /AppFeature.Action.settings: true
  /// default: false
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - root: The root to match.
  /// - Returns: Whether the root is in the case.
  @inlinable
  public static func ~= (path: Self, root: Root) -> Bool {
    path.isMatching(root)
  }
}
