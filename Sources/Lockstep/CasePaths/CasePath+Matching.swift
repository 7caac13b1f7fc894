// SPDX-License-Identifier: MIT

extension CasePath {
  /// Returns whether a root is in the case.
  ///
  /// ```swift
  /// let changes = actions.filter((/AppAction.settings).isMatching)
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

  /// Returns whether a root is in another case.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isNotMatching(_ root: Root) -> Bool {
    isMatching(root) == false
  }

  /// Lets a path stand as a pattern, which matches what is in its case.
  ///
  /// ```swift
  /// switch action {
  /// case /AppAction.settings: true
  /// default: false
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - root: What to match.
  /// - Returns: Whether the root is in the case.
  @inlinable
  public static func ~= (path: Self, root: Root) -> Bool {
    path.isMatching(root)
  }
}
