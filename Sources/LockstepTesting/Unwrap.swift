// SPDX-License-Identifier: MIT

/// Changes the value of an optional, or throws an error if the optional is `nil`.
///
/// ```swift
/// store.send(.rematchButtonTapped) {
///   try unwrap(&$0.alert) { $0.message = "…" }
/// }
/// ```
///
/// - Parameters:
///   - optional: The optional to unwrap.
///   - body: Changes the value.
/// - Returns: The result of the body.
/// - Throws: An error that names the type if the optional is `nil`, or any error that the body throws. Changes that
///   the body made before it threw are kept.
/// - Complexity: O(1) plus the body. The value is changed without a copy.
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
/// Changes the value of an optional, or throws an error if the optional is `nil`.
///
/// Equivalent to ``unwrap(_:_:)``, under the name that XCTest uses.
///
/// ```swift
/// store.send(.rematchButtonTapped) {
///   try XCTUnwrap(&$0.alert) { $0.message = "…" }
/// }
/// ```
///
/// - Parameters:
///   - optional: The optional to unwrap.
///   - body: Changes the value.
/// - Throws: An error that names the type if the optional is `nil`, or any error that the body throws.
/// - Complexity: O(1) plus the body.
public func XCTUnwrap<Value>(
  _ optional: inout Value?,
  _ body: (inout Value) throws -> Void
) throws {
  try unwrap(&optional, body)
}

package struct UnwrapError: Error, CustomStringConvertible {
  package let type: String

  package var description: String {
    "Expected a value of type '\(type)', but found 'nil'."
  }
}
