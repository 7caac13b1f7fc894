// SPDX-License-Identifier: MIT

public import Synchronization

/// The state that the effects of one store share: where their tasks run, which ids are taken, and what keeps
/// account of them.
@usableFromInline
package final class EffectContext: Sendable {
  let executor: ManualExecutor?
  let accountant: (any EffectAccountant)?
  private let lastNumber = Atomic<UInt64>(0)
  /// The action whose effects were started last, and its sender.
  private let lastStart = Mutex<(action: Int, sender: StoreTurn.Sender)?>(nil)
  /// The thread on which a turn is in progress; zero if there is none.
  private let thread = Atomic<UInt>(0)
  /// Whether the turn is in progress within a job of an effect of another store, and has a loop of its own.
  private let hasOwnLoop = Atomic(false)
  /// Whether anything is running.
  @usableFromInline let hasRunning = Atomic(false)

  /// The effects that end when a part of the state is removed.
  @usableFromInline let statePositions = StatePositionTree()

  /// The effects that run under ids.
  let ids = EffectRegistry()

  private let throttleTable = OnceReference<ThrottleTable>()

  private let knownFollowedKeys = OnceReference<FollowedKeys>()

  private let knownWatchers = OnceReference<EffectWatchers>()

  @usableFromInline
  package init(executor: ManualExecutor? = nil, accountant: (any EffectAccountant)? = nil) {
    self.executor = executor
    self.accountant = accountant
  }

  /// The watchers of the effects; `nil` as long as there has been none.
  var watchers: EffectWatchers? { knownWatchers.load() }

  /// The watchers of the effects, to add one.
  var ownWatchers: EffectWatchers { watchers ?? knownWatchers.storeIfNil(EffectWatchers()) }

  /// The windows of throttled effects.
  var throttles: ThrottleTable { throttleTable.load() ?? throttleTable.storeIfNil(ThrottleTable()) }

  /// The keys of subscriptions at places that the store does not know.
  var followedKeys: FollowedKeys {
    knownFollowedKeys.load() ?? knownFollowedKeys.storeIfNil(FollowedKeys())
  }

  /// Whether any effects are running that end when a part of the state is removed.
  @inlinable
  var hasStatePositions: Bool { statePositions.isUsed.load(ordering: .acquiring) }

  /// The action whose turn it is, in a test store.
  var actionInFlight: ActionInFlight? { accountant?.actionInFlight }

  /// The executor of the effects, if a random schedule decides their order.
  var randomExecutor: ManualExecutor? {
    guard let executor, executor.isRandom else { return nil }
    return executor
  }

  /// Whether an accountant keeps account of the effects.
  var isAccounted: Bool { accountant != nil }

  func makeNumber() -> UInt64 {
    lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether effects are running that a turn may cause to send.
  @inlinable
  var isBusy: Bool { hasRunning.load(ordering: .acquiring) }

  /// Notes that a turn is in progress on this thread, so that what effects send from within the turn follows
  /// from its action.
  @usableFromInline
  func turnBegan(_ origin: ActionOrigin) {
    self.origin = origin
    let thread = currentThread()
    guard self.thread.load(ordering: .relaxed) != thread else { return }
    self.thread.store(thread, ordering: .relaxed)
    let loop = QueueLoop.current
    guard loop.isActive else { return }
    // Values that are sent within the turn are delivered within it.
    _ = loop.push()
    hasOwnLoop.store(true, ordering: .relaxed)
  }

  /// Notes that no turn is in progress any more.
  @usableFromInline
  func turnsEnded() {
    thread.store(0, ordering: .relaxed)
    if hasOwnLoop.exchange(false, ordering: .relaxed) { QueueLoop.current.pop() }
  }

  /// The origin of a value that is sent now, if it is sent from within a turn.
  var originOfTurn: ActionOrigin? {
    thread.load(ordering: .relaxed) == currentThread() ? origin : nil
  }

  /// The origin of the effects that are started next.
  ///
  /// Isolation: that of the store. `nonisolated(unsafe)` because only the store's loop sets it, and it is read only
  /// there and in ``originOfTurn``, on the thread of the turn.
  @exclusivity(unchecked) nonisolated(unsafe) var origin = ActionOrigin.none

  // MARK: Attributing effects to actions

  /// Notes that the effects of an action are started next.
  func noteStart(of action: Int, sentBy sender: StoreTurn.Sender) {
    lastStart.withLock { $0 = (action, sender) }
  }

  /// Returns the sender of the action whose effect a scope is a part of; `nil` if effects of other actions have
  /// been started since.
  func senderOfAction(of scope: EffectScope) -> StoreTurn.Sender? {
    guard let start = lastStart.withLock({ $0 }), start.action == scope.origin.action else {
      return nil
    }
    return start.sender
  }
}
