// SPDX-License-Identifier: MIT

internal import Synchronization

package enum Membership {
  // The process shares one counter, because stamps of independently created arrays are compared too. No behavior
  // depends on the value of a stamp, only on its equality with another.
  private static let last = Atomic<UInt64>(0)

  package static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
