// SPDX-License-Identifier: MIT

internal import Foundation

/// Returns whether two regions of memory have the same bytes; callable from inlinable code.
@usableFromInline
package func haveSameBytes(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, _ count: Int) -> Bool {
  memcmp(lhs, rhs, count) == 0
}
