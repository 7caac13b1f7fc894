// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that omits each value that a predicate considers equivalent to the last value sent.
  ///
  /// ```swift
  /// environment.location()
  ///   .removeDuplicates { $0.city == $1.city }
  ///   .map(Action.locationChanged)
  /// ```
  ///
  /// A running effect stores one value.
  ///
  /// Isolation: the effect calls the predicate on the sender's thread, for one value at a time.
  ///
  /// - Parameter predicate: A function that returns whether the last value sent, its first argument, and the next value
  ///   are equivalent.
  /// - Returns: The effect without duplicates.
  public func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Self {
    stepped(from: Output?.none) { last, value in
      if let last, predicate(last, value) { return .drop }
      last = value
      return .send(value)
    }
  }
}

extension Effect where Output: Equatable {
  /// Returns an effect that omits each value that equals the last value sent.
  ///
  /// A running effect stores one value.
  public func removeDuplicates() -> Self {
    removeDuplicates(by: ==)
  }
}
