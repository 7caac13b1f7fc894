// SPDX-License-Identifier: MIT

// The way of the actions that effects and senders send from elsewhere into the queue.
extension StoreRuntime {
  /// Whether anything waits for ``processMail(isNewRun:)`` to take it.
  package var hasMail: Bool { mailbox.hasMessages || taken != appended }

  /// Sets the function that makes the owner call ``processMail(isNewRun:)`` when an effect sends from
  /// elsewhere.
  package func setWake(eachTime: Bool = false, _ wake: @escaping @Sendable () -> Void) {
    mailbox.setWake(eachTime: eachTime, wake)
  }

  /// Sets functions for the values that effects send from elsewhere, which may wait for their turn.
  ///
  /// - Parameters:
  ///   - take: Gets what puts a value into the mailbox.
  ///   - takeBefore: Called before anything that is sent later, to put the values that wait into the mailbox.
  func passMail(
    to take: @escaping @Sendable (_ deliver: @escaping @Sendable () -> Void) -> Void,
    before takeBefore: @escaping @Sendable () -> Void
  ) {
    self.takeBefore = takeBefore
    mailbox.deliver = { [deliver = mailbox.deliver] runtime, mailbox, action, details, turn in
      guard turn == nil else { return deliver(runtime, mailbox, action, details, turn) }
      // The mailbox's own function makes the message: it is specialized, and need not look up the message's type.
      // `nonisolated(unsafe)` because the function uses the runtime only with a turn. Here there is none, so the reference
      // is passed on and never followed, even if the runtime has been released by then.
      nonisolated(unsafe) let runtime = runtime
      take { deliver(runtime, mailbox, action, details, nil) }
    }
  }

  /// Takes from the queue the actions that effects have sent from elsewhere, and everything that follows from
  /// them.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened since the last run, so that chains of
  ///   actions begin anew.
  @inlinable
  package func processMail(isNewRun: Bool = true) {
    let messages = mailbox.takeMessages(isWoken: true)
    // User code may run a run loop within a turn, in which case the current run takes the messages.
    guard isRunning == false else { return enqueue(messages) }
    isRunning = true
    if isNewRun { firstOfRun = taken + 1 }
    enqueue(messages)
    lastOfRun = appended
    takeTurns()
  }

  /// Moves the messages that have arrived to the queue, and returns whether anything there is for this run.
  @inlinable
  func hasMailForRun() -> Bool {
    guard mailbox.hasMessages else { return false }
    enqueue(mailbox.takeMessages(isWoken: false))
    return taken < lastOfRun
  }

  /// Moves the messages that have arrived in the mailbox to the queue, so that actions appended next come
  /// after them.
  @inlinable
  func moveMail() {
    if let takeBefore { takeBefore() }
    if mailbox.hasMessages { enqueue(mailbox.takeMessages(isWoken: false)) }
  }

  /// Appends actions that were sent from elsewhere.
  ///
  /// Values that an effect continues to send from elsewhere follow from the run that has started the effect,
  /// but the run takes only those that have arrived by the time of the next turn: otherwise it would never
  /// end.
  @inlinable
  func enqueue(_ messages: consuming Messages) {
    if isTakingCall {
      lateMessages.append(messages)
      return
    }
    while let message = messages.popFirst() {
      if let details = message.details {
        let action = unsafeDowncast(message, to: ActionMessage<Action>.self).action
        let start = details.start
        let isOfRun = isRunning && start.action >= firstOfRun
        append(action, QueuedAction(details, depth: isOfRun ? start.depth : -1))
        if isOfRun, start.depth == depth { lastOfRun = appended }
      } else if let call = message.call {
        let wasRunning = isRunning
        (isRunning, isTakingCall) = (true, true)
        call()
        (isRunning, isTakingCall) = (wasRunning, false)
      }
    }
    if lateMessages.isEmpty == false { enqueue(lateMessages.takeAll()) }
  }
}
