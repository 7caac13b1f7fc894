// SPDX-License-Identifier: MIT

internal import Synchronization

/// Stamps that stand for sets of ids; 0 stands for the empty set.
package enum Membership {
  // The process has a single counter, because stamps of arrays that were made independently of each other are
  // compared too. Nothing else is shared by this: a stamp says only whether it is the same as another, and no
  // behaviour depends on its value.
  private static let last = Atomic<UInt64>(0)

  /// Returns a stamp that no other set of ids has.
  package static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
