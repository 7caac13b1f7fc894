// SPDX-License-Identifier: MIT

/// An instant on the time line of one kind of scheduler.
///
/// `Domain` names the time line, such as `DispatchQueue` or `RunLoop`, so that the compiler keeps instants of different
/// time lines apart. A ``SchedulerClock`` uses the same instants.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct SchedulerTime<Domain> {
  /// The nanoseconds since the origin of the time line.
  public let nanoseconds: Int64

  /// Creates an instant.
  ///
  /// - Parameter nanoseconds: The nanoseconds since the origin of the time line.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns this instant moved by a stride, clamped to the representable range.
  ///
  /// - Parameter stride: The distance; a negative stride moves backward.
  /// - Returns: The instant.
  public func advanced(by stride: SchedulerStride) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(stride.nanoseconds)
    return Self(nanoseconds: overflow ? (stride.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the stride from this instant to another one.
  ///
  /// - Parameter other: The other instant.
  /// - Returns: The stride; negative if the other instant is earlier.
  public func distance(to other: Self) -> SchedulerStride {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
  }
}

extension SchedulerTime: Sendable {}

extension SchedulerTime: Hashable {}

extension SchedulerTime: Comparable {
  /// Returns whether the first instant is earlier than the second.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension SchedulerTime: InstantProtocol {
  /// The standard library's duration type, which clocks use.
  public typealias Duration = Swift.Duration

  /// Returns this instant moved by a duration, rounded to nanoseconds and clamped to the representable range.
  @_disfavoredOverload
  public func advanced(by duration: Swift.Duration) -> Self {
    advanced(by: SchedulerStride(duration))
  }

  /// Returns the duration from this instant to another one.
  public func duration(to other: Self) -> Swift.Duration {
    distance(to: other).duration
  }
}
