// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends only the first values and then ends this effect.
  ///
  /// - Parameter count: The maximum number of values to send; if it is zero or less, nothing is started.
  /// - Returns: The shortened effect.
  public func prefix(_ count: Int) -> Self {
    guard count > 0 else { return .none }
    return stepped(from: count) { remaining, value in
      remaining -= 1
      return remaining == 0 ? .sendLast(value) : .send(value)
    }
  }
}
