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
  /// An action in the queue.
  private struct Entry {
    var action: Action
    /// Whose value it is, unless it was sent from outside or at once.
    var source: EffectScope?
    /// What its effects are to run in, if somebody waits for them already.
    var effects: EffectScope?
    var animation: Animation?
    var cause: ActionCause
    var depth: Int
  }

  private let statePointer: UnsafeMutablePointer<State>
  private let reduce: (inout State, Action) -> Effect<Action, Never>
  private let actionLimit: Int
  private let host: EffectHost
  private let mailbox = Mailbox<Action>()

  /// The scope above all that runs.
  package let top: EffectScope

  /// Called at the end of each turn.
  package var turnEnded: ((Turn<Action>) -> Void)?

  private var queue = Queue<Entry>()
  private var isRunning = false
  private var run: UInt64 = 0
  private var depth = 0
  private var sequenceNumber = 0
  private var isHoldingMailboxAwake = false
  private var hasEmptiedMailbox = false
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

  /// Sends an action, and takes from the queue until it is empty unless a call further out does.
  ///
  /// - Returns: What the effects of the action run in, or `nil` if nothing runs.
  package func send(_ action: Action, _ cause: ActionCause) -> EffectScope? {
    if case .caller(let location) = cause { lastCaller = location }
    moveMail()
    var entry = Entry(action: action, cause: cause, depth: 0)
    if isRunning || queue.isEmpty == false {
      entry.effects = top.makeChild()
      entry.depth = isRunning ? depth + 1 : 0
      queue.append(entry)
      if isRunning == false { process(isNewRun: true) }
      return entry.effects
    }
    isRunning = true
    run &+= 1
    let effects = takeTurn(entry)
    takeTurns()
    return effects
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
    hasEmptiedMailbox = false
    while let entry = nextEntry() {
      // A value whose effect was cancelled after it was sent is void.
      if let source = entry.source, source.isCancelled { continue }
      _ = takeTurn(entry)
      entry.source?.release()
    }
    isRunning = false
  }

  private func nextEntry() -> Entry? {
    if let entry = queue.popFirst() { return entry }
    guard isHoldingMailboxAwake else { return nil }
    // What follows at once is taken now, and so is what came meanwhile; what goes on coming waits
    // for the next call, so that whoever else is on this actor has a turn.
    let letters = mailbox.takeLettersOrSleep(isPatient: hasEmptiedMailbox)
    hasEmptiedMailbox = true
    isHoldingMailboxAwake = letters.isEmpty == false
    enqueue(letters)
    return queue.popFirst()
  }

  /// Moves what has arrived in the mailbox to the queue, so that what is appended next comes after.
  private func moveMail() {
    guard mailbox.mayHaveLetters else { return }
    enqueue(mailbox.takeLetters())
  }

  private func enqueue(_ letters: [Mailbox<Action>.Letter]) {
    for letter in letters {
      let isOfThisRun = isRunning && letter.origin.run == run
      queue.append(
        Entry(
          action: letter.action,
          source: letter.scope,
          animation: letter.animation,
          cause: .effect(letter.scope.description),
          depth: isOfThisRun ? letter.origin.depth + 1 : 0
        )
      )
    }
  }

  // MARK: One turn

  private func takeTurn(_ entry: Entry) -> EffectScope? {
    depth = entry.depth
    guard isWithinLimit(entry) else {
      entry.effects?.leave()
      return entry.effects
    }
    sequenceNumber += 1
    var effects = entry.effects
    let node = reduce(&statePointer.pointee, entry.action).node
    // Whoever has sent the action may have cancelled its effects while it waited for its turn.
    if let node, effects?.isActive != false {
      start(node, &effects)
    }
    effects?.leave()
    if let turnEnded {
      turnEnded(
        Turn(
          action: entry.action,
          sequenceNumber: sequenceNumber,
          cause: entry.cause,
          animation: entry.animation
        )
      )
    }
    return effects
  }

  /// Starts an effect; what it needs no task for happens here and now.
  private func start(_ node: EffectNode<Action, Never>, _ effects: inout EffectScope?) {
    switch node.kind {
    case .value:
      moveMail()
      let value = unsafeDowncast(node, to: ValueNode<Action, Never>.self).value
      queue.append(Entry(action: value, cause: .effect(nil), depth: depth + 1))
    case .merge:
      for node in unsafeDowncast(node, to: MergeNode<Action, Never>.self).nodes {
        start(node, &effects)
      }
    case .fireAndForget:
      unsafeDowncast(node, to: FireAndForgetNode<Action, Never>.self).run(host)
    case .other:
      guard let scope = effects ?? top.makeChild() else { return }
      effects = scope
      isHoldingMailboxAwake = true
      mailbox.startBegins()
      node.start(MailSender(mailbox, ActionOrigin(run: run, depth: depth)), in: scope)
      mailbox.startEnds()
    }
  }

  // MARK: The loop guard

  /// Reports a chain of actions that does not end, once, and drops what goes on with it.
  private func isWithinLimit(_ entry: Entry) -> Bool {
    guard entry.depth > actionLimit - 10 else {
      if lastActions.isEmpty == false { lastActions = [] }
      return true
    }
    guard entry.depth > actionLimit else {
      if lastActions.count == 10 { lastActions.removeFirst() }
      lastActions.append(entry.action)
      return true
    }
    guard reportedRun != run else { return false }
    reportedRun = run
    let last = lastActions.flatMap { Dump($0).lines(indentation: 2) }.joined(separator: "\n")
    let message = """
      A chain of actions does not end.

      \(actionLimit) actions followed from one another without anything from outside. The last were:

      \(last)

      This one was dropped: \(Dump(entry.action).text)

      Each of them was sent by an effect of the one before, or by an observer of its change. Let one \
      of them end the chain, or raise the limit that the store was made with.
      """
    IssueReporting.current.report(ReportedIssue(message, at: lastCaller ?? SourceLocation()))
    return false
  }
}

/// What the store has done in one turn.
package struct Turn<Action: Sendable> {
  package var action: Action
  /// Counts the turns of a store, from 1.
  package var sequenceNumber: Int
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
