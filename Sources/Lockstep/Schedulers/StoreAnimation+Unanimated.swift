// SPDX-License-Identifier: MIT

extension StoreAnimation {
  /// Runs work, and the tasks that it starts, without the current animation.
  @usableFromInline
  static func unanimated<Result>(_ work: () -> Result) -> Result {
    guard current != nil else { return work() }
    return $current.withValue(nil, operation: work)
  }
}
