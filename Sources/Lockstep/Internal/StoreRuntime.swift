// SPDX-License-Identifier: MIT

/// The state of a store, the queue of its actions, and the one loop that takes from it.
///
/// `Store` and `TestStore` drive it, so that there is one meaning of everything:
///
/// - Whoever sends appends to one queue: a caller, an observer, an effect, another thread.
/// - A turn takes one action: the reducer runs, its effect is started, observers are told.
/// - What an effect sends while it is started is queued before what observers send in that turn.
/// - Sending within a turn only appends; the outermost call takes until all that follows from what
///   it has sent has had its turn.
///
/// Isolation: that of its owner. Only the mailbox and the scopes are touched from elsewhere.
package final class StoreRuntime<State, Action: Sendable> {
  private let statePointer: UnsafeMutablePointer<State>
  private let reduce: (inout State, Action) -> Effect<Action, Never>
  private let actionLimit: Int
  private let host: EffectHost
  private let mailbox = Mailbox<Action>()

  /// The scope above all that runs.
  package let top: EffectScope

  /// Called at the end of each turn.
  package var turnEnded: ((Action, Turn) -> Void)?

  // What waits: the actions, and in the same order what is known of each. They are apart because
  // the second has one type for all stores, which is cheaper to handle.
  private var actions = Queue<Action>()
  private var tickets = Queue<Ticket>()
  private var appended = 0
  private var taken = 0
  /// The last action that the run under way must take; what is appended by others may stay behind.
  private var lastOfRun = 0
  private var isRunning = false
  private var run: UInt64 = 0
  private var depth = 0
  private var sequenceNumber = 0
  private var isHoldingMailboxAwake = false
  private var lastActions: [Action] = []
  private var reportedRun: UInt64?
  private var lastCaller: SourceLocation?

  package init(
    initialState: State,
    host: EffectHost,
    actionLimit: Int,
    reduce: @escaping (inout State, Action) -> Effect<Action, Never>
  ) {
    statePointer = .allocate(capacity: 1)
    statePointer.initialize(to: initialState)
    self.host = host
    self.actionLimit = actionLimit
    self.reduce = reduce
    top = EffectScope(topOf: host)
  }

  deinit {
    top.cancel()
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  package var state: State { statePointer.pointee }

  /// The state in place, for reading.
  var pointer: UnsafePointer<State> { UnsafePointer(statePointer) }

  /// Sets what makes the owner call ``processMail(isNewRun:)`` when an effect sends from elsewhere.
  package func setWake(forEachLetter: Bool = false, _ wake: @escaping @Sendable () -> Void) {
    mailbox.setWake(forEachLetter: forEachLetter, wake)
  }

  // MARK: Sending

  /// Sends an action, and takes from the queue until the action and all that follows from it have
  /// had their turns, unless a call further out does.
  ///
  /// - Returns: What the effects of the action run in, or `nil` if nothing runs.
  package func send(_ action: Action, from caller: SourceLocation) -> EffectScope? {
    moveMail()
    lastCaller = caller
    guard isRunning == false, taken == appended else {
      let effects = top.makeChild()
      append(
        action,
        Ticket(effects: effects, cause: .caller(caller), depth: isRunning ? depth + 1 : 0)
      )
      lastOfRun = appended
      if isRunning == false {
        isRunning = true
        run &+= 1
        takeTurns()
      }
      return effects
    }
    isRunning = true
    run &+= 1
    depth = 0
    let effects = takeTurn(action, effects: nil)
    turnEnded?(action, Turn(cause: .caller(caller), animation: nil))
    takeTurns()
    return effects
  }

  private func append(_ action: Action, _ ticket: Ticket) {
    actions.append(action)
    tickets.append(ticket)
    appended += 1
  }

  /// Takes from the queue what effects have sent from elsewhere, and all that follows from it.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened since the last run, so that
  ///   chains of actions begin anew.
  package func processMail(isNewRun: Bool = true) {
    // A turn that is under way looks into the mailbox by itself.
    guard isRunning == false else { return }
    isHoldingMailboxAwake = true
    isRunning = true
    if isNewRun { run &+= 1 }
    moveMail()
    lastOfRun = appended
    takeTurns()
  }

  /// Takes turns until the run has come to its end.
  ///
  /// A run ends although others keep sending, so that the store's actor can do something else in
  /// between: what they have sent by then waits for the next run.
  private func takeTurns() {
    while taken < lastOfRun || looksIntoMailbox() {
      guard let action = actions.popFirst(), let ticket = tickets.popFirst() else { break }
      taken += 1
      // A value whose effect was cancelled after it was sent is void.
      if let source = ticket.source, source.isCancelled { continue }
      depth = ticket.depth
      if isWithinLimit(action) {
        _ = takeTurn(action, effects: ticket.effects)
        turnEnded?(action, Turn(cause: ticket.cause, animation: ticket.animation))
      } else {
        ticket.effects?.leave()
      }
      ticket.source?.release()
    }
    isRunning = false
    if taken < appended {
      isHoldingMailboxAwake = false
      mailbox.wakeStore()
    }
  }

  /// Moves what has arrived to the queue; returns whether something in it follows from this run.
  private func looksIntoMailbox() -> Bool {
    guard isHoldingMailboxAwake || mailbox.mayHaveLetters else { return false }
    let letters = mailbox.takeLettersOrSleep()
    isHoldingMailboxAwake = letters.isEmpty == false
    enqueue(letters)
    return taken < lastOfRun
  }

  /// Moves what has arrived in the mailbox to the queue, so that what is appended next comes after.
  private func moveMail() {
    guard mailbox.mayHaveLetters else { return }
    enqueue(mailbox.takeLetters())
  }

  private func enqueue(_ letters: [Mailbox<Action>.Letter]) {
    for letter in letters {
      let isOfThisRun = isRunning && letter.origin.run == run
      append(
        letter.action,
        Ticket(
          source: letter.scope,
          animation: letter.animation,
          cause: .effect(letter.scope.description),
          depth: isOfThisRun ? letter.origin.depth + 1 : 0
        )
      )
      if isOfThisRun { lastOfRun = appended }
    }
  }

  // MARK: One turn

  private func takeTurn(_ action: Action, effects: EffectScope?) -> EffectScope? {
    var effects = effects
    sequenceNumber += 1
    let node = reduce(&statePointer.pointee, action).node
    // Whoever has sent the action may have cancelled its effects while it waited for its turn.
    if let node, effects?.isActive != false {
      start(node, &effects)
    }
    effects?.leave()
    return effects
  }

  /// Starts an effect; what it needs no task for happens here and now.
  private func start(_ node: EffectNode<Action, Never>, _ effects: inout EffectScope?) {
    switch node.kind {
    case .value:
      moveMail()
      let value = unsafeDowncast(node, to: ValueNode<Action, Never>.self).value
      append(value, Ticket(cause: .effect(nil), depth: depth + 1))
      lastOfRun = appended
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).nodes {
        start(node, &effects)
      }
    case .fireAndForget:
      unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self).run(host)
    case .other:
      if isHoldingMailboxAwake == false {
        mailbox.stayAwake()
        isHoldingMailboxAwake = true
      }
      guard let scope = effects ?? top.makeChild() else { return }
      effects = scope
      node.start(MailSender(mailbox, ActionOrigin(run: run, depth: depth)), in: scope)
    }
  }

  // MARK: The loop guard

  /// Reports a chain of actions that does not end, once in a run, and drops what goes on with it.
  private func isWithinLimit(_ action: Action) -> Bool {
    guard depth > actionLimit - 10 else {
      if lastActions.isEmpty == false { lastActions = [] }
      return true
    }
    guard depth > actionLimit else {
      if lastActions.count == 10 { lastActions.removeFirst() }
      lastActions.append(action)
      return true
    }
    guard reportedRun != run else { return false }
    reportedRun = run
    let last = lastActions.flatMap { Dump($0).lines(indentation: 2) }.joined(separator: "\n")
    let message = """
      A chain of actions does not end.

      \(actionLimit) actions followed from one another without anything from outside. The last were:

      \(last)

      This one was dropped: \(Dump(action).text)

      Each of them was sent by an effect of the one before, or by an observer of its change. Let one \
      of them end the chain, or raise the limit that the store was made with.
      """
    IssueReporting.current.report(ReportedIssue(message, at: lastCaller ?? SourceLocation()))
    return false
  }
}

/// What is known of an action in the queue.
private struct Ticket {
  /// Whose value it is, unless it was sent from outside or at once.
  var source: EffectScope?
  /// What its effects are to run in, if somebody waits for them already.
  var effects: EffectScope?
  var animation: Animation?
  var cause: ActionCause
  var depth: Int
}

/// How the action of a turn came about.
package struct Turn: Sendable {
  package var cause: ActionCause
  package var animation: Animation?
}

/// Who sent an action.
package enum ActionCause: Sendable {
  /// A call of `send`.
  case caller(SourceLocation)
  /// An effect, if it is described.
  case effect(EffectDescription?)
}
