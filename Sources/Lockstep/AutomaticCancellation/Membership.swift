// SPDX-License-Identifier: MIT

internal import Synchronization

/// Stamps that stand for sets of ids; 0 is that of the empty set.
enum Membership {
  // The process has one counter, because stamps of arrays that were made apart from each other are
  // compared too. That shares nothing else: a stamp says whether it is the same as another one, and
  // no behaviour depends on which it is.
  private static let last = Atomic<UInt64>(0)

  /// A stamp that no other set of ids has.
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
