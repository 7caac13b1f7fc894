// SPDX-License-Identifier: MIT

prefix operator /

// NB: The operator for constructors must come first. For a misspelled case, the compiler reports the first operator,
// and any other one would lead with a type mismatch.

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

/// Returns the path to the payload of a case in the Swift 5 language mode, in which constructors are not `@Sendable`.
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

/// `@unchecked` because constructors have no state; for other functions, Swift 5 leaves thread safety to the author.
private struct Constructor<Root, Value>: @unchecked Sendable {
  let embed: (Value) -> Root
}
