// SPDX-License-Identifier: MIT

internal import Foundation

@usableFromInline
package func haveSameBytes(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer, _ count: Int) -> Bool {
  memcmp(lhs, rhs, count) == 0
}
