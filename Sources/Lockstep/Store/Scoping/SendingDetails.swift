// SPDX-License-Identifier: MIT

/// The details of an action that a store sends, which only few stores and calls have.
@usableFromInline
package final class SendingDetails: Sendable {
  @usableFromInline let animation: StoreAnimation?
  // `nonisolated(unsafe)` because only the loop of the store calls it, where the store lives.
  @usableFromInline nonisolated(unsafe) let check: PartCheck?

  @usableFromInline
  init(animation: StoreAnimation? = nil, check: PartCheck?) {
    self.animation = animation
    self.check = check
  }
}

/// A function that returns the problem with an action for a part whose place another one has taken in the root's state;
/// `nil` if there is none.
@usableFromInline package typealias PartCheck = (_ root: UnsafeRawPointer) -> String?
