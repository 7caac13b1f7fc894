// SPDX-License-Identifier: MIT

/// A type whose values appear in messages as a text of their own, and not by their parts.
///
/// Types outside of this package conform to `CustomReflectable` instead.
package protocol DumpTextConvertible {
  /// The text that messages show as it is, the same for equal values.
  var dumpText: String { get }
}
