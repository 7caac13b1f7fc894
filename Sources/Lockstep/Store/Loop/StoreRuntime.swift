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
/// What runs in every turn can be inlined, so that it is specialized where the types are known.
///
/// Isolation: that of its owner. Only the mailbox and the scopes are touched from elsewhere.
@usableFromInline
package final class StoreRuntime<State, Action: Sendable> {
  @usableFromInline let statePointer: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action, Never>
  @usableFromInline let actionLimit: Int
  @usableFromInline let context: EffectContext
  @usableFromInline let mailbox: Mailbox<Action>
  /// What reads in which case an action is; `nil` if its type has none.
  @usableFromInline let caseReader = CaseTag(someCaseOf: Action.self)

  /// The scope above all that runs.
  @usableFromInline package let top: EffectScope

  /// Those who are told of each turn.
  @usableFromInline let observers = ObserverList()

  // NB: The fields below are not checked for exclusive access while the program runs, which costs more
  // than a turn. Nobody else can have access: the owner's isolation keeps other threads out, and no
  // field is lent to code that could come back here.

  /// Called at the end of each turn with the action, who has sent it, and whose value it is, if it is one.
  @exclusivity(unchecked) @usableFromInline
  package var turnEnded: ((Action, ActionCause, EffectScope?) -> Void)?

  // What waits: the actions, and in the same order what is known of each. They are apart because
  // the second has one type for all stores, which is cheaper to handle where this is not specialized.
  @exclusivity(unchecked) @usableFromInline var actions = Queue<Action>()
  @exclusivity(unchecked) @usableFromInline var queuedActions = Queue<QueuedAction>()
  @exclusivity(unchecked) @usableFromInline var appended = 0
  @exclusivity(unchecked) @usableFromInline var taken = 0
  /// The last action that the run under way must take; what is appended by others may stay behind.
  @exclusivity(unchecked) @usableFromInline var lastOfRun = 0
  @exclusivity(unchecked) @usableFromInline var isRunning = false
  /// Whether `send` is called for a letter, and so only appends, as something from outside.
  @exclusivity(unchecked) @usableFromInline var isTakingCall = false
  @exclusivity(unchecked) @usableFromInline var hasNotedTurn = false
  /// The number of the first action of the run; `taken` is that of the action that has its turn.
  @exclusivity(unchecked) @usableFromInline var firstOfRun = 0
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var lastCaller = CodeLocation()

  // For the guard of chains that do not end.
  var lastActions: [Action] = []
  var reportedRun: Int?

  @inlinable
  package init(
    initialState: State,
    context: EffectContext,
    actionLimit: Int,
    sites: SiteSet? = nil,
    reduce: @escaping (inout State, Action) -> Effect<Action, Never>
  ) {
    statePointer = .allocate(capacity: 1)
    statePointer.initialize(to: initialState)
    self.context = context
    self.actionLimit = max(actionLimit, 0)
    self.reduce = reduce
    mailbox = Mailbox(StatePosition(root: sites))
    top = EffectScope(topOf: context)
    // The mailbox calls it, and within a turn, which is this object's, only on the thread of that.
    mailbox.deliver = { [unowned(unsafe) self, unowned(unsafe) mailbox] action, details, turn in
      if let turn {
        appendValue(action, details, sentIn: turn)
      } else {
        mailbox.append(.value(action, details))
      }
    }
  }

  deinit {
    top.cancel()
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  package var state: State { statePointer.pointee }

  /// Whether anything waits that ``processMail(isNewRun:)`` takes.
  package var hasMail: Bool { mailbox.hasLetters || taken != appended }

  /// Sets what makes the owner call ``processMail(isNewRun:)`` when an effect sends from elsewhere.
  @usableFromInline
  package func setWake(eachTime: Bool = false, _ wake: @escaping @Sendable () -> Void) {
    mailbox.setWake(eachTime: eachTime, wake)
  }

  // MARK: Sending

  /// Sends an action, and takes from the queue until the action and all that follows from it have
  /// had their turns, unless a call further out does.
  ///
  /// - Returns: What the effects of the action run in, or `nil` if nothing runs.
  @inlinable
  package func send(
    _ action: Action,
    from caller: CodeLocation,
    animation: StoreAnimation? = nil
  ) -> EffectScope? {
    if isRunning || taken != appended || mailbox.hasLetters || animation != nil {
      return sendByQueue(action, from: caller, animation)
    }
    isRunning = true
    // It passes by the queue.
    appended += 1
    taken += 1
    firstOfRun = taken
    depth = 0
    lastCaller = caller
    let effects = takeTurn(action, queued: nil)
    endTurn(action, queued: nil)
    takeTurns()
    return effects
  }

  @usableFromInline
  func sendByQueue(
    _ action: Action,
    from caller: CodeLocation,
    _ animation: StoreAnimation?
  ) -> EffectScope? {
    if isTakingCall {
      let details = QueuedAction.Details(animation: animation, cause: .caller(caller))
      append(action, QueuedAction(details, depth: -1))
      return nil
    }
    moveMail()
    // The depth of a run that has ended says nothing of the next one.
    let depth = isRunning ? self.depth + 1 : 0
    context.origin = ActionOrigin(action: appended + 1, depth: depth, tag: tag(of: action))
    let effects = top.makeChild(isShared: true)
    let details = QueuedAction.Details(
      effects: effects,
      animation: animation,
      cause: .caller(caller)
    )
    let sender = ActionOrigin(action: 0, depth: depth - 1, tag: ActionOrigin.noTag)
    append(action, QueuedAction(sender: sender, details: details))
    lastOfRun = appended
    if isRunning == false {
      isRunning = true
      firstOfRun = taken + 1
      takeTurns()
    }
    return effects
  }

  /// Calls a function that may send actions, as an observer is called in a turn: they wait until it has
  /// returned, and have had their turns when this has.
  func beforeTurns(_ body: () -> Void) {
    guard isRunning == false else { return body() }
    isRunning = true
    firstOfRun = taken + 1
    // What is sent follows from no action.
    depth = -1
    if context.isBusy {
      noteTurn(ActionOrigin(action: firstOfRun, depth: depth, tag: ActionOrigin.noTag))
    }
    body()
    takeTurns()
  }

  @inlinable
  func append(_ action: Action, _ queued: consuming QueuedAction) {
    actions.append(action)
    queuedActions.append(queued)
    appended += 1
  }

  /// Takes from the queue what effects have sent from elsewhere, and all that follows from it.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened since the last run, so that
  ///   chains of actions begin anew.
  @inlinable
  package func processMail(isNewRun: Bool = true) {
    let letters = mailbox.takeLetters(isWoken: true)
    // Code of the user may run a run loop in a turn, which takes them then.
    guard isRunning == false else { return enqueue(letters) }
    isRunning = true
    if isNewRun { firstOfRun = taken + 1 }
    enqueue(letters)
    lastOfRun = appended
    takeTurns()
  }

  /// Takes turns until the run has come to its end.
  ///
  /// A run ends although others keep sending, so that the store's actor can do something else in
  /// between: what they have sent by then waits for the next run.
  @inlinable
  func takeTurns() {
    while taken < lastOfRun || hasMailForRun() {
      guard let action = actions.popFirst(), let queued = queuedActions.popFirst() else { break }
      taken += 1
      // A value whose effect was cancelled after it was sent is void.
      if let source = queued.details?.source, isVoid(source) { continue }
      depth = queued.depth
      if depth <= actionLimit - 10 || isWithinLimit(action) {
        _ = takeTurn(action, queued: queued)
        endTurn(action, queued: queued)
      } else {
        queued.details?.effects?.leave()
      }
      queued.details?.source?.release()
    }
    isRunning = false
    if hasNotedTurn {
      hasNotedTurn = false
      context.turnsEnded()
    }
    if taken < appended { mailbox.wakeOwner() }
  }

  /// Whether what an effect has sent is void.
  @usableFromInline
  func isVoid(_ source: EffectScope) -> Bool {
    if context.statePositions.hasUnchecked { cancelOrphans(after: 0) }
    return source.isCancelled
  }

  /// Moves what has arrived to the queue; returns whether something in it is for this run.
  @inlinable
  func hasMailForRun() -> Bool {
    guard mailbox.hasLetters else { return false }
    enqueue(mailbox.takeLetters(isWoken: false))
    return taken < lastOfRun
  }

  /// Moves what has arrived in the mailbox to the queue, so that what is appended next comes after.
  @inlinable
  func moveMail() {
    if mailbox.hasLetters { enqueue(mailbox.takeLetters(isWoken: false)) }
  }

  /// Appends what was sent from elsewhere.
  ///
  /// What an effect goes on sending from elsewhere follows from the run that has started the effect, but
  /// the run takes only what has come by the time of the next turn: it would have no end otherwise.
  @inlinable
  func enqueue(_ letters: [Mailbox<Action>.Letter]) {
    for letter in letters {
      switch letter {
      case .value(let action, let details):
        let start = details.start
        let isOfRun = isRunning && start.action >= firstOfRun
        append(action, QueuedAction(details, depth: isOfRun ? start.depth : -1))
        if isOfRun, start.depth == depth { lastOfRun = appended }
      case .call(let call):
        let wasRunning = isRunning
        (isRunning, isTakingCall) = (true, true)
        call()
        (isRunning, isTakingCall) = (wasRunning, false)
      }
    }
  }

  /// Appends what an effect has sent within a turn of this run.
  @inlinable
  func appendValue(
    _ action: Action,
    _ details: QueuedAction.Details,
    sentIn turn: ActionOrigin
  ) {
    moveMail()
    append(action, QueuedAction(details, depth: turn.depth))
    lastOfRun = appended
  }

  // MARK: One turn

  @inlinable
  func takeTurn(_ action: Action, queued: QueuedAction?) -> EffectScope? {
    if context.isBusy { noteTurn(origin(of: action)) }
    let node = reduce(&statePointer.pointee, action).node
    let effects = queued?.details?.effects
    guard let node else {
      if let effects { effects.leave() }
      return effects
    }
    let origin = origin(of: action)
    if effects == nil, node.kind == .value {
      sendAtOnce(node, of: origin)
      return nil
    }
    return start(node, of: origin, queued)
  }

  @inlinable
  func endTurn(_ action: Action, queued: QueuedAction?) {
    if context.hasStatePositions { cancelOrphans(after: queued?.sender.action ?? 0) }
    if let turnEnded {
      turnEnded(action, queued?.cause ?? .caller(lastCaller), queued?.details?.source)
    }
    if observers.isEmpty == false {
      observers.notify(
        UnsafeRawPointer(statePointer),
        StoreChange(animation: queued?.details?.animation)
      )
    }
  }

  /// Cancels the effects whose state has gone.
  ///
  /// - Parameter sender: The number of the action whose effects have sent the action of this turn; zero
  ///   for none.
  @usableFromInline
  func cancelOrphans(after sender: Int) {
    context.statePositions.cancelOrphans(in: UnsafeMutableRawPointer(statePointer), after: sender)
  }

  @usableFromInline
  func noteTurn(_ origin: ActionOrigin) {
    hasNotedTurn = true
    context.turnBegan(origin)
  }

  /// What comes from the action that has its turn.
  @inlinable
  func origin(of action: borrowing Action) -> ActionOrigin {
    ActionOrigin(action: taken, depth: depth, tag: tag(of: action))
  }

  /// The tag of the case that an action is in, from which its name can be found out later.
  @inlinable
  func tag(of action: borrowing Action) -> UInt32 {
    guard let caseReader else { return ActionOrigin.noTag }
    return withUnsafePointer(to: action) { caseReader.tag(of: $0) }
  }

  /// Appends the value of an effect that is nothing but a value.
  @inlinable
  func sendAtOnce(_ node: EffectNode<Action, Never>, of origin: ActionOrigin) {
    moveMail()
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      QueuedAction(sender: origin, details: nil)
    )
    lastOfRun = appended
  }
}
