// SPDX-License-Identifier: MIT

extension StoreAnimation {
  /// Does work that is begun by animated work but is no part of it, and so is not animated.
  ///
  /// - Parameter work: The work; the tasks that it starts are not animated either.
  /// - Returns: What the work returns.
  @usableFromInline
  static func unanimated<Result>(_ work: () -> Result) -> Result {
    guard current != nil else { return work() }
    return $current.withValue(nil, operation: work)
  }
}
