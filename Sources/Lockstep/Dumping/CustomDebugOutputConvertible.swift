// SPDX-License-Identifier: MIT

/// A value that says itself how messages show it.
///
/// For a value whose properties say too much, or too little. The text is shown as it is, also where
/// two values are compared line by line.
///
/// ```swift
/// extension Cube: CustomDebugOutputConvertible {
///   var debugOutput: String { "Cube(\(left.letter)\(top.letter)\(right.letter))" }
/// }
/// ```
public protocol CustomDebugOutputConvertible {
  /// The text that messages show.
  ///
  /// It should be the same for equal values.
  ///
  /// Isolation: called on the thread that makes the message.
  ///
  /// - Complexity: Should be O(*n*) in the size of the value; it is asked for once in each message.
  var debugOutput: String { get }
}
