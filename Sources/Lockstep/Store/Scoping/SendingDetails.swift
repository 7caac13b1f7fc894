// SPDX-License-Identifier: MIT

/// What a store says about an action that it sends, which only a few stores and calls do.
///
/// `@unchecked` because of the check, which only the loop of the store calls, where the store lives.
@usableFromInline
package final class SendingDetails: @unchecked Sendable {
  @usableFromInline let animation: StoreAnimation?
  @usableFromInline let check: PartCheck?

  @usableFromInline
  init(animation: StoreAnimation? = nil, check: PartCheck?) {
    self.animation = animation
    self.check = check
  }
}

/// A function that returns the problem with an action for a part whose place another one has taken in the root's state;
/// `nil` if there is none.
@usableFromInline package typealias PartCheck = (_ root: UnsafeRawPointer) -> String?
