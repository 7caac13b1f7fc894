// SPDX-License-Identifier: MIT

/// A dependency that provides a system value, such as the date, the calendar, the locale or the time zone.
///
/// A plain `Calendar` in an environment cannot report that a test did not supply it. A provider can, on each read:
///
/// ```swift
/// enum Diary {
///   struct Environment: Sendable {
///     var calendar: ValueProvider<Calendar>
///     var date: ValueProvider<Date>
///   }
///
///   static let reducer = Reducer<State, Action, Environment> { diary, action, environment in
///     switch action {
///     case .todayButtonTapped:
///       diary.day = environment.calendar.current.startOfDay(for: environment.date.current)
///       return .none
///     }
///   }
/// }
/// ```
///
/// An app supplies `.live`. A test supplies a ``constant(_:)``, which is the same on every machine:
///
/// ```swift
/// var calendar = Calendar(identifier: .gregorian)
/// calendar.timeZone = .gmt
/// let environment = Diary.Environment(
///   calendar: .constant(calendar),
///   date: .constant(Date(timeIntervalSince1970: 100_000))
/// )
/// ```
///
/// A date can also advance with each use: ``advancing(from:by:)``. A feature that also waits uses a scheduler, which
/// knows the date of a test that advances its time. See <doc:ControllingTime>.
///
/// For any other type, write a closure: `ValueProvider { Bundle.main.bundleIdentifier }` is a live provider, and
/// `ValueProvider { unimplemented("AppFeature.Environment.bundleID", placeholder: nil) }` is a failing one.
///
/// Isolation: any thread.
///
/// Complexity: O(1), plus the cost of the value.
public struct ValueProvider<Value: Sendable>: Sendable {
  private let read: @Sendable () -> Value

  /// Creates a provider that calls a function.
  ///
  /// - Parameter current: The function that returns the current value. It may run on any thread.
  public init(_ current: @escaping @Sendable () -> Value) {
    read = current
  }

  /// The current value.
  public var current: Value { read() }

  /// Returns a provider whose value never changes.
  ///
  /// - Parameter value: The value.
  /// - Returns: The provider.
  public static func constant(_ value: Value) -> Self { Self { value } }
}
