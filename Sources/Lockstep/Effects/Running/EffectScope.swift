// SPDX-License-Identifier: MIT

internal import Synchronization

/// A unit of a running effect: everything that an action started, a cancellable part of it, or one leaf.
///
/// Scopes form a tree. A scope finishes when its bodies have returned, the store has processed its values, and its
/// children have finished. Stopping or cancelling a scope stops or cancels the tree below it.
///
/// Isolation: any thread. A scope never holds its lock while it calls other code. Walking a tree of any depth needs
/// constant stack space.
///
/// `@unchecked` because of the parent, which only `deinit` changes, and the sibling links, which the parent's lock
/// protects.
@usableFromInline
package final class EffectScope: @unchecked Sendable {
  package let context: EffectContext
  package let description: EffectDescription?
  private let fireAndForget: EffectDescription?
  @exclusivity(unchecked) private var parent: EffectScope?
  @exclusivity(unchecked) var links = EffectChildren.Links()
  /// The scope above that owns the serial queue and lives at least as long, or `nil` if this scope owns it.
  private unowned(unsafe) let queueAbove: EffectScope?
  private let ownQueue = OnceReference<SerialQueue>()
  private let ownLine = OnceReference<QueueLine>()
  let origin: ActionOrigin
  package let actionInFlight: ActionInFlight?
  /// The number and the flags in its upper bits, because four more bytes would make each effect 16 bytes larger.
  private let numberAndFlags: UInt64
  private let state: Mutex<EffectScopeState>

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

  /// Creates the root scope of a store, which never finishes but can be cancelled.
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

  /// Creates a child with one body, which the caller ends with ``leave()``, or returns `nil` if this scope is inactive.
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

  /// A number that identifies the scope in its store, and that increases in the order of creation.
  package var number: UInt64 { numberAndFlags & ((1 << 60) - 1) }

  private func has(_ flag: Flags) -> Bool { Flags(rawValue: numberAndFlags).contains(flag) }

  /// Whether a leaf sends its values through the serial queue even if the queue is empty.
  private var usesQueue: Bool { has(.usesQueue) }

  /// Whether several effects of an action run in the scope, each of which sends directly to the mailbox.
  var isShared: Bool { has(.isShared) }

  var isDismissal: Bool { has(.isDismissal) }

  package var isLasting: Bool { has(.isLasting) }

  /// Whether the scope may still send values.
  package var isActive: Bool {
    state.withLock { $0.phase == .active }
  }

  /// Whether the scope and all scopes above it may still send values.
  ///
  /// Cancellation marks a scope before it marks the scopes below.
  var isActiveWithin: Bool {
    var next: EffectScope? = self
    while let scope = next {
      guard scope.isActive else { return false }
      next = scope.parent
    }
    return true
  }

  @usableFromInline
  package var isCancelled: Bool {
    state.withLock { $0.phase == .cancelled }
  }

  package var isRunning: Bool {
    state.withLock { $0.phase != .cancelled && $0.phase != .finished }
  }

  /// Calls a function when the scope is stopped or cancelled, or immediately if the scope is no longer active.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.work = .callback(ScheduledWork(onCancel: action))
      return true
    }
    if isActive == false { action() }
  }

  /// Notifies a gate when this scope itself is cancelled, but not when a scope above it is cancelled.
  func onCancel(_ gate: EffectTarget) {
    state.withLock { state in
      // A cancelled scope would retain the gate, which retains the scope.
      if state.phase == .active || state.phase == .stopped { state.work = .gate(gate) }
    }
  }

  /// Calls a function when the scope ends in any way, or immediately if the scope has already ended.
  package func onEnd(_ action: @escaping @Sendable () -> Void) {
    onEnd(EffectEndingAction(action))
  }

  func onEnd(_ ending: EffectEnding) {
    let isRunning = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.endings.append(ending)
      return true
    }
    if isRunning == false { ending.effectEnded(self) }
  }

  /// Notifies an ending of watchers when the scope ends, unless another such ending is already registered.
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

  var subscriber: EffectTarget? {
    state.withLock { $0.phase == .active ? $0.subscriber : nil }
  }

  /// Whether the leaf has sent its end, instead of being ended from outside.
  package var hasClosedOutlet: Bool { state.withLock { $0.hasClosedOutlet } }

  /// Stores the work of a leaf, or ends it now if the leaf has already ended.
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

  /// Stops the leaf from sending, ends its work, and returns its subscriber on the first call.
  ///
  /// The leaf keeps running until ``leave()``.
  func closeOutlet() -> EffectTarget? {
    let outlet = state.withLock { state in
      guard state.phase == .active else { return Outlet() }
      state.hasClosedOutlet = true
      return state.takeOutlet()
    }
    // A task ends by itself, and code after its end must not observe a cancellation.
    if case .task = outlet.work { return outlet.subscriber }
    outlet.work.end()
    return outlet.subscriber
  }

  // MARK: Accounting

  func accountForLeaf() {
    guard let accountant = context.accountant, let description else { return }
    if fireAndForget == nil {
      accountant.leafStarted(in: self)
    } else {
      accountant.fireAndForgetStarted(description, in: self)
    }
  }

  /// Records that a leaf has sent its values synchronously in this scope.
  func accountForValue() {
    guard let fireAndForget else { return }
    context.accountant?.fireAndForgetStarted(fireAndForget, in: nil)
  }

  // MARK: Lifetime

  /// Records that a body has returned, unless the body was ended from outside.
  @usableFromInline
  package func leave() {
    settle { $0.bodies = max(0, $0.bodies - 1) }
  }

  /// Records that a value is in transit, and returns false if the value is discarded.
  func hold() -> Bool {
    state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.queued += 1
      return true
    }
  }

  /// Records that a value has arrived, and returns false if the value was discarded in transit.
  @usableFromInline
  @discardableResult
  func release() -> Bool {
    settle { state in
      state.queued -= 1
      state.isInTurn = false
    } != .cancelled
  }

  /// Records that the turn of a value has begun, which ends with ``release()``.
  func noteTurn() { state.withLock { $0.isInTurn = true } }

  /// Whether a body is running or a value is in transit, except for a value whose turn is in progress.
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

  /// Notifies the endings, and finishes the scopes above that waited only for this one.
  private func end(_ endings: EffectEndings) {
    endings.tell(of: self)
    var child = self
    while let parent = child.parent, let ended = parent.remove(child) {
      ended.endings.tell(of: parent)
      child = parent
    }
  }

  private func remove(_ child: EffectScope) -> Ended? {
    let (_, ended) = settleAlone { state in
      state.children.remove(child)
      if parent == nil, state.children.isEmpty {
        context.hasRunning.store(false, ordering: .releasing)
      }
    }
    return ended
  }

  /// The objects to release and notify outside the lock when a scope has ended.
  private struct Ended {
    var outlet: Outlet
    var endings: EffectEndings
  }

  private struct Cancelled {
    var ended: Ended
    var isFirst: Bool
    var hadChildren: Bool
  }

  // MARK: Ending from outside

  /// Ends the bodies of the scope and of the scopes below it.
  ///
  /// Values that these scopes have already sent stay valid until the scope is cancelled.
  ///
  /// - Parameters:
  ///   - isFollowed: Whether the effects that follow the scope start, as after ``cancel(isRestart:isByState:)``.
  ///   - isByState: Whether the scope ends because its part of the state was removed.
  func stop(isFollowed: Bool = false, isByState: Bool = false) {
    walk { scope in
      scope.state.withLock { state in
        guard state.phase == .active else { return (Outlet(), []) }
        state.phase = .stopped
        state.end = isByState ? .endedWithState : .cancelled
        // A gate waits until the scope is cancelled.
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

  /// Ends the bodies of the scope and of the scopes below it, and discards the values that they have sent.
  ///
  /// - Parameters:
  ///   - isRestart: Whether the scope is cancelled by its id, so that effects that follow it count as restarts: see
  ///     ``Restarts``.
  ///   - isByState: Whether the scope ends because its part of the state was removed.
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
      guard part.isFirst else { return }
      if part.hadChildren { _ = scope.state.withLock { $0.children.removeAll() } }
      // Effects that follow this part start before it counts as ended, so that the enclosing scope does not end in
      // between.
      switch part.ended.outlet.work {
      case .gate(let gate):
        if isOrigin { gate.effectCancelled(isRestart: isRestart) }
      case let work:
        work.end()
      }
      scope.end(part.ended.endings)
    }
  }

  /// Cancels several scopes before any effect that follows one of them, which may be in another one, starts.
  package static func cancel(_ scopes: [EffectScope]) {
    guard scopes.isEmpty == false else { return }
    QueueLoop.run { loop in
      loop.startPart {
        for scope in scopes { scope.cancel() }
      }
    }
  }

  // MARK: Inspection

  var end: EffectEnd {
    state.withLock { state in
      // A later cancellation does not change the end of a leaf that has already finished.
      state.phase == .finished && state.hasClosedOutlet ? .finished : state.end
    }
  }

  package var runningChildren: [EffectScope] { state.withLock { $0.children.scopes } }

  /// The scope of everything that the action started.
  var whole: EffectScope {
    var scope = queueScope
    while let parent = scope.parent, parent.parent != nil { scope = parent.queueScope }
    return scope
  }

  private var queueScope: EffectScope { queueAbove ?? self }

  var queue: SerialQueue {
    let scope = queueScope
    return scope.ownQueue.load()
      ?? scope.ownQueue.storeIfNil(SerialQueue(isLive: context.executor == nil))
  }

  /// The parent's serial queue, which receives the values of a scope with its own queue.
  var outerQueue: SerialQueue {
    guard let parent, parent.parent != nil else { return queue }
    return parent.queue
  }

  var lineIfAny: QueueLine? { ownLine.load() }

  var line: QueueLine { ownLine.load() ?? ownLine.storeIfNil(QueueLine(queue)) }

  /// Whether a leaf can send without the serial queue.
  ///
  /// The leaf's values go directly to the mailbox or are the only event, and follow nothing that this thread or this
  /// leaf has sent before.
  var sendsStraight: Bool {
    usesQueue == false && lineIfAny == nil && QueueLoop.current.hasAdded == false
  }

  package func isWithin(_ other: EffectScope) -> Bool {
    guard context === other.context else { return false }
    var scope: EffectScope? = self
    // Scopes above have smaller numbers.
    while let candidate = scope, candidate.number > other.number { scope = candidate.parent }
    return scope === other
  }

  /// The running scopes at or below this scope that wait for no scope below them, in the order in which they started.
  ///
  /// A scope whose bodies have returned does not count if a scope above holds back its values. The scope above counts
  /// instead.
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

  /// The running scopes at or below this scope that have a description, in the order in which they started.
  package var described: [EffectScope] {
    var scopes: [EffectScope] = []
    walk { scope in
      if scope.description != nil, scope.isRunning { scopes.append(scope) }
      return ((), scope.runningChildren)
    } leave: { _, _, _ in
    }
    return scopes.sorted { $0.number < $1.number }
  }

  /// Releases the scopes above that nothing else retains, one at a time, in constant stack space.
  deinit {
    var above = parent
    parent = nil
    while isKnownUniquelyReferenced(&above), let scope = above {
      above = scope.parent
      scope.parent = nil
    }
  }
}
