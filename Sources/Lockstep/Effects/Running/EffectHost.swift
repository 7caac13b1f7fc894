// SPDX-License-Identifier: MIT

internal import Synchronization

/// What the effects of one store share: where their tasks run, which ids are taken, and who keeps
/// account.
@usableFromInline
package final class EffectHost: Sendable {
  private let executor: ManualExecutor?
  private let accountant: (any EffectAccountant)?
  private let registrations = Mutex<[CancellationID: Registered]>([:])
  private let lastNumber = Atomic<UInt64>(0)
  private let action = Atomic(0)
  private let depth = Atomic(0)
  private let lastStart = Mutex<Start?>(nil)
  /// The thread that a turn is under way on; zero if none is.
  private let thread = Atomic<UInt>(0)
  /// Whether anything runs.
  @usableFromInline let runningFlag = AtomicFlag()

  /// The effects that end when a part of the state goes away.
  let presences: PresenceTree
  @usableFromInline let presenceFlag = AtomicFlag()

  /// The scopes under one id; nearly always one.
  private enum Registered {
    case one(EffectScope)
    case many([UInt64: EffectScope])

    /// In the order in which they were made.
    var scopes: [EffectScope] {
      switch self {
      case .one(let scope): [scope]
      case .many(let scopes): scopes.values.sorted { $0.number < $1.number }
      }
    }
  }

  /// The windows of throttled effects.
  let throttles = ThrottleTable()

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
    presences = PresenceTree(presenceFlag)
  }

  /// Whether effects run that end when a part of the state goes away.
  @inlinable
  var hasPresences: Bool { presenceFlag.isUp }

  /// Starts a task where the store wants its effects to run.
  ///
  /// It runs in this call until it first waits, so that an operation that does not wait costs no change
  /// of threads, and its values take their turns in an order that is always the same. Only a random
  /// schedule of a test may let it begin later. Where the effect is started by animated work, its own
  /// values are not animated.
  ///
  /// It is generic like the initializers of tasks, so that a closure goes there without functions
  /// around it, each of which would be an asynchronous call.
  ///
  /// - Parameters:
  ///   - leaf: The scope that the task is the body of.
  ///   - body: What the task runs.
  /// - Returns: The task.
  func spawn<Success: Sendable>(
    for leaf: EffectScope,
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let accountant else { return spawn(body) }
    // What the task is marked with is passed on to all tasks that it starts.
    let activity = leaf.actionInFlight.map { TestActivity.effect($0.within(leaf.description)) }
    return TaskMark.$current.withValue(accountant.taskStarted(in: leaf)) {
      IssueReporting.$activity.withValue(activity ?? IssueReporting.activity) {
        spawn(body)
      }
    }
  }

  private func spawn<Success: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Animation.unanimated {
      if let executor { return executor.start(body) }
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: body)
      } else {
        return Task(operation: body)
      }
    }
  }

  /// Notes that the body of a task has returned, and does what follows from it.
  func taskReturned(from leaf: EffectScope, _ continuation: () -> Void) {
    guard let accountant else { return continuation() }
    accountant.taskReturned(in: leaf)
    TaskMark.$current.withValue(nil, operation: continuation)
  }

  /// Does what the task of an effect asks for, and what is not part of the task.
  func withoutMark(_ work: () -> Void) {
    guard accountant != nil else { return work() }
    TaskMark.$current.withValue(nil, operation: work)
  }

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
  var isBusy: Bool { runningFlag.isUp }

  /// Notes that a turn is under way on this thread, so that what effects send from within it follows
  /// from its action.
  @usableFromInline
  func turnBegan(action: Int, depth: Int) {
    origin = ActionOrigin(action: action, depth: depth)
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
      ActionOrigin(action: action.load(ordering: .relaxed), depth: depth.load(ordering: .relaxed))
    }
    set {
      action.store(newValue.action, ordering: .relaxed)
      depth.store(newValue.depth, ordering: .relaxed)
    }
  }

  // MARK: Whose action it is

  /// The last start of effects: for whose action, and what tells their scope from others.
  private struct Start {
    let cause: ActionCause
    /// The number of the scope, if there was one already.
    let scope: UInt64?
    /// All scopes that were made later have greater numbers.
    let lastNumber: UInt64
  }

  /// Notes that the effects of an action are started next.
  ///
  /// - Parameters:
  ///   - cause: Who has sent the action.
  ///   - scope: What they run in, unless they make a scope of their own.
  func noteStart(for cause: ActionCause, in scope: EffectScope?) {
    let start = Start(
      cause: cause,
      scope: scope?.number,
      lastNumber: lastNumber.load(ordering: .relaxed)
    )
    lastStart.withLock { $0 = start }
  }

  /// Who has sent the action whose effect a scope is a part of; `nil` if effects of other actions have
  /// been started since.
  func causeOfStart(in scope: EffectScope) -> ActionCause? {
    guard let start = lastStart.withLock({ $0 }) else { return nil }
    let number = scope.whole.number
    return number == start.scope || number > start.lastNumber ? start.cause : nil
  }

  // MARK: Ids

  /// Lets a scope run under an id: beside what runs under it, or in its place, which it returns then.
  fileprivate func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others = registrations.withLock { registrations -> [EffectScope] in
      if id.isAlone {
        let others = registrations.updateValue(.one(scope), forKey: id.id)?.scopes ?? []
        return others.filter { $0 !== scope }
      }
      switch registrations[id.id] {
      case nil: registrations[id.id] = .one(scope)
      case .one(let other) where other === scope: break
      case .one(let other):
        registrations[id.id] = .many([other.number: other, scope.number: scope])
      case .many(var scopes):
        // Taken out, so that adding to them copies nothing.
        registrations[id.id] = .one(scope)
        scopes[scope.number] = scope
        registrations[id.id] = .many(scopes)
      }
      return []
    }
    scope.onEnd(Registration(id.id))
    return others
  }

  fileprivate func unregister(_ number: UInt64, id: CancellationID) {
    // The id that was stored is let go of when the lock is free: it may be anybody's object.
    let removed = registrations.withLock { registrations -> (CancellationID, EffectScope?)? in
      guard let index = registrations.index(forKey: id) else { return nil }
      let (storedID, registered) = registrations.remove(at: index)
      switch registered {
      case .one(let scope) where scope.number == number:
        return (storedID, scope)
      case .one:
        // Another one has taken the id since.
        registrations[storedID] = registered
        return nil
      case .many(var scopes):
        let scope = scopes.removeValue(forKey: number)
        if scopes.isEmpty == false { registrations[storedID] = .many(scopes) }
        return (storedID, scope)
      }
    }
    withExtendedLifetime(removed) {}
  }

  /// Gives an id back when an effect ends.
  ///
  /// `@unchecked` like every ending, see ``EffectEnding``.
  private final class Registration: EffectEnding, @unchecked Sendable {
    private let id: CancellationID

    init(_ id: CancellationID) {
      self.id = id
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.host.unregister(scope.number, id: id)
    }
  }

  /// Cancels what runs under an id; does nothing if nothing does.
  ///
  /// - Returns: Whether something did.
  @discardableResult
  func cancel(id: CancellationID) -> Bool {
    switch registrations.withLock({ $0.isEmpty ? nil : $0[id] }) {
    case nil: return false
    case .one(let scope): scope.cancel(isRestart: true)
    case .many(let scopes):
      for scope in Registered.many(scopes).scopes { scope.cancel(isRestart: true) }
    }
    return true
  }
}

/// What an effect runs under.
@usableFromInline
struct EffectID: Sendable {
  let id: CancellationID
  /// Whether it takes the place of what runs under the id.
  let isAlone: Bool
}

extension EffectScope {
  /// Runs under an id from now on, and cancels what it takes the place of.
  func take(_ id: EffectID?) {
    guard let id else { return }
    for other in host.register(self, id) { other.cancel(isRestart: true) }
  }
}

/// Who keeps account of the effects of a store: a test store.
@usableFromInline
package protocol EffectAccountant: Sendable {
  /// The action whose turn it is.
  var actionInFlight: ActionInFlight? { get }

  /// Notes that the body of a leaf begins in a task.
  ///
  /// - Parameter leaf: Its scope.
  /// - Returns: What that task keeps alive, and every task that it starts and that runs on.
  func taskStarted(in leaf: EffectScope) -> TaskMark

  /// Notes that the body has returned.
  func taskReturned(in leaf: EffectScope)

  /// Notes that a fire-and-forget leaf has been started in a scope of its own, or without one has run.
  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?)

  /// Notes what something that an effect does waits for; it is not kept alive for that.
  func effectWaits(on source: any EffectWaitSource)

  /// Notes what an effect waits for until it is ended from outside.
  func effectWaitsEndlessly(_ wait: any EffectWaitSource)
}

/// What the task of an effect and the tasks that it has started hold together; when it is released,
/// the last of them has ended.
@usableFromInline
package final class TaskMark: Sendable {
  @TaskLocal static var current: TaskMark?

  private let ended: @Sendable () -> Void
  private let sleeps = Atomic(0)

  package init(ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Notes a sleep that did not wait; after many of them, which may be those of a loop without an end,
  /// it lets others run, so that the loop counts as work.
  func sleptWithoutWaiting(isolation: isolated (any Actor)? = #isolation) async {
    guard sleeps.add(1, ordering: .relaxed).newValue > 1_000 else { return }
    await Task.yield()
  }

  deinit {
    ended()
  }
}
