// SPDX-License-Identifier: MIT

/// Optional details of a sent action: its animation, and a check of the part of the state that receives it.
@usableFromInline
package final class SendingDetails: Sendable {
  @usableFromInline let animation: StoreAnimation?
  // `nonisolated(unsafe)`, because only the store's loop calls it, on the store's actor.
  @usableFromInline nonisolated(unsafe) let check: PartCheck?

  @usableFromInline
  init(animation: StoreAnimation? = nil, check: PartCheck?) {
    self.animation = animation
    self.check = check
  }
}

/// A function that returns a problem if another part has replaced the part that an action is for, and otherwise `nil`.
@usableFromInline package typealias PartCheck = (_ root: UnsafeRawPointer) -> String?
