// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends the first values of this effect and then cancels it.
  ///
  /// - Parameter count: The maximum number of values to send. If it is zero or less, the effect does not start.
  /// - Returns: The shortened effect.
  public func prefix(_ count: Int) -> Self {
    guard count > 0 else { return .none }
    return stepped(from: count) { remaining, value in
      remaining -= 1
      return remaining == 0 ? .sendLast(value) : .send(value)
    }
  }
}
