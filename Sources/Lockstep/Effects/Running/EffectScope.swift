// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of a running effect that lives and dies as one: everything that an action started, a
/// cancellable part of it, or one leaf.
///
/// Scopes form a tree. A scope is finished when its bodies have returned, the values that it sent
/// have been taken from the queue, and its children have finished. Stopping or cancelling a scope
/// stops or cancels the tree below it.
///
/// Isolation: any thread. No lock is held while anything else is called. Scopes may be within each other
/// to any depth: what goes through a tree of them needs constant stack.
///
/// `@unchecked` because of the scope above, which nobody changes but `deinit`, and the links to those beside it.
@usableFromInline
package final class EffectScope: @unchecked Sendable {
  package let context: EffectContext
  package let description: EffectDescription?
  /// The fire-and-forget operator that it is under.
  private let fireAndForget: EffectDescription?
  @exclusivity(unchecked) private var parent: EffectScope?
  /// Under the lock of the scope above.
  @exclusivity(unchecked) var links = EffectChildren.Links()
  /// The scope of everything that an action started, if that is another one; it is above, and so lives as long.
  private unowned(unsafe) let above: EffectScope?
  private let ownLane = OnceReference<Lane>()
  /// Whether a leaf sends through the lane.
  let usesLane: Bool
  /// Whether several effects of an action run in it that go on to the mailbox each by itself.
  let isShared: Bool
  /// What started the effect that it is a part of.
  let origin: ActionOrigin
  /// The action whose effect it is a part of, in a test store.
  package let actionInFlight: ActionInFlight?
  /// Tells scopes of a store apart, in the order in which they were made.
  package let number: UInt64
  private let state: Mutex<EffectScopeState>

  private typealias Outlet = EffectScopeState.Outlet
  private typealias Phase = EffectScopeState.Phase

  /// The scope above all others of a store; it never finishes, but can be cancelled.
  @usableFromInline
  package init(topOf context: EffectContext) {
    self.context = context
    number = context.makeNumber()
    description = nil
    fireAndForget = nil
    parent = nil
    above = nil
    usesLane = false
    isShared = false
    origin = .none
    actionInFlight = nil
    state = Mutex(EffectScopeState())
  }

  private init(
    parent: EffectScope,
    description: EffectDescription?,
    fireAndForget: EffectDescription?,
    subscriber: AnyObject?,
    usesLane: Bool,
    isShared: Bool
  ) {
    context = parent.context
    number = parent.context.makeNumber()
    self.description = description
    self.fireAndForget = fireAndForget
    self.parent = parent
    self.usesLane = usesLane
    self.isShared = isShared
    let isPart = parent.parent != nil
    above = isPart ? parent.whole : nil
    origin = isPart ? parent.origin : parent.context.origin
    actionInFlight = isPart ? parent.actionInFlight : parent.context.actionInFlight
    state = Mutex(EffectScopeState(subscriber: subscriber))
  }

  /// Makes a child that has one body, which the caller ends with ``leave()``.
  ///
  /// Returns `nil` if this scope is no longer active, so that nothing new starts in it. The subscriber
  /// is whom the outlet of a leaf sends to.
  package func makeChild(
    _ description: EffectDescription? = nil,
    fireAndForget: EffectDescription? = nil,
    subscriber: AnyObject? = nil,
    usesLane: Bool = false,
    isShared: Bool = false
  ) -> EffectScope? {
    let child = EffectScope(
      parent: self,
      description: description,
      fireAndForget: fireAndForget ?? self.fireAndForget,
      subscriber: subscriber,
      usesLane: usesLane,
      isShared: isShared || self.isShared
    )
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.children.append(child)
      if parent == nil { context.hasRunning.store(true, ordering: .releasing) }
      return true
    }
    return isActive ? child : nil
  }

  /// Whether it may still send values.
  package var isActive: Bool {
    state.withLock { $0.phase == .active }
  }

  /// Whether its values are void.
  @usableFromInline
  package var isCancelled: Bool {
    state.withLock { $0.phase == .cancelled }
  }

  /// Whether it counts as running.
  package var isRunning: Bool {
    state.withLock { $0.phase != .cancelled && $0.phase != .finished }
  }

  /// Ends the work when the scope is stopped or cancelled, at once if it has been.
  func onStop(_ work: EffectWork) {
    let isActive = state.withLock { state in
      guard state.phase == .active else { return false }
      state.work = work
      return true
    }
    if isActive == false { work.end() }
  }

  /// Calls back when the scope is stopped or cancelled, at once if it has been.
  func onStop(_ action: @escaping @Sendable () -> Void) {
    onStop(.callback(ScheduledWork(onCancel: action)))
  }

  /// Calls back when this very scope, and not one above it, is cancelled.
  func onCancel(_ gate: some EffectGate) {
    state.withLock { state in
      // One that has been cancelled meanwhile would keep the gate, which keeps it.
      if state.phase == .active || state.phase == .stopped { state.work = .gate(gate) }
    }
  }

  /// Calls back when the scope ends in whatever way, at once if it has.
  package func onEnd(_ action: @escaping @Sendable () -> Void) {
    onEnd(EffectEndingAction(action))
  }

  /// Calls back when the scope ends in whatever way, at once if it has.
  func onEnd(_ ending: EffectEnding) {
    let isRunning = state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.endings.append(ending)
      return true
    }
    if isRunning == false { ending.effectEnded(self) }
  }

  // MARK: The outlet of a leaf

  /// Whom the leaf sends to, as it was passed to `makeChild`; `nil` once it has ended.
  var subscriber: AnyObject? {
    state.withLock { $0.phase == .active ? $0.subscriber : nil }?.object
  }

  /// Whether the leaf has sent its end, unlike one that was ended from outside.
  var hasClosedOutlet: Bool { state.withLock { $0.hasClosedOutlet } }

  /// Notes what has to be ended with the leaf; ends it now if the leaf has ended already.
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

  /// Sends nothing more, and ends the work; returns whom it has sent to, the first time.
  ///
  /// The leaf runs on until ``leave()``.
  func closeOutlet() -> AnyObject? {
    let outlet = state.withLock { state in
      guard state.phase == .active else { return Outlet() }
      state.hasClosedOutlet = true
      return state.takeOutlet()
    }
    // A task ends by itself, and what follows its end must not take itself for cancelled.
    if case .task = outlet.work { return outlet.subscriber?.object }
    outlet.work.end()
    return outlet.subscriber?.object
  }

  // MARK: Accounting

  /// Notes that a leaf that produces values has been started in this scope of its own.
  func accountForLeaf() {
    guard fireAndForget != nil, let description else { return }
    context.accountForFireAndForget(description, in: self)
  }

  /// Notes that a leaf that sends its values at once has run somewhere in this scope.
  func accountForValue() {
    guard let fireAndForget else { return }
    context.accountForFireAndForget(fireAndForget, in: nil)
  }

  // MARK: What keeps it running

  /// Notes that a body has returned; does nothing more if it has been ended from outside.
  @usableFromInline
  package func leave() {
    settle { $0.bodies = max(0, $0.bodies - 1) }
  }

  /// Notes that a value goes on its way; returns false if the value is void.
  func hold() -> Bool {
    state.withLock { state in
      guard state.phase == .active || state.phase == .stopped else { return false }
      state.queued += 1
      return true
    }
  }

  /// Notes that a value has arrived; returns false if the value has become void on the way.
  @usableFromInline
  @discardableResult
  func release() -> Bool {
    settle { $0.queued -= 1 } != .cancelled
  }

  @discardableResult
  private func settle(_ update: (inout EffectScopeState) -> Void) -> Phase {
    let (phase, ended) = settleAlone(update)
    if let ended { end(ended.endings) }
    return phase
  }

  /// Returns the phase that it was in, and what is to be told if it has ended now.
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

  /// Tells that it has ended, and ends the scopes above that have waited for nothing else.
  private func end(_ endings: EffectEndings) {
    endings.tell(of: self)
    var child = self
    while let parent = child.parent, let ended = parent.remove(child) {
      ended.endings.tell(of: parent)
      child = parent
    }
  }

  /// Takes out a child that has ended; returns what is to be told if this has ended with it.
  private func remove(_ child: EffectScope) -> Ended? {
    let (_, ended) = settleAlone { state in
      state.children.remove(child)
      if parent == nil, state.children.isEmpty {
        context.hasRunning.store(false, ordering: .releasing)
      }
    }
    return ended
  }

  /// What is let go of, or told, when a scope has ended and its lock is free.
  private struct Ended {
    var outlet: Outlet
    var endings: EffectEndings
  }

  // MARK: Ending it from outside

  /// Ends its bodies and those below it; the values that they have sent stay valid.
  func stop() {
    stop(isOrigin: false)
  }

  /// Ends its bodies and those below it, and lets what follows it go on, as ``cancel()`` does; but the
  /// values that they have sent stay valid, until somebody cancels it.
  func cancelKeepingValues() {
    stop(isOrigin: true)
  }

  private func stop(isOrigin: Bool) {
    walk { scope in
      scope.state.withLock { state in
        guard state.phase == .active else { return (Outlet(), []) }
        state.phase = .stopped
        // A gate waits for the scope to be cancelled.
        let keepsWork = state.work.isGate && (isOrigin && scope === self) == false
        return (keepsWork ? Outlet() : state.takeOutlet(), state.children.scopes)
      }
    } leave: { scope, outlet, _ in
      outlet.work.end()
      scope.settle { $0.bodies = 0 }
    }
  }

  /// Ends its bodies and those below it, and makes the values void that they have sent.
  ///
  /// - Parameter isRestart: Whether it is cancelled by its id, so that what follows it counts as a restart:
  ///   see ``RestartGuard``.
  package func cancel(isRestart: Bool = false) {
    walk { scope in
      scope.state.withLock { state in
        let isFirst = state.phase == .active || state.phase == .stopped
        if isFirst { state.phase = .cancelled }
        let children = state.children.scopes
        let ended = Ended(outlet: state.takeOutlet(), endings: state.takeEndings())
        return ((ended, isFirst, children.isEmpty == false), children)
      }
    } leave: { scope, part, isOrigin in
      // Whoever comes second does not return either before the children are cancelled.
      let (ended, isFirst, hadChildren) = part
      guard isFirst else { return }
      if hadChildren { _ = scope.state.withLock { $0.children.removeAll() } }
      // What follows this part starts before the part counts as ended, so that the whole does not
      // end in between.
      switch ended.outlet.work {
      case .gate(let gate) where isOrigin && isRestart:
        let restarts = scope.context.restarts.count + 1
        scope.context.restarts.counting(restarts) { gate.effectCancelled() }
      case .gate(let gate):
        if isOrigin { gate.effectCancelled() }
      case let work:
        work.end()
      }
      scope.end(ended.endings)
    }
  }

  // MARK: Looking at it

  /// What runs directly below it, in the order in which it was started.
  package var runningChildren: [EffectScope] { state.withLock { $0.children.scopes } }

  /// The scope of everything that an action started, of which it is a part.
  var whole: EffectScope { above ?? self }

  /// What everything that the action started sends through, but for what goes straight to the mailbox.
  var lane: Lane {
    let whole = whole
    return whole.ownLane.load() ?? whole.ownLane.storeIfNil(Lane(context))
  }

  /// Whether it is the other scope, or below it.
  package func isWithin(_ other: EffectScope) -> Bool {
    guard context === other.context else { return false }
    var scope: EffectScope? = self
    // What is above was made before.
    while let candidate = scope, candidate.number > other.number { scope = candidate.parent }
    return scope === other
  }

  /// What is running at or below this scope and waits for nothing below it, in the order in which
  /// it was started.
  ///
  /// A scope whose bodies have returned, and whose values somebody above holds up, does not count:
  /// the one who holds them up does.
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

  /// Lets go of the scopes above that nobody else holds one after the other.
  deinit {
    var above = parent
    parent = nil
    while isKnownUniquelyReferenced(&above), let scope = above {
      above = scope.parent
      scope.parent = nil
    }
  }
}
