// SPDX-License-Identifier: MIT

/// The state of a store, the queue of its actions, and the single loop that takes actions from the queue.
///
/// `Store` and `TestStore` share the runtime, so that both behave the same:
///
/// - Callers, observers, effects, and other threads append to the same queue.
/// - A turn takes one action: the reducer runs, its effect starts, and observers are notified.
/// - Actions that an effect sends while it starts precede actions that observers send in the same turn.
/// - Sending within a turn only appends. The outermost call takes actions until everything that follows from its action
///   has had a turn.
///
/// Code that runs in every turn is inlinable, so that it is specialized where the types are known.
///
/// Isolation: its owner's isolation. Other threads access only the mailbox and the scopes.
@usableFromInline
package final class StoreRuntime<State, Action: Sendable> {
  @usableFromInline let statePointer: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action, Never>
  @usableFromInline let actionLimit: Int
  /// The depth up to which an action needs no further checks.
  @usableFromInline let safeDepth: Int
  @usableFromInline let context: EffectContext
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline let caseReader = CaseTag(someCaseOf: Action.self)

  @exclusivity(unchecked) private var knownTop: EffectScope?

  @usableFromInline let observers = ObserverList()

  // NB: Exclusive access to the fields below is not checked at run time, because the checks would cost more than a
  // turn. Accesses never overlap: the owner's isolation keeps other threads out, and no field is passed `inout` to code
  // that could call back.

  @exclusivity(unchecked) @usableFromInline var recorders: TurnRecorders?

  // The waiting actions and, in the same order, their metadata. They are separate because the metadata has one type for
  // all stores, which is cheaper to handle in unspecialized code.
  @exclusivity(unchecked) @usableFromInline var actions = Queue<Action>()
  @exclusivity(unchecked) @usableFromInline var queuedActions = Queue<QueuedAction>()
  @exclusivity(unchecked) @usableFromInline var appended = 0
  @exclusivity(unchecked) @usableFromInline var taken = 0
  /// The number of the last action that the current run must take; later ones may wait for the next run.
  @exclusivity(unchecked) @usableFromInline var lastOfRun = 0
  @exclusivity(unchecked) @usableFromInline var isRunning = false
  /// Whether `send` runs for a message, and so only appends, as if called from outside.
  @exclusivity(unchecked) @usableFromInline var isTakingCall = false
  /// Messages taken while `send` runs for a message, which follow the earlier messages.
  @exclusivity(unchecked) @usableFromInline var lateMessages = Messages()
  /// The number of the action that the context last noted; zero without an action, negative before the run's first
  /// turn.
  @exclusivity(unchecked) @usableFromInline var notedTurn = -1
  /// The number of the run's first action; `taken` is the number of the current one.
  @exclusivity(unchecked) @usableFromInline var firstOfRun = 0
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var lastCaller = CodeLocation()
  /// Changes whenever effects other than values may have started or been cancelled.
  @exclusivity(unchecked) package private(set) var startCount = 0

  /// In a test store, moves values that wait elsewhere into the mailbox.
  @exclusivity(unchecked) @usableFromInline var takeBefore: (@Sendable () -> Void)?

  var lastActions: [Action] = []
  var reportedRun: Int?

  // The last fields, so that the fields that every turn needs stay close together.
  /// The children that have hooks; `nil` without hooks.
  @usableFromInline let lives: Lives?
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
    // If `turn` is not `nil`, the mailbox calls this function on the thread of the runtime's turn.
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
    // An optional function would need an object of its own.
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

  var hasRunningEffects: Bool { hasMail || knownTop?.runningChildren.isEmpty == false }

  package var runningEffects: [EffectScope] { knownTop?.described ?? [] }

  package var top: EffectScope {
    if let knownTop { return knownTop }
    let top = EffectScope(topOf: context)
    knownTop = top
    return top
  }

  /// Starts the `onMount` effects of the initial state, outside a turn.
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

  /// Sends an action, and takes turns until everything that follows from it is processed, unless an outer call does.
  ///
  /// - Returns: The scope of the action's effects; `nil` if nothing runs.
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

  @usableFromInline
  func queued(
    _ tag: UInt32,
    from caller: CodeLocation,
    _ sending: SendingDetails?
  ) -> QueuedAction {
    // A finished run's depth does not apply to the next run.
    let depth = isRunning ? self.depth + 1 : 0
    // Actions sent later in the current turn still follow from that turn.
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

  private var isInTurn: Bool { isRunning && taken >= firstOfRun }

  /// Calls a function that may send actions, and starts their turns after it returns.
  func beforeTurns(_ body: () -> Void) {
    guard isRunning == false else { return body() }
    isRunning = true
    firstOfRun = taken + 1
    // Actions sent here follow from no action.
    depth = -1
    if context.isBusy {
      noteTurn(ActionOrigin(action: firstOfRun, depth: depth, tag: ActionOrigin.noTag))
      // The turn of that action may be next, and must still be noted.
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

  /// Takes turns until the run is over, even if others keep sending, so that the store's actor can do other work.
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

  @usableFromInline
  func isCancelled(_ source: EffectScope) -> Bool {
    if context.statePositions.hasUnchecked { cancelOrphans(after: 0) }
    return source.isCancelled
  }

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
    // Choosing in a separate function would cost each turn a retain.
    guard recorders == nil else {
      recordBeginning(of: action, queued)
      return start(reducedAndRecorded(action), of: action, queued)
    }
    return start(reduce(&statePointer.pointee, action), of: action, queued)
  }

  @inlinable
  @inline(never)
  func takeTurn(_ action: Action, _ queued: QueuedAction, _ details: QueuedAction.Details) {
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

  @inlinable
  func reduced(_ action: Action) -> Effect<Action, Never> {
    recorders == nil ? reduce(&statePointer.pointee, action) : reducedAndRecorded(action)
  }

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

  @usableFromInline
  func cancelOrphans(afterTurnOf queued: QueuedAction?) {
    cancelOrphans(after: queued?.sparedAction ?? 0)
  }

  /// Cancels the effects whose state was removed.
  ///
  /// - Parameter sender: The number of the action whose effects sent this turn's action; zero for none.
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

  @inlinable
  func origin(of action: borrowing Action) -> ActionOrigin {
    ActionOrigin(action: taken, depth: depth, tag: tag(of: action))
  }

  @inlinable
  func tag(of action: borrowing Action) -> UInt32 {
    guard let caseReader else { return ActionOrigin.noTag }
    return withUnsafePointer(to: action) { caseReader.tag(of: $0) }
  }

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
