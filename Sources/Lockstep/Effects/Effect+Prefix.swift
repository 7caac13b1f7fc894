// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that sends only the first values, and then ends this one.
  ///
  /// - Parameter count: How many values; with none or fewer nothing is started.
  /// - Returns: The shortened effect.
  public func prefix(_ count: Int) -> Self {
    guard count > 0 else { return .none }
    return stepped(from: count) { remaining, value in
      remaining -= 1
      return remaining == 0 ? .sendLast(value) : .send(value)
    }
  }
}
