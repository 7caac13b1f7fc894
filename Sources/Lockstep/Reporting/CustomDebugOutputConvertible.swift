// SPDX-License-Identifier: MIT

/// A type that determines how messages show its values.
///
/// Use it for values whose properties say too much or too little. The text is shown as it is, even where two
/// values are compared line by line.
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
  /// Isolation: called on the thread that creates the message.
  ///
  /// - Complexity: Should be O(*n*) in the size of the value; it is read once for each message.
  var debugOutput: String { get }
}
