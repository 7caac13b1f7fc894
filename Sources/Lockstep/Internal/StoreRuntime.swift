// SPDX-License-Identifier: MIT

/// The state of a store, the queue of its actions, and the one loop that takes from it.
///
/// `Store` and `TestStore` drive it, so that there is one meaning of everything:
///
/// - Whoever sends appends to one queue: a caller, an observer, an effect, another thread.
/// - A turn takes one action: the reducer runs, its effect is started, observers are told.
/// - What an effect sends while it is started is queued before what observers send in that turn.
/// - Sending within a turn only appends; the outermost call takes until the queue is empty.
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
  private var waiting = 0
  private var isRunning = false
  private var run: UInt64 = 0
  private var depth = 0
  private var sequenceNumber = 0
  private var isHoldingMailboxAwake = false
  private var lastActions: [Action] = []
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

  /// Sends an action, and takes from the queue until it is empty unless a call further out does.
  ///
  /// - Returns: What the effects of the action run in, or `nil` if nothing runs.
  package func send(_ action: Action, from caller: SourceLocation) -> EffectScope? {
    moveMail()
    lastCaller = caller
    guard isRunning == false, waiting == 0 else {
      let effects = top.makeChild()
      append(
        action,
        Ticket(effects: effects, cause: .caller(caller), depth: isRunning ? depth + 1 : 0)
      )
      if isRunning == false { process(isNewRun: true) }
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
    waiting += 1
  }

  /// Takes from the queue what effects have sent from elsewhere.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened since the last run, so that
  ///   chains of actions begin anew.
  package func processMail(isNewRun: Bool = true) {
    // A turn that is under way looks into the mailbox by itself.
    guard isRunning == false else { return }
    isHoldingMailboxAwake = true
    process(isNewRun: isNewRun)
  }

  private func process(isNewRun: Bool) {
    isRunning = true
    if isNewRun { run &+= 1 }
    takeTurns()
  }

  private func takeTurns() {
    while hasNext() {
      guard let action = actions.popFirst(), let ticket = tickets.popFirst() else { break }
      waiting -= 1
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
  }

  private func hasNext() -> Bool {
    moveMail()
    if waiting > 0 { return true }
    guard isHoldingMailboxAwake else { return false }
    let letters = mailbox.takeLettersOrSleep()
    isHoldingMailboxAwake = letters.isEmpty == false
    enqueue(letters)
    return waiting > 0
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

  /// Reports a chain of actions that does not end, and drops what goes on with it.
  private func isWithinLimit(_ action: Action) -> Bool {
    guard depth > actionLimit - 10 else {
      if lastActions.isEmpty == false { lastActions = [] }
      return true
    }
    guard depth > actionLimit else {
      lastActions.append(action)
      return true
    }
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
