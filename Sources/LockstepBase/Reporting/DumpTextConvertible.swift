// SPDX-License-Identifier: MIT

/// A type whose values appear in messages as their own text instead of their parts.
///
/// Types outside this package conform to `CustomReflectable` instead.
package protocol DumpTextConvertible {
  /// The verbatim text, which is the same for equal values.
  var dumpText: String { get }
}
