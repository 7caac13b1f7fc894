// SPDX-License-Identifier: MIT

public import Synchronization

/// What the effects of one store share: where their tasks run, which ids are taken, and who keeps
/// account.
@usableFromInline
package final class EffectContext: Sendable {
  let executor: ManualExecutor?
  let accountant: (any EffectAccountant)?
  private let lastNumber = Atomic<UInt64>(0)
  private let action = Atomic(0)
  private let depthAndTag = Atomic<UInt64>(0)
  private let lastStart = Mutex<Start?>(nil)
  /// The thread that a turn is under way on; zero if none is.
  private let thread = Atomic<UInt>(0)
  /// Whether anything runs.
  @usableFromInline let hasRunning = Atomic(false)

  /// The effects that end when a part of the state goes away.
  @usableFromInline let statePositions = StatePositionTree()

  /// What runs under ids.
  let ids = EffectRegistry()

  private let throttleTable = OnceReference<ThrottleTable>()

  /// What is to be started of the effects.
  let starts = StartQueue()

  /// Sees to it that effects which take one another's place come to an end.
  let restarts = RestartGuard()

  @usableFromInline
  package init(
    executor: ManualExecutor? = nil,
    accountant: (any EffectAccountant)? = nil
  ) {
    self.executor = executor
    self.accountant = accountant
  }

  /// The windows of throttled effects.
  var throttles: ThrottleTable { throttleTable.load() ?? throttleTable.storeIfNil(ThrottleTable()) }

  /// Whether effects run that end when a part of the state goes away.
  @inlinable
  var hasStatePositions: Bool { statePositions.isUsed.load(ordering: .acquiring) }

  /// The action whose turn it is, in a test store.
  var actionInFlight: ActionInFlight? { accountant?.actionInFlight }

  /// Notes that a fire-and-forget leaf has been started in a scope of its own, or without one has run.
  func accountForFireAndForget(_ description: EffectDescription, in scope: EffectScope?) {
    accountant?.fireAndForgetStarted(description, in: scope)
  }

  /// The executor of the effects, if a random schedule decides their order.
  var randomExecutor: ManualExecutor? {
    guard let executor, executor.isRandom else { return nil }
    return executor
  }

  /// Whether somebody keeps account of the effects.
  var isAccounted: Bool { accountant != nil }

  /// Notes that something that an effect does begins to wait.
  func noteWait(on source: some EffectWaitSource) {
    accountant?.effectWaits(on: source)
  }

  /// Notes that an effect waits for something that does not come.
  func noteEndlessWait(_ wait: some EffectWaitSource) {
    accountant?.effectWaitsEndlessly(wait)
  }

  func makeNumber() -> UInt64 {
    lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether effects run that a turn may make send.
  @inlinable
  var isBusy: Bool { hasRunning.load(ordering: .acquiring) }

  /// Notes that a turn is under way on this thread, so that what effects send from within it follows
  /// from its action.
  @usableFromInline
  func turnBegan(_ origin: ActionOrigin) {
    self.origin = origin
    thread.store(currentThread(), ordering: .relaxed)
  }

  /// Notes that no turn is under way any more.
  @usableFromInline
  func turnsEnded() {
    thread.store(0, ordering: .relaxed)
  }

  /// Where a value comes from that is sent now, if it is sent from within a turn.
  var originOfTurn: ActionOrigin? {
    thread.load(ordering: .relaxed) == currentThread() ? origin : nil
  }

  /// Where the effects come from that are started next; set by the store's loop.
  var origin: ActionOrigin {
    get {
      let depthAndTag = depthAndTag.load(ordering: .relaxed)
      return ActionOrigin(
        action: action.load(ordering: .relaxed),
        depth: Int(Int32(truncatingIfNeeded: depthAndTag >> 32)),
        tag: UInt32(truncatingIfNeeded: depthAndTag)
      )
    }
    set {
      action.store(newValue.action, ordering: .relaxed)
      let depth = UInt32(bitPattern: Int32(clamping: newValue.depth))
      depthAndTag.store(UInt64(depth) << 32 | UInt64(newValue.tag), ordering: .relaxed)
    }
  }

  // MARK: Whose action it is

  /// The last start of effects: for whose action, and what tells their scope from others.
  private struct Start {
    let cause: ActionCause
    /// The type of the store's actions.
    let actionType: Any.Type
    /// The number of the scope, if there was one already.
    let scope: UInt64?
    /// All scopes that were made later have greater numbers.
    let lastNumber: UInt64
  }

  /// Notes that the effects of an action are started next.
  ///
  /// - Parameters:
  ///   - cause: Who has sent the action.
  ///   - actionType: The type of the store's actions.
  ///   - scope: What they run in, unless they make a scope of their own.
  func noteStart(for cause: ActionCause, of actionType: Any.Type, in scope: EffectScope?) {
    let start = Start(
      cause: cause,
      actionType: actionType,
      scope: scope?.number,
      lastNumber: lastNumber.load(ordering: .relaxed)
    )
    lastStart.withLock { $0 = start }
  }

  /// Who has sent the action whose effect a scope is a part of; `nil` if effects of other actions have
  /// been started since.
  func causeOfStart(in scope: EffectScope) -> (ActionCause, actionType: Any.Type)? {
    guard let start = lastStart.withLock({ $0 }) else { return nil }
    let number = scope.whole.number
    guard number == start.scope || number > start.lastNumber else { return nil }
    return (start.cause, start.actionType)
  }
}
