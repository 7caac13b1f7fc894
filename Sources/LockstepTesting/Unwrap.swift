// SPDX-License-Identifier: MIT

/// Changes the value in an optional, or throws if there is none.
///
/// ```swift
/// store.send(.rematchButtonTapped) {
///   try unwrap(&$0.alert) { $0.message = "…" }
/// }
/// ```
///
/// - Parameters:
///   - optional: What should hold a value.
///   - body: Changes the value.
/// - Returns: What the body returns.
/// - Throws: An ``UnwrapError`` if there is no value, or what the body throws; the value is changed
///   as far as the body came.
/// - Complexity: O(1), besides the body; the value is changed without a copy.
@discardableResult
public func unwrap<Value, Result>(
  _ optional: inout Value?,
  _ body: (inout Value) throws -> Result
) throws -> Result {
  guard var value = optional.take() else {
    throw UnwrapError(type: "\(Value.self)")
  }
  defer { optional = value }
  return try body(&value)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Changes the value in an optional, or throws if there is none: ``unwrap(_:_:)`` by the name that
/// users of XCTest know.
///
/// ```swift
/// store.send(.rematchButtonTapped) {
///   try XCTUnwrap(&$0.alert) { $0.message = "…" }
/// }
/// ```
///
/// - Parameters:
///   - optional: What should hold a value.
///   - body: Changes the value.
/// - Throws: An ``UnwrapError`` if there is no value, or what the body throws.
/// - Complexity: O(1), besides the body.
public func XCTUnwrap<Value>(
  _ optional: inout Value?,
  _ body: (inout Value) throws -> Void
) throws {
  try unwrap(&optional, body)
}

/// Thrown where a value was expected and there is none.
public struct UnwrapError: Error, CustomStringConvertible {
  /// The type of the value.
  public let type: String

  /// The type that was expected, in a sentence.
  public var description: String {
    "Expected a value of type '\(type)', but found 'nil'."
  }
}
