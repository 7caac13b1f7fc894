// SPDX-License-Identifier: MIT

extension String {
  /// Describes a value on as many lines as it needs, as failures of tests do.
  ///
  /// ```swift
  /// print(String(dumping: store.state))
  /// // Counter.State(
  /// //   count: 1,
  /// //   fact: nil
  /// // )
  /// ```
  ///
  /// Equal values have the same text in every run of the program. A type that is `CustomReflectable` chooses the parts
  /// that are shown.
  ///
  /// - Parameter value: The value.
  /// - Complexity: O(*n*) in the size of the value; after 100,000 nested values the others are only counted.
  public init(dumping value: Any) {
    self = Dump(value).text
  }
}

/// Returns the lines in which two values differ when they are dumped, with some context.
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
/// Elements of collections are matched by their `id` if all have one, or else by being the same. Of a value that
/// is `Identifiable`, the `id` is shown even if it has not changed. Values that print the same and have different
/// types are shown with their types: `1 as Int8`.
///
/// Values are compared as a whole; only what is shown is cut, and says so. The exception is a value with more than
/// 1,000,000 others in it, or nested more than 200,000 deep: a note says how far it was compared.
///
/// - Parameters:
///   - old: The first value, whose lines begin with a minus sign.
///   - new: The second value, whose lines begin with a plus sign.
/// - Returns: The lines, at most 120 of them and a note; `nil` if both print the same and have the same types.
/// - Complexity: O(*n*) in the size of the values, O(*n* log *n*) in the lengths of collections.
public func diff(_ old: Any, _ new: Any) -> String? {
  Dump.diff(old, new)
}
