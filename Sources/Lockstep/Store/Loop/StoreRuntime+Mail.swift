// SPDX-License-Identifier: MIT

extension StoreRuntime {
  package var hasMail: Bool { mailbox.hasMessages || taken != appended }

  package func setWake(eachTime: Bool = false, _ wake: @escaping @Sendable () -> Void) {
    mailbox.setWake(eachTime: eachTime, wake)
  }

  /// Intercepts the values that effects send from elsewhere, so that they can wait.
  ///
  /// - Parameters:
  ///   - take: Receives a function that puts a value into the mailbox.
  ///   - takeBefore: Puts the waiting values into the mailbox, before anything that is sent later.
  func passMail(
    to take: @escaping @Sendable (_ deliver: @escaping @Sendable () -> Void) -> Void,
    before takeBefore: @escaping @Sendable () -> Void
  ) {
    self.takeBefore = takeBefore
    mailbox.deliver = { [deliver = mailbox.deliver] runtime, mailbox, action, details, turn in
      guard turn == nil else { return deliver(runtime, mailbox, action, details, turn) }
      // The mailbox's own function creates the message: it is specialized and need not look up the message's type.
      // `nonisolated(unsafe)` because the function uses the runtime only with a turn. Without one, it never follows the
      // reference, even if the runtime was released.
      nonisolated(unsafe) let runtime = runtime
      take { deliver(runtime, mailbox, action, details, nil) }
    }
  }

  /// Processes the actions that effects sent from elsewhere, and everything that follows from them.
  ///
  /// - Parameter isNewRun: Whether outside input has occurred since the last run, so that chains of actions start anew.
  @inlinable
  package func processMail(isNewRun: Bool = true) {
    let messages = mailbox.takeMessages(isWoken: true)
    // User code may run a run loop within a turn. In this case, the current run takes the messages.
    guard isRunning == false else { return enqueue(messages) }
    isRunning = true
    if isNewRun { firstOfRun = taken + 1 }
    enqueue(messages)
    lastOfRun = appended
    takeTurns()
  }

  /// Moves messages from the mailbox to the queue, and returns whether the current run must take any of them.
  @inlinable
  func hasMailForRun() -> Bool {
    guard mailbox.hasMessages else { return false }
    enqueue(mailbox.takeMessages(isWoken: false))
    return taken < lastOfRun
  }

  /// Moves messages from the mailbox to the queue, before the actions that are appended next.
  @inlinable
  func moveMail() {
    if let takeBefore { takeBefore() }
    if mailbox.hasMessages { enqueue(mailbox.takeMessages(isWoken: false)) }
  }

  /// Appends actions that were sent from elsewhere.
  ///
  /// Values that an effect keeps sending belong to the run that started the effect. The run takes only those that
  /// arrive by its next turn. Otherwise, it would never end.
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
