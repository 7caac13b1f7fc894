// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Returns the child that sent an action, if it may have been removed and its parent's children are distinguishable.
  @usableFromInline
  func sender(in details: QueuedAction.Details) -> SenderPlace? {
    // Without compositions, no sender is a child.
    if mailbox.sites == nil { return nil }
    return details.place ?? details.source.flatMap { context.statePositions.lastSender(of: $0) }
  }

  /// Returns whether another part replaced the part for which an action was sent, and reports the action if so.
  @usableFromInline
  func isUnhandled(_ action: Action, from caller: CodeLocation, _ check: PartCheck) -> Bool {
    guard let problem = check(UnsafeRawPointer(statePointer)) else { return false }
    UnhandledAction(
      heading: "A scoped store sent an action while \(problem).",
      place: UnhandledAction.Place(action, nil),
      remedy: """
        The store dropped the action, because the sender uses the store of an earlier child. Use a new store for each \
        child, as 'ifLet' does.
        """,
      location: caller
    )
    .report(sentBy: StoreTurn.Sender(caller))
    return true
  }

  @inlinable
  func isUnhandled(_ action: Action, _ details: QueuedAction.Details) -> Bool {
    guard let check = details.check else { return false }
    return isUnhandled(action, from: details.sender.location ?? lastCaller, check)
  }
}
