// SPDX-License-Identifier: MIT

public import Synchronization

/// The state that the effects of one store share.
@usableFromInline
package final class EffectContext: Sendable {
  let executor: ManualExecutor?
  let accountant: (any EffectAccountant)?
  private let lastNumber = Atomic<UInt64>(0)
  /// The action that last started effects, and its sender.
  private let lastStart = Mutex<(action: Int, sender: StoreTurn.Sender)?>(nil)
  /// The thread of the turn in progress, or zero.
  private let thread = Atomic<UInt>(0)
  /// Whether the turn runs within a job of another store's effect, and therefore has its own loop.
  private let hasOwnLoop = Atomic(false)
  @usableFromInline let hasRunning = Atomic(false)

  /// The effects that end when part of the state is removed.
  @usableFromInline let statePositions = StatePositionTree()

  let ids = EffectRegistry()

  private let throttleTable = OnceReference<ThrottleTable>()

  private let knownFollowedKeys = OnceReference<FollowedKeys>()

  private let knownWatchers = OnceReference<EffectWatchers>()

  @usableFromInline
  package init(executor: ManualExecutor? = nil, accountant: (any EffectAccountant)? = nil) {
    self.executor = executor
    self.accountant = accountant
  }

  var watchers: EffectWatchers? { knownWatchers.load() }

  var ownWatchers: EffectWatchers { watchers ?? knownWatchers.storeIfNil(EffectWatchers()) }

  var throttles: ThrottleTable { throttleTable.load() ?? throttleTable.storeIfNil(ThrottleTable()) }

  /// The keys of subscriptions at places that the store does not know.
  var followedKeys: FollowedKeys {
    knownFollowedKeys.load() ?? knownFollowedKeys.storeIfNil(FollowedKeys())
  }

  /// Whether effects are running that end when part of the state is removed.
  @inlinable
  var hasStatePositions: Bool { statePositions.isUsed.load(ordering: .acquiring) }

  var actionInFlight: ActionInFlight? { accountant?.actionInFlight }

  var randomExecutor: ManualExecutor? {
    guard let executor, executor.isRandom else { return nil }
    return executor
  }

  var isAccounted: Bool { accountant != nil }

  func makeNumber() -> UInt64 {
    lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  @inlinable
  var isBusy: Bool { hasRunning.load(ordering: .acquiring) }

  /// Records that a turn runs on this thread, so that its action is the origin of the values sent during the turn.
  @usableFromInline
  func turnBegan(_ origin: ActionOrigin) {
    self.origin = origin
    let thread = currentThread()
    guard self.thread.load(ordering: .relaxed) != thread else { return }
    self.thread.store(thread, ordering: .relaxed)
    let loop = QueueLoop.current
    guard loop.isActive else { return }
    // Deliver values within the turn that sends them.
    _ = loop.push()
    hasOwnLoop.store(true, ordering: .relaxed)
  }

  @usableFromInline
  func turnsEnded() {
    thread.store(0, ordering: .relaxed)
    if hasOwnLoop.exchange(false, ordering: .relaxed) { QueueLoop.current.pop() }
  }

  /// The origin of values sent on this thread, or `nil` if no turn runs on it.
  var originOfTurn: ActionOrigin? {
    thread.load(ordering: .relaxed) == currentThread() ? origin : nil
  }

  /// The origin of the effects that start next.
  ///
  /// Isolation: the store's actor. `nonisolated(unsafe)` because only the store's loop sets the property. The loop
  /// reads it, and so does ``originOfTurn``, on the thread of the turn.
  @exclusivity(unchecked) nonisolated(unsafe) var origin = ActionOrigin.none

  // MARK: Attributing effects to actions

  func noteStart(of action: Int, sentBy sender: StoreTurn.Sender) {
    lastStart.withLock { $0 = (action, sender) }
  }

  /// Returns the sender of the action that started a scope, or `nil` if another action has started effects since.
  func senderOfAction(of scope: EffectScope) -> StoreTurn.Sender? {
    guard let start = lastStart.withLock({ $0 }), start.action == scope.origin.action else {
      return nil
    }
    return start.sender
  }
}
