// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that leaves out each value that a predicate finds equivalent to the value that was
  /// sent last.
  ///
  /// ```swift
  /// environment.location()
  ///   .removeDuplicates { $0.city == $1.city }
  ///   .map(Action.locationChanged)
  /// ```
  ///
  /// The effect remembers one value from when it is started.
  ///
  /// Isolation: the predicate is called where the values are sent, by one thread at a time.
  ///
  /// - Parameter predicate: Whether the value sent last, its first argument, and the next one are
  ///   equivalent.
  /// - Returns: The effect without the duplicates.
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
  /// An effect that leaves out each value that equals the value that was sent last.
  ///
  /// The effect remembers one value from when it is started.
  public func removeDuplicates() -> Self {
    removeDuplicates(by: ==)
  }
}
