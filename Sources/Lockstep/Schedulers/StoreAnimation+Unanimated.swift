// SPDX-License-Identifier: MIT

extension StoreAnimation {
  /// Performs work that is started by animated work but is not part of it, and so is not animated.
  ///
  /// - Parameter work: The work; the tasks that it starts are not animated either.
  /// - Returns: The result of the work.
  @usableFromInline
  static func unanimated<Result>(_ work: () -> Result) -> Result {
    guard current != nil else { return work() }
    return $current.withValue(nil, operation: work)
  }
}
