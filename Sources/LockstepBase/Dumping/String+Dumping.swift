// SPDX-License-Identifier: MIT

extension String {
  /// Creates a multiline description of a value, in the format of test failures.
  ///
  /// ```swift
  /// print(String(dumping: store.state))
  /// // Counter.State(
  /// //   count: 1,
  /// //   fact: nil
  /// // )
  /// ```
  ///
  /// Equal values have the same text in every run of the program. A `CustomReflectable` type chooses the parts to show.
  ///
  /// - Parameter value: The value.
  /// - Complexity: O(*n*) in the size of the value. After 100,000 nested values, the others are only counted.
  public init(dumping value: Any) {
    self = Dump(value).text
  }
}

/// Returns the lines in which the dumps of two values differ, with some context.
///
/// ```swift
/// print(diff(Counter.State(count: 1), Counter.State(count: 2)) ?? "the same")
/// //   Counter.State(
/// // -   count: 1,
/// // +   count: 2,
/// //     … (1 unchanged)
/// //   )
/// ```
///
/// Elements of collections match by their `id` if all of them have one, and by equality otherwise. The `id` of an
/// `Identifiable` value appears even if it is unchanged. Values that print the same but have different types appear
/// with their types: `1 as Int8`.
///
/// The comparison covers the whole values, and a note marks each omission from the output. If a value contains more
/// than 1,000,000 others or is nested more than 200,000 deep, a note states the extent of the comparison.
///
/// - Parameters:
///   - old: The first value, whose lines begin with a minus sign.
///   - new: The second value, whose lines begin with a plus sign.
/// - Returns: At most 120 lines and a note, or `nil` if both values print the same and have the same types.
/// - Complexity: O(*n*) in the size of the values, O(*n* log *n*) in the lengths of collections.
public func diff(_ old: Any, _ new: Any) -> String? {
  Dump.diff(old, new)
}
