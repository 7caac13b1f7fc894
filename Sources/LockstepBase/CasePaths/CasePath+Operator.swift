// SPDX-License-Identifier: MIT

prefix operator /

// NB: The operator that takes a constructor comes first. The compiler tries operators in the order of their
// declarations when a case is misspelled, and reports the first one: another one would be a mismatch of types,
// and the misspelled name would come after it.

/// Returns the path to the payload of a case: `/AppFeature.Action.counter`.
///
/// - Parameter embed: The constructor of the case.
/// - Returns: The path; see ``CasePath``.
/// - Complexity: O(*n*) in the number of cases of the enum.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(constructor: embed)
}

/// Returns the path to a case without a payload: `/AppFeature.Action.cancelButtonTapped`.
///
/// - Parameter root: The case.
/// - Returns: The path, whose value is `()`.
/// - Complexity: O(*n*) in the number of cases of the enum.
public prefix func / <Root: Equatable & Sendable>(root: Root) -> CasePath<Root, Void> {
  CasePath(bareCase: root)
}

/// Returns the path from a value to itself: `/AppFeature.Action.self`.
///
/// - Parameter type: The type of the value.
/// - Returns: The path; see ``CasePath/self``.
/// - Complexity: O(1).
public prefix func / <Root>(type: Root.Type) -> CasePath<Root, Root> {
  CasePath<Root, Root>.`self`
}

/// Returns the path to the payload of a case in the Swift 5 language mode, where the constructor of a case is
/// not a `@Sendable` function.
///
/// - Parameter embed: The constructor of the case.
/// - Returns: The path; see ``CasePath``.
/// - Complexity: O(*n*) in the number of cases of the enum.
@available(
  swift,
  obsoleted: 6,
  message: "Create a case path from a '@Sendable' function, such as a case constructor."
)
@_disfavoredOverload
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> CasePath<Root, Value> {
  let constructor = Constructor(embed: embed)
  return CasePath(constructor: { constructor.embed($0) })
}

/// The constructor of a case, as the Swift 5 language mode passes it.
///
/// `@unchecked` because the constructor of a case has no state. Any other function can be passed only in that
/// mode, which leaves it to the function's author whether threads may share it.
private struct Constructor<Root, Value>: @unchecked Sendable {
  let embed: (Value) -> Root
}
