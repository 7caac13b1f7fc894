// SPDX-License-Identifier: MIT

extension SchedulerStride: AdditiveArithmetic {
  /// The sum of two lengths, cut off at the ends.
  public static func + (lhs: Self, rhs: Self) -> Self {
    let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
    return .nanoseconds(overflow ? (rhs.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// The difference of two lengths, cut off at the ends.
  public static func - (lhs: Self, rhs: Self) -> Self {
    let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
    return .nanoseconds(overflow ? (rhs.nanoseconds < 0 ? .max : .min) : difference)
  }
}

extension SchedulerStride {
  /// The same length in the other direction, cut off at the end.
  public static prefix func - (stride: Self) -> Self {
    .zero - stride
  }

  // NB: Without the attribute `60.0 * 60` would be a length, in every file that imports this module.

  /// A length taken several times, cut off at the ends.
  @_disfavoredOverload
  public static func * (lhs: Self, rhs: Int) -> Self {
    let (product, overflow) = lhs.nanoseconds.multipliedReportingOverflow(by: Int64(rhs))
    return .nanoseconds(overflow ? ((lhs.nanoseconds < 0) == (rhs < 0) ? .max : .min) : product)
  }

  /// A part or a multiple of a length, rounded to nanoseconds and cut off at the ends; no time if
  /// the factor is not a number.
  @_disfavoredOverload
  public static func * (lhs: Self, rhs: Double) -> Self {
    let nanoseconds = (Double(lhs.nanoseconds) * rhs).rounded()
    guard nanoseconds.isNaN == false else { return .zero }
    return .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }
}

extension SchedulerStride {
  /// The length of a duration of the standard library, rounded to nanoseconds and cut off at the
  /// ends.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let nanosecond: Int64 = rest >= 500_000_000 ? 1 : rest <= -500_000_000 ? -1 : 0
    self = .seconds(seconds) + .nanoseconds(whole + nanosecond)
  }

  /// The length as a duration of the standard library.
  public var duration: Duration {
    .nanoseconds(nanoseconds)
  }
}
