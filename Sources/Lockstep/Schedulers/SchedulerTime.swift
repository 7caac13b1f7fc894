// SPDX-License-Identifier: MIT

/// An instant on the time line of one kind of scheduler.
///
/// `Domain` is a type that names the time line, such as `DispatchQueue` or `RunLoop`, so that instants of
/// different time lines cannot be mixed up. This is also the instant type of the clock that a scheduler
/// vends, ``SchedulerClock``.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct SchedulerTime<Domain> {
  /// Nanoseconds since the origin of the time line.
  public let nanoseconds: Int64

  /// Creates an instant.
  ///
  /// - Parameter nanoseconds: Nanoseconds since the origin of the time line.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns the instant a stride later, or the last instant if there is none that late.
  ///
  /// - Parameter stride: How much later; a negative stride leads backward.
  /// - Returns: The instant.
  public func advanced(by stride: SchedulerStride) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(stride.nanoseconds)
    return Self(nanoseconds: overflow ? (stride.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the stride from this instant to another one.
  ///
  /// - Parameter other: The other instant.
  /// - Returns: The stride, negative if the other instant is earlier.
  public func distance(to other: Self) -> SchedulerStride {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
  }
}

extension SchedulerTime: Sendable {}

extension SchedulerTime: Hashable {}

extension SchedulerTime: Comparable {
  /// Returns whether the left instant is earlier than the right one.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension SchedulerTime: InstantProtocol {
  /// The duration type of the standard library, which clocks use.
  public typealias Duration = Swift.Duration

  /// Returns the instant a duration later, rounded to nanoseconds, or the last instant if there is none that
  /// late.
  @_disfavoredOverload
  public func advanced(by duration: Swift.Duration) -> Self {
    advanced(by: SchedulerStride(duration))
  }

  /// Returns the duration from this instant to another one.
  public func duration(to other: Self) -> Swift.Duration {
    distance(to: other).duration
  }
}
