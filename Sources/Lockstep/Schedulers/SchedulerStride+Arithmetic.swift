// SPDX-License-Identifier: MIT

extension SchedulerStride: AdditiveArithmetic {
  /// Returns the sum of two lengths, clamped to the representable range.
  public static func + (lhs: Self, rhs: Self) -> Self {
    let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
    return .nanoseconds(overflow ? (rhs.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the difference of two lengths, clamped to the representable range.
  public static func - (lhs: Self, rhs: Self) -> Self {
    let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
    return .nanoseconds(overflow ? (rhs.nanoseconds < 0 ? .max : .min) : difference)
  }
}

extension SchedulerStride {
  // NB: Without the attribute, `60.0 * 60` would be a length in every file that imports this module.

  /// Returns a multiple of a length, clamped to the representable range.
  @_disfavoredOverload
  public static func * (lhs: Self, rhs: Int) -> Self {
    let (product, overflow) = lhs.nanoseconds.multipliedReportingOverflow(by: Int64(rhs))
    return .nanoseconds(overflow ? ((lhs.nanoseconds < 0) == (rhs < 0) ? .max : .min) : product)
  }

  /// Returns a multiple of a length, rounded to nanoseconds and clamped to the representable range; zero for a NaN
  /// factor.
  @_disfavoredOverload
  public static func * (lhs: Self, rhs: Double) -> Self {
    let nanoseconds = (Double(lhs.nanoseconds) * rhs).rounded()
    guard nanoseconds.isNaN == false else { return .zero }
    return .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }
}

extension SchedulerStride {
  /// Creates a length from a standard library duration, rounded to nanoseconds and clamped to the representable range.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let nanosecond: Int64 = rest >= 500_000_000 ? 1 : rest <= -500_000_000 ? -1 : 0
    self = .seconds(seconds) + .nanoseconds(whole + nanosecond)
  }

  /// The length as a standard library duration.
  public var duration: Duration {
    .nanoseconds(nanoseconds)
  }
}
