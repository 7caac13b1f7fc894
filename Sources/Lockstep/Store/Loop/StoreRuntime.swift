// SPDX-License-Identifier: MIT

/// The state of a store, the queue of its actions, and the single loop that takes actions from the queue.
///
/// `Store` and `TestStore` both drive it, so that everything has one meaning:
///
/// - Every sender appends to the same queue: a caller, an observer, an effect, another thread.
/// - A turn takes one action: the reducer runs, its effect is started, observers are notified.
/// - Actions that an effect sends while it is being started are queued before those that observers send in
///   that turn.
/// - Sending within a turn only appends; the outermost call takes actions until everything that follows from
///   what it has sent has had its turn.
///
/// Code that runs in every turn can be inlined, so that it is specialized where the types are known.
///
/// Isolation: that of its owner. Only the mailbox and the scopes are accessed from elsewhere.
@usableFromInline
package final class StoreRuntime<State, Action: Sendable> {
  @usableFromInline let statePointer: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action, Never>
  @usableFromInline let actionLimit: Int
  /// The number of actions that may follow from one another before further ones are examined.
  @usableFromInline let safeDepth: Int
  @usableFromInline let context: EffectContext
  @usableFromInline let mailbox: Mailbox<Action>
  /// The reader of the case that an action is in; `nil` if the type of actions has no cases.
  @usableFromInline let caseReader = CaseTag(someCaseOf: Action.self)

  /// The scope above everything that runs; there is none until anything does.
  @exclusivity(unchecked) private var knownTop: EffectScope?

  /// The observers, which are notified of the turns.
  @usableFromInline let observers = ObserverList()

  // NB: Exclusive access to the fields below is not checked at run time, since that would cost more than a
  // turn. Nothing else can access them: the owner's isolation keeps other threads out, and no field is passed inout
  // to code that could come back here.

  /// The recorders of the turns; `nil` as long as there are none.
  @exclusivity(unchecked) @usableFromInline var recorders: TurnRecorders?

  // The waiting actions and, in the same order, the information about each. They are apart because the latter
  // has one type for all stores, which is cheaper to handle where this is not specialized.
  @exclusivity(unchecked) @usableFromInline var actions = Queue<Action>()
  @exclusivity(unchecked) @usableFromInline var queuedActions = Queue<QueuedAction>()
  @exclusivity(unchecked) @usableFromInline var appended = 0
  @exclusivity(unchecked) @usableFromInline var taken = 0
  /// The number of the last action that the current run must take; actions that others append may stay
  /// behind.
  @exclusivity(unchecked) @usableFromInline var lastOfRun = 0
  @exclusivity(unchecked) @usableFromInline var isRunning = false
  /// Whether `send` is being called for a message, and so only appends, as if called from outside.
  @exclusivity(unchecked) @usableFromInline var isTakingCall = false
  /// The messages that have been taken out while `send` was being called for a message, and come after those before.
  @exclusivity(unchecked) @usableFromInline var lateMessages = Messages()
  /// The number of the action whose turn the context knows of in this run; zero for a turn of no action, and negative
  /// before the first.
  @exclusivity(unchecked) @usableFromInline var notedTurn = -1
  /// The number of the first action of the run; `taken` is that of the action whose turn it is.
  @exclusivity(unchecked) @usableFromInline var firstOfRun = 0
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var lastCaller = CodeLocation()
  /// How often a turn has started or ended effects, other than values.
  @exclusivity(unchecked) package private(set) var startCount = 0

  /// Puts values that wait elsewhere into the mailbox, in the store of a test.
  @exclusivity(unchecked) @usableFromInline var takeBefore: (@Sendable () -> Void)?

  // For the guard against chains of actions that do not end.
  var lastActions: [Action] = []
  var reportedRun: Int?

  // The last field, so that those that each turn needs stay close to each other.
  /// The children of the state that have hooks; `nil` if there are no hooks.
  @usableFromInline let lives: Lives?
  /// Returns the `onMount` effects of the first state; `nil` if there are none.
  @usableFromInline var mount: ((inout State) -> Effect<Action, Never>)?

  @inlinable
  package init(
    initialState: State,
    context: EffectContext,
    actionLimit: Int,
    sites: SiteSet? = nil,
    lives: Lives? = nil,
    mount: ((inout State) -> Effect<Action, Never>)? = nil,
    reduce: @escaping (inout State, Action) -> Effect<Action, Never>
  ) {
    statePointer = .allocate(capacity: 1)
    statePointer.initialize(to: initialState)
    self.context = context
    self.actionLimit = max(actionLimit, 0)
    let safeDepth = max(actionLimit, 0) - 10
    self.safeDepth = lives == nil ? safeDepth : min(safeDepth, RestlessKey.turnLimit - 1)
    self.lives = lives
    self.mount = mount
    self.reduce = reduce
    mailbox = Mailbox(sites)
    mailbox.runtime = Unmanaged.passUnretained(self)
    // The mailbox calls this. Within a turn, which is a turn of the runtime, it does so only on the thread of that
    // turn.
    mailbox.deliver = { runtime, mailbox, action, details, turn in
      if let turn {
        unsafeDowncast(runtime.takeUnretainedValue(), to: StoreRuntime<State, Action>.self)
          .appendValue(action, details, sentIn: turn)
      } else {
        mailbox.append(action, details)
      }
    }
  }

  /// Creates the loop of a reducer, which ``begin()`` starts.
  @inlinable
  convenience init<Environment: Sendable>(
    initialState: State,
    context: EffectContext,
    actionLimit: Int,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment
  ) {
    let life = StoreLife.of(reducer)
    // Not an optional function, which would take an object of its own.
    let reduce: (inout State, Action) -> Effect<Action, Never>
    if let life {
      reduce = { state, action in
        life.reduce(&state, environment) { reducer.reduce(&$0, action, environment) }
      }
    } else {
      reduce = { state, action in reducer.reduce(&state, action, environment) }
    }
    self.init(
      initialState: initialState,
      context: context,
      actionLimit: actionLimit,
      sites: reducer.sites,
      lives: life?.lives,
      mount: life.map { life in { life.mount(&$0, environment) } },
      reduce: reduce
    )
  }

  deinit {
    knownTop?.cancel()
    mailbox.close()
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  @inlinable package var state: State { statePointer.pointee }

  /// Whether effects are running, or actions that they have sent are waiting for their turns.
  var hasRunningEffects: Bool { hasMail || knownTop?.runningChildren.isEmpty == false }

  /// The parts of effects that are running and have a description.
  package var runningEffects: [EffectScope] { knownTop?.described ?? [] }

  package var top: EffectScope {
    if let knownTop { return knownTop }
    let top = EffectScope(topOf: context)
    knownTop = top
    return top
  }

  /// Starts the `onMount` effects of the first state, outside of any turn.
  @inlinable
  package func begin() {
    if mount != nil { mountNow() }
  }

  @usableFromInline
  func mountNow() {
    guard let mount = mount.take(), let node = mount(&statePointer.pointee).node else { return }
    isRunning = true
    firstOfRun = taken + 1
    depth = -1
    let origin = ActionOrigin(action: 0, depth: depth, tag: ActionOrigin.noTag)
    _ = start(node, of: origin, QueuedAction(origin: origin, details: nil))
    cancelOrphans(after: 0)
    takeTurns()
  }

  // MARK: Sending

  /// Sends an action, and takes from the queue until the action and everything that follows from it have had
  /// their turns, unless an outer call does.
  ///
  /// - Returns: The scope in which the effects of the action run, or `nil` if nothing runs.
  @inlinable
  package func send(
    _ action: Action,
    from caller: CodeLocation,
    _ details: SendingDetails? = nil
  ) -> EffectScope? {
    if isRunning || taken != appended || mailbox.hasMessages || details?.animation != nil {
      return sendByQueue(action, from: caller, details)
    }
    if let check = details?.check, isUnhandled(action, from: caller, check) { return nil }
    isRunning = true
    // The action bypasses the queue.
    appended += 1
    taken += 1
    firstOfRun = taken
    depth = 0
    lastCaller = caller
    let effects = takeTurn(action, queued: nil)
    endTurn(nil)
    takeTurns()
    return effects
  }

  @inlinable
  @inline(never)
  func sendByQueue(
    _ action: Action,
    from caller: CodeLocation,
    _ sending: SendingDetails?
  ) -> EffectScope? {
    if isTakingCall {
      append(action, queuedInCall(from: caller, sending))
      return nil
    }
    moveMail()
    let queued = queued(tag(of: action), from: caller, sending)
    append(action, queued)
    lastOfRun = appended
    if isRunning == false {
      isRunning = true
      firstOfRun = taken + 1
      takeTurns()
    }
    return queued.details?.effects
  }

  /// Returns the information about an action that is sent for a message, as if from outside.
  @usableFromInline
  func queuedInCall(from caller: CodeLocation, _ sending: SendingDetails?) -> QueuedAction {
    let details = QueuedAction.Details(
      animation: sending?.animation,
      sender: StoreTurn.Sender(caller),
      check: sending?.check,
      turn: 0
    )
    return QueuedAction(details, depth: -1)
  }

  /// Returns the information about an action that is sent from outside or within a turn.
  @usableFromInline
  func queued(
    _ tag: UInt32,
    from caller: CodeLocation,
    _ sending: SendingDetails?
  ) -> QueuedAction {
    // The depth of a run that has ended says nothing about the next one.
    let depth = isRunning ? self.depth + 1 : 0
    // Actions that are sent later in the turn in progress still follow from that turn.
    let originOfTurn = context.origin
    context.origin = ActionOrigin(action: appended + 1, depth: depth, tag: tag)
    let effects = top.makeChild(as: .isShared)
    context.origin = originOfTurn
    let details = QueuedAction.Details(
      effects: effects,
      animation: sending?.animation,
      sender: StoreTurn.Sender(caller),
      check: sending?.check,
      turn: isInTurn ? taken : 0
    )
    let origin = ActionOrigin(action: 0, depth: depth - 1, tag: ActionOrigin.noTag)
    return QueuedAction(origin: origin, details: details)
  }

  /// Whether a turn is in progress, or has ended in this run.
  private var isInTurn: Bool { isRunning && taken >= firstOfRun }

  /// Calls a function that may send actions, as an observer is called in a turn: the actions wait until the
  /// function has returned, and have had their turns when this method returns.
  func beforeTurns(_ body: () -> Void) {
    guard isRunning == false else { return body() }
    isRunning = true
    firstOfRun = taken + 1
    // Actions that are sent here do not follow from any action.
    depth = -1
    if context.isBusy {
      noteTurn(ActionOrigin(action: firstOfRun, depth: depth, tag: ActionOrigin.noTag))
      // The turn of that action, which may be taken now, is still to be noted.
      notedTurn = 0
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

  /// Takes turns until the run has ended.
  ///
  /// A run ends even if others keep sending, so that the store's actor can do something else in between:
  /// actions that they have sent by then wait for the next run.
  @inlinable
  func takeTurns() {
    while taken < lastOfRun || hasMailForRun() {
      guard actions.isEmpty == false else { break }
      let action = actions.removeFirst()
      let queued = queuedActions.removeFirst()
      taken += 1
      if let details = queued.details {
        takeTurn(action, queued, details)
        continue
      }
      depth = queued.depth
      guard depth <= safeDepth || isWithinLimit(action) else { continue }
      _ = takeTurn(action, queued: queued)
      endTurn(queued)
    }
    isRunning = false
    if notedTurn >= 0 {
      notedTurn = -1
      context.turnsEnded()
    }
    if taken < appended { mailbox.wakeOwner() }
  }

  /// Returns whether the values that an effect has sent are discarded.
  @usableFromInline
  func isCancelled(_ source: EffectScope) -> Bool {
    if context.statePositions.hasUnchecked { cancelOrphans(after: 0) }
    return source.isCancelled
  }

  /// Appends a value that an effect has sent within a turn of this run.
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
    beginTurn(action)
    // Not a function that chooses: that would cost each turn a retain.
    guard recorders == nil else {
      recordBeginning(of: action, queued)
      return start(reducedAndRecorded(action), of: action, queued)
    }
    return start(reduce(&statePointer.pointee, action), of: action, queued)
  }

  /// Takes the turn of an action that has details, if it still has one.
  @inlinable
  @inline(never)
  func takeTurn(_ action: Action, _ queued: QueuedAction, _ details: QueuedAction.Details) {
    // A value whose effect was cancelled after the value was sent is discarded.
    if let source = details.source, isCancelled(source) { return }
    depth = queued.depth
    if isUnhandled(action, details) || (depth > safeDepth && isWithinLimit(action) == false) {
      details.effects?.leave()
    } else {
      beginTurn(action)
      if recorders != nil { recordBeginning(of: action, queued) }
      let effect =
        sender(in: details)?
        .reducing(UnsafeMutableRawPointer(statePointer), mailbox.sites) { reduced(action) }
        ?? reduced(action)
      _ = start(effect, of: action, queued)
      endTurn(queued)
    }
    details.source?.release()
  }

  @inlinable
  func beginTurn(_ action: Action) {
    if context.isBusy { noteTurn(origin(of: action)) }
    if observers.hasParts { observers.dropReleasedParts() }
  }

  /// Runs the reducer for an action.
  @inlinable
  func reduced(_ action: Action) -> Effect<Action, Never> {
    recorders == nil ? reduce(&statePointer.pointee, action) : reducedAndRecorded(action)
  }

  /// Starts the effect that the reducer has returned.
  @inlinable
  func start(
    _ effect: Effect<Action, Never>,
    of action: Action,
    _ queued: QueuedAction?
  ) -> EffectScope? {
    let effects = queued?.details?.effects
    guard let node = effect.node else {
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
  func endTurn(_ queued: QueuedAction?) {
    if context.hasStatePositions { cancelOrphans(afterTurnOf: queued) }
    if observers.isEmpty == false {
      observers.notify(
        UnsafeRawPointer(statePointer),
        StoreChange(animation: queued?.details?.animation)
      )
    }
    if recorders != nil { recordEnd(queued) }
  }

  /// Cancels the effects whose state was removed, at the end of a turn.
  @usableFromInline
  func cancelOrphans(afterTurnOf queued: QueuedAction?) {
    cancelOrphans(after: queued?.sparedAction ?? 0)
  }

  /// Cancels the effects whose state was removed.
  ///
  /// - Parameter sender: The number of the action whose effects have sent the action of this turn; zero if
  ///   there is none.
  @usableFromInline
  func cancelOrphans(after sender: Int) {
    noteStart()
    context.statePositions.cancelOrphans(
      in: UnsafeMutableRawPointer(statePointer),
      lives,
      after: sender
    )
  }

  func noteStart() { startCount += 1 }

  @usableFromInline
  func noteTurn(_ origin: ActionOrigin) {
    notedTurn = origin.action
    context.turnBegan(origin)
  }

  /// Returns the origin of what comes from the action whose turn it is.
  @inlinable
  func origin(of action: borrowing Action) -> ActionOrigin {
    ActionOrigin(action: taken, depth: depth, tag: tag(of: action))
  }

  /// Returns the tag of the case that an action is in, from which its name can be determined later.
  @inlinable
  func tag(of action: borrowing Action) -> UInt32 {
    guard let caseReader else { return ActionOrigin.noTag }
    return withUnsafePointer(to: action) { caseReader.tag(of: $0) }
  }

  /// Appends the value of an effect that consists only of a value.
  @inlinable
  func sendAtOnce(_ node: EffectNode<Action, Never>, of origin: ActionOrigin) {
    moveMail()
    append(
      unsafeDowncast(node, to: ValueNode<Action, Never>.self).value,
      QueuedAction(origin: origin, details: nil)
    )
    lastOfRun = appended
  }
}
