// SPDX-License-Identifier: MIT

/// A length of time in whole nanoseconds; literals are in seconds.
///
/// ```swift
/// let delay: SchedulerStride = 0.5
/// delay == .milliseconds(500)  // true
/// ```
///
/// The range is 292 years in either direction. Longer lengths are clamped.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct SchedulerStride: Sendable, Hashable {
  /// The length in nanoseconds.
  public let nanoseconds: Int64

  private init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A length of zero.
  public static let zero = Self(nanoseconds: 0)

  /// Returns a length in nanoseconds.
  public static func nanoseconds(_ count: some BinaryInteger) -> Self {
    Self(nanoseconds: Int64(clamping: count))
  }

  /// Returns a length in microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> Self {
    scaled(Int64(clamping: count), by: 1_000)
  }

  /// Returns a length in milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> Self {
    scaled(Int64(clamping: count), by: 1_000_000)
  }

  /// Returns a length in seconds.
  public static func seconds(_ count: some BinaryInteger) -> Self {
    scaled(Int64(clamping: count), by: 1_000_000_000)
  }

  /// Returns a length in seconds and fractions of a second, rounded to nanoseconds; zero for NaN.
  public static func seconds(_ count: Double) -> Self {
    guard count.isNaN == false else { return .zero }
    let nanoseconds = (count * 1_000_000_000).rounded()
    return Self(nanoseconds: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }

  /// The length in seconds.
  public var timeInterval: Double {
    Double(nanoseconds) / 1_000_000_000
  }

  private static func scaled(_ count: Int64, by factor: Int64) -> Self {
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return Self(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
  }
}

extension SchedulerStride: Comparable {
  /// Returns whether the first length is shorter than the second.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension SchedulerStride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a length from a literal number of seconds.
  public init(integerLiteral seconds: Int64) {
    self = .seconds(seconds)
  }

  /// Creates a length from a literal number of seconds and fractions of a second.
  public init(floatLiteral seconds: Double) {
    self = .seconds(seconds)
  }
}

extension SchedulerStride: CustomStringConvertible {
  /// The length in seconds, such as `0.5 s`.
  public var description: String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000) s"
      : "\(timeInterval) s"
  }
}
