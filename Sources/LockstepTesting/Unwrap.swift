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
///   - optional: The optional, which should hold a value.
///   - body: Changes the value.
/// - Returns: The result of the body.
/// - Throws: An error that names the type if there is no value, or the error that the body throws;
///   changes that the body made before throwing are kept.
/// - Complexity: O(1), apart from the body; the value is changed without a copy.
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
/// Changes the value in an optional, or throws if there is none: ``unwrap(_:_:)`` under the name that
/// users of XCTest know.
///
/// ```swift
/// store.send(.rematchButtonTapped) {
///   try XCTUnwrap(&$0.alert) { $0.message = "…" }
/// }
/// ```
///
/// - Parameters:
///   - optional: The optional, which should hold a value.
///   - body: Changes the value.
/// - Throws: An error that names the type if there is no value, or the error that the body throws.
/// - Complexity: O(1), apart from the body.
public func XCTUnwrap<Value>(
  _ optional: inout Value?,
  _ body: (inout Value) throws -> Void
) throws {
  try unwrap(&optional, body)
}

/// An error thrown where a value was expected and there is none.
package struct UnwrapError: Error, CustomStringConvertible {
  /// The type of the value.
  package let type: String

  /// A sentence that names the expected type.
  package var description: String {
    "Expected a value of type '\(type)', but found 'nil'."
  }
}
