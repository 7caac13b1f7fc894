// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of a running effect that lives and ends as a unit: everything that an action started, a cancellable
/// part of it, or one leaf.
///
/// Scopes form a tree. A scope is finished when its bodies have returned, the values that it sent
/// have been taken from the store's queue, and its children have finished. Stopping or cancelling a scope
/// stops or cancels the tree below it.
///
/// Isolation: any thread. No lock is held while anything else is called. Scopes may be nested to any depth:
/// walking a tree of scopes needs constant stack space.
///
/// `@unchecked` because of the scope above, which only `deinit` changes, and the links to the sibling scopes.
@usableFromInline
package final class EffectScope: @unchecked Sendable {
  package let context: EffectContext
  package let description: EffectDescription?
  /// The fire-and-forget operator that the scope is under.
  private let fireAndForget: EffectDescription?
  @exclusivity(unchecked) private var parent: EffectScope?
  /// The links to the sibling scopes, protected by the lock of the scope above.
  @exclusivity(unchecked) var links = EffectChildren.Links()
  /// The scope whose serial queue this scope uses, if that is another scope; it is above this scope, and so lives as
  /// long.
  private unowned(unsafe) let queueAbove: EffectScope?
  private let ownQueue = OnceReference<SerialQueue>()
  private let ownLine = OnceReference<QueueLine>()
  /// The origin of the effect that the scope is a part of.
  let origin: ActionOrigin
  /// The action whose effect the scope is a part of, in a test store.
  package let actionInFlight: ActionInFlight?
  /// The number, and the flags in its upper bits: four more bytes would make each effect 16 bytes larger.
  private let numberAndFlags: UInt64
  private let state: Mutex<EffectScopeState>

  /// The kinds of a scope, in the upper bits of its number.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    static let usesQueue = Self(rawValue: 1 << 63)
    static let isShared = Self(rawValue: 1 << 62)
    static let isDismissal = Self(rawValue: 1 << 61)
    static let isLasting = Self(rawValue: 1 << 60)
  }

  private typealias Outlet = EffectScopeState.Outlet
  private typealias Phase = EffectScopeState.Phase

  /// Creates the scope above all others of a store, which never finishes but can be cancelled.
  @usableFromInline
  package convenience init(topOf context: EffectContext) {
    self.init(context, below: nil)
  }

  private init(
    _ context: EffectContext,
    below parent: EffectScope?,
    description: EffectDescription? = nil,
    fireAndForget: EffectDescription? = nil,
    subscriber: EffectTarget? = nil,
    ownsQueue: Bool = false,
    _ flags: Flags = []
  ) {
    self.context = context
    numberAndFlags = context.makeNumber() | flags.rawValue
    self.description = description
    self.fireAndForget = fireAndForget
    self.parent = parent
    if let parent, parent.parent != nil {
      (origin, actionInFlight) = (parent.origin, parent.actionInFlight)
      queueAbove = ownsQueue ? nil : parent.queueScope
    } else {
      queueAbove = nil
      origin = parent == nil ? .none : context.origin
      actionInFlight = parent == nil ? nil : context.actionInFlight
    }
    state = Mutex(EffectScopeState(subscriber: subscriber))
  }

  /// Creates a child that has one body, which the caller ends with ``leave()``.
  ///
  /// Returns `nil` if this scope is no longer active, so that nothing new starts in it. The subscriber is the
  /// object that the outlet of a leaf sends to.
  package func makeChild(
    _ description: EffectDescription? = nil,
    fireAndForget: EffectDescription? = nil,
    subscriber: EffectTarget? = nil,
    ownsQueue: Bool = false,
    as flags: Flags = []
  ) -> EffectScope? {
    let child = EffectScope(
      context,
      below: self,
      description: description,
      fireAndForget: fireAndForget ?? self.fireAndForget,
      subscriber: subscriber,
      ownsQueue: ownsQueue,
      isShared ? flags.union(.isShared) : flags
    )
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.children.append(child)
      if parent == nil { context.hasRunning.store(true, ordering: .releasing) }
      return true
    }
    guard isActive else { return nil }
    if description != nil { context.watchers?.noteBegin(of: child) }
    return child
  }

  /// A number that identifies the scope in its store, and increases in the order in which scopes are created.
  package var number: UInt64 { numberAndFlags & ((1 << 60) - 1) }

  private func has(_ flag: Flags) -> Bool { Flags(rawValue: numberAndFlags).contains(flag) }

  /// Whether a leaf sends its values through the serial queue even when that is empty.
  private var usesQueue: Bool { has(.usesQueue) }

  /// Whether several effects of an action run in the scope, each of which sends to the mailbox by itself.
  var isShared: Bool { has(.isShared) }

  /// Whether the scope sends only the action that dismisses a child at the child's request.
  var isDismissal: Bool { has(.isDismissal) }

  /// Whether the scope is that of an effect that no state ends.
  package var isLasting: Bool { has(.isLasting) }

  /// Whether the scope may still send values.
  package var isActive: Bool {
    state.withLock { $0.phase == .active }
  }

  /// Whether the scope and all above it may still send values: a scope that is being cancelled is first marked itself,
  /// and then those below it.
  var isActiveWithin: Bool {
    var next: EffectScope? = self
    while let scope = next {
      guard scope.isActive else { return false }
      next = scope.parent
    }
    return true
  }

  /// Whether the scope's values are discarded.
  @usableFromInline
  package var isCancelled: Bool {
    state.withLock { $0.phase == .cancelled }
  }

  /// Whether the scope counts as running.
  package var isRunning: Bool {
    state.withLock { $0.phase != .cancelled && $0.phase != .finished }
  }

  /// Calls a function when the scope is stopped or cancelled, immediately if it already has been.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.work = .callback(ScheduledWork(onCancel: action))
      return true
    }
    if isActive == false { action() }
  }

  /// Notifies a gate when this scope itself is cancelled, and not when a scope above it is.
  func onCancel(_ gate: EffectTarget) {
    state.withLock { state in
      // A scope that has been cancelled meanwhile would retain the gate, which retains the scope.
      if state.phase == .active || state.phase == .stopped { state.work = .gate(gate) }
    }
  }

  /// Calls a function when the scope ends in any way, immediately if it already has.
  package func onEnd(_ action: @escaping @Sendable () -> Void) {
    onEnd(EffectEndingAction(action))
  }

  /// Notifies an ending when the scope ends in any way, immediately if it already has.
  func onEnd(_ ending: EffectEnding) {
    let isRunning = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.endings.append(ending)
      return true
    }
    if isRunning == false { ending.effectEnded(self) }
  }

  /// Notifies an ending of watchers when the scope ends in any way, immediately if it already has, unless another one
  /// will be.
  func onEnd(watched ending: EffectEnding) {
    let isRunning = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      if state.isWatched == false { state.endings.append(ending) }
      state.isWatched = true
      return true
    }
    if isRunning == false { ending.effectEnded(self) }
  }

  // MARK: The outlet of a leaf

  /// The subscriber that the leaf sends to, as passed to `makeChild`; `nil` once the leaf has ended.
  var subscriber: EffectTarget? {
    state.withLock { $0.phase == .active ? $0.subscriber : nil }
  }

  /// Whether the leaf has sent its end, as opposed to having been ended from outside.
  package var hasClosedOutlet: Bool { state.withLock { $0.hasClosedOutlet } }

  /// Stores the work that is ended with the leaf; ends it now if the leaf has already ended.
  func hold(_ work: EffectWork) {
    let hasEnded = state.withLock { state in
      guard state.subscriber != nil else {
        if case .task = work { return state.hasClosedOutlet == false }
        return true
      }
      state.work = work
      return false
    }
    if hasEnded { work.end() }
  }

  /// Stops the leaf from sending and ends its work; returns the subscriber that the leaf sent to, the first
  /// time.
  ///
  /// The leaf keeps running until ``leave()``.
  func closeOutlet() -> EffectTarget? {
    let outlet = state.withLock { state in
      guard state.phase == .active else { return Outlet() }
      state.hasClosedOutlet = true
      return state.takeOutlet()
    }
    // A task ends by itself, and code that follows its end must not consider itself cancelled.
    if case .task = outlet.work { return outlet.subscriber }
    outlet.work.end()
    return outlet.subscriber
  }

  // MARK: Accounting

  /// Notes that a leaf that produces values has been started in this scope, which is its own.
  func accountForLeaf() {
    guard let accountant = context.accountant, let description else { return }
    if fireAndForget == nil {
      accountant.leafStarted(in: self)
    } else {
      accountant.fireAndForgetStarted(description, in: self)
    }
  }

  /// Notes that a leaf that sends its values synchronously has run somewhere in this scope.
  func accountForValue() {
    guard let fireAndForget else { return }
    context.accountant?.fireAndForgetStarted(fireAndForget, in: nil)
  }

  // MARK: Lifetime

  /// Notes that a body has returned; does nothing more if the body has been ended from outside.
  @usableFromInline
  package func leave() {
    settle { $0.bodies = max(0, $0.bodies - 1) }
  }

  /// Notes that a value is in transit; returns false if the value is discarded.
  func hold() -> Bool {
    state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.queued += 1
      return true
    }
  }

  /// Notes that a value has arrived; returns false if the value was discarded in transit.
  @usableFromInline
  @discardableResult
  func release() -> Bool {
    settle { state in
      state.queued -= 1
      state.isInTurn = false
    } != .cancelled
  }

  /// Notes that the turn of a value has begun, which ends with ``release()``.
  func noteTurn() { state.withLock { $0.isInTurn = true } }

  /// Whether anything is still to come from the scope, apart from a value whose turn is in progress.
  var isBusy: Bool {
    var isBusy = false
    walk { scope in
      let (isAtWork, children) = scope.state.withLock { state in
        let isFinished = state.phase == .cancelled || state.phase == .finished
        let queued = state.queued - (state.isInTurn ? 1 : 0)
        return (isFinished == false && (state.bodies > 0 || queued > 0), state.children.scopes)
      }
      if isAtWork { isBusy = true }
      return ((), isBusy ? [] : children)
    } leave: { _, _, _ in
    }
    return isBusy
  }

  @discardableResult
  private func settle(_ update: (inout EffectScopeState) -> Void) -> Phase {
    let (phase, ended) = settleAlone(update)
    if let ended { end(ended.endings) }
    return phase
  }

  /// Returns the phase that the scope was in, and what to release and notify if the scope has ended now.
  private func settleAlone(_ update: (inout EffectScopeState) -> Void) -> (Phase, Ended?) {
    state.withLock { state in
      let phase = state.phase
      guard phase == .active || phase == .stopped else { return (phase, nil) }
      update(&state)
      guard state.isIdle else { return (phase, nil) }
      state.phase = .finished
      return (phase, Ended(outlet: state.takeOutlet(), endings: state.takeEndings()))
    }
  }

  /// Notifies the endings that the scope has ended, and ends the scopes above that were waiting for nothing
  /// else.
  private func end(_ endings: EffectEndings) {
    endings.tell(of: self)
    var child = self
    while let parent = child.parent, let ended = parent.remove(child) {
      ended.endings.tell(of: parent)
      child = parent
    }
  }

  /// Removes a child that has ended; returns what to release and notify if this scope has ended with it.
  private func remove(_ child: EffectScope) -> Ended? {
    let (_, ended) = settleAlone { state in
      state.children.remove(child)
      if parent == nil, state.children.isEmpty {
        context.hasRunning.store(false, ordering: .releasing)
      }
    }
    return ended
  }

  /// The objects to release and notify when a scope has ended and its lock is free.
  private struct Ended {
    var outlet: Outlet
    var endings: EffectEndings
  }

  /// A part of the tree that is being cancelled.
  private struct Cancelled {
    var ended: Ended
    /// Whether this call has cancelled it.
    var isFirst: Bool
    var hadChildren: Bool
  }

  // MARK: Ending from outside

  /// Ends the scope's bodies and those below it; the values that they have sent stay valid until the scope is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - isFollowed: Whether what follows the scope continues, as after ``cancel(isRestart:isByState:)``.
  ///   - isByState: Whether the reason is that the scope's part of the state was removed.
  func stop(isFollowed: Bool = false, isByState: Bool = false) {
    walk { scope in
      scope.state.withLock { state in
        guard state.phase == .active else { return (Outlet(), []) }
        state.phase = .stopped
        state.end = isByState ? .endedWithState : .cancelled
        // A gate waits for the scope to be cancelled.
        if case .gate = state.work, (isFollowed && scope === self) == false {
          return (Outlet(), state.children.scopes)
        }
        return (state.takeOutlet(), state.children.scopes)
      }
    } leave: { scope, outlet, _ in
      outlet.work.end()
      scope.settle { $0.bodies = 0 }
    }
  }

  /// Ends the scope's bodies and those below it, and discards the values that they have sent.
  ///
  /// - Parameters:
  ///   - isRestart: Whether the scope is cancelled by its id, so that what follows it counts as a restart: see
  ///     ``Restarts``.
  ///   - isByState: Whether the reason is that the scope's part of the state was removed.
  package func cancel(isRestart: Bool = false, isByState: Bool = false) {
    walk { scope in
      scope.state.withLock { state in
        let isFirst = state.phase == .active || state.phase == .stopped
        if state.phase == .active { state.end = isByState ? .endedWithState : .cancelled }
        if isFirst { state.phase = .cancelled }
        let children = state.children.scopes
        let ended = Ended(outlet: state.takeOutlet(), endings: state.takeEndings())
        let part = Cancelled(ended: ended, isFirst: isFirst, hadChildren: children.isEmpty == false)
        return (part, children)
      }
    } leave: { scope, part, isOrigin in
      // A second caller does not return before the children are cancelled, either.
      guard part.isFirst else { return }
      if part.hadChildren { _ = scope.state.withLock { $0.children.removeAll() } }
      // Effects that follow this part start before the part counts as ended, so that the whole does not
      // end in between.
      switch part.ended.outlet.work {
      case .gate(let gate):
        if isOrigin { gate.effectCancelled(isRestart: isRestart) }
      case let work:
        work.end()
      }
      scope.end(part.ended.endings)
    }
  }

  /// Cancels several scopes, all of them before anything that follows one: that may be another one of them.
  package static func cancel(_ scopes: [EffectScope]) {
    guard scopes.isEmpty == false else { return }
    QueueLoop.run { loop in
      loop.startPart {
        for scope in scopes { scope.cancel() }
      }
    }
  }

  // MARK: Inspection

  /// How the scope has ended, if it is no longer running.
  var end: EffectEnd {
    state.withLock { state in
      // A leaf that has sent its end, and whose values have had their turns, was not ended by a later cancellation.
      state.phase == .finished && state.hasClosedOutlet ? .finished : state.end
    }
  }

  /// The scopes that run directly below this scope, in the order in which they were started.
  package var runningChildren: [EffectScope] { state.withLock { $0.children.scopes } }

  /// The scope of everything that an action started, of which this scope is a part.
  var whole: EffectScope {
    var scope = queueScope
    while let parent = scope.parent, parent.parent != nil { scope = parent.queueScope }
    return scope
  }

  private var queueScope: EffectScope { queueAbove ?? self }

  /// The serial queue of the enclosing effect, unless the scope has one of its own.
  var queue: SerialQueue {
    let scope = queueScope
    return scope.ownQueue.load()
      ?? scope.ownQueue.storeIfNil(SerialQueue(isLive: context.executor == nil))
  }

  /// The parent's serial queue, to which a scope with a separate queue sends its values.
  var outerQueue: SerialQueue {
    guard let parent, parent.parent != nil else { return queue }
    return parent.queue
  }

  /// The line of a leaf, if anything had to wait in it.
  var lineIfAny: QueueLine? { ownLine.load() }

  var line: QueueLine { ownLine.load() ?? ownLine.storeIfNil(QueueLine(queue)) }

  /// Whether what a leaf sends now needs no serial queue: it goes straight to the mailbox, or is the only event, and
  /// does not have to follow anything that this thread or this leaf has sent before.
  var sendsStraight: Bool {
    usesQueue == false && lineIfAny == nil && QueueLoop.current.hasAdded == false
  }

  /// Returns whether this scope is the other scope or is below it.
  package func isWithin(_ other: EffectScope) -> Bool {
    guard context === other.context else { return false }
    var scope: EffectScope? = self
    // A scope above was created earlier.
    while let candidate = scope, candidate.number > other.number { scope = candidate.parent }
    return scope === other
  }

  /// The scopes at or below this scope that are running and wait for nothing below them, in the order in
  /// which they were started.
  ///
  /// A scope whose bodies have returned, and whose values a scope above holds back, does not count: the scope
  /// that holds them back does.
  package var runningLeaves: [EffectScope] {
    var leaves: [EffectScope] = []
    walk { scope in
      let (hasBody, children) = scope.state.withLock { ($0.bodies > 0, $0.children.scopes) }
      return ((hasBody, leaves.count), children)
    } leave: { scope, part, _ in
      let (hasBody, countBefore) = part
      guard leaves.count == countBefore, hasBody, scope.isRunning, scope.description != nil else {
        return
      }
      leaves.append(scope)
    }
    return leaves
  }

  /// The scopes at and below this scope that are running and have a description, in the order in which they were
  /// started.
  package var described: [EffectScope] {
    var scopes: [EffectScope] = []
    walk { scope in
      if scope.description != nil, scope.isRunning { scopes.append(scope) }
      return ((), scope.runningChildren)
    } leave: { _, _, _ in
    }
    return scopes.sorted { $0.number < $1.number }
  }

  /// Releases the scopes above that nothing else holds, one at a time.
  deinit {
    var above = parent
    parent = nil
    while isKnownUniquelyReferenced(&above), let scope = above {
      above = scope.parent
      scope.parent = nil
    }
  }
}
