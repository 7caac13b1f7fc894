// SPDX-License-Identifier: MIT

public import Synchronization

/// The subscriber that receives values from a store's effects and from a ``StoreSender``.
///
/// Values sent within a turn, on the thread of the turn, go into the queue. Other messages wait here and wake the
/// store.
///
/// No lock is held while the mailbox calls other code.
///
/// `@unchecked` like every subscriber (see ``EffectReceiver``), and because of `runtime` and `owner`. The store sets
/// both before any other thread knows the mailbox. Later, only a turn accesses the runtime, on its thread, and only
/// code on the owner's actor accesses the owner.
@usableFromInline
final class Mailbox<Action: Sendable>: EffectSubscriber<Action, Never>, TurnTaker,
  @unchecked Sendable
{
  private let contents = Mutex(MailboxContents())
  @usableFromInline let isFilled = Atomic(false)
  @usableFromInline let sites: SiteSet?
  private let position = OnceReference<StatePosition>()
  private let link = OnceReference<EmbedderLink>()

  // The functions receive the objects that they work on, so that they need no context. They are created where the types
  // are known.

  /// The store's runtime, which may be deallocated outside its turns.
  @exclusivity(unchecked) @usableFromInline var runtime: Unmanaged<AnyObject>?
  @exclusivity(unchecked) @usableFromInline
  var deliver: Deliver = { _, _, _, _, _ in }
  @usableFromInline typealias Deliver =
    @Sendable (
      _ runtime: Unmanaged<AnyObject>, Mailbox, Action, QueuedAction.Details, _ turn: ActionOrigin?
    ) -> Void

  /// The owner, its actor (`nil` for the main actor), and the function with which the owner takes messages there.
  @exclusivity(unchecked) private weak var owner: AnyObject?
  @exclusivity(unchecked) private weak var isolation: (any Actor)?
  @exclusivity(unchecked) private var processMail: @Sendable (AnyObject) -> Void = { _ in }

  @usableFromInline
  init(_ sites: SiteSet?) {
    self.sites = sites
    // The mailbox puts messages in order, and completion is not a message.
    super.init(.never)
  }

  /// Makes an owner take messages on its actor.
  ///
  /// On the main actor, the owner also takes them directly after a sender's last job there. Neither the owner nor the
  /// actor is kept alive: the actor may be the object that holds the store.
  @usableFromInline
  func wake(
    _ owner: AnyObject,
    on isolation: any Actor,
    _ processMail: @escaping @Sendable (AnyObject) -> Void
  ) {
    self.owner = owner
    self.processMail = processMail
    let isOnMainActor = isolation === MainActor.shared
    if isOnMainActor == false { self.isolation = isolation }
    contents.withLock { $0.alarm.waking = isOnMainActor ? .onMainActor : .onActor }
  }

  /// Sets the function that wakes the owner, on the sending thread.
  ///
  /// `eachTime` makes each message call the function, instead of once until the owner responds.
  func setWake(eachTime: Bool, _ wake: @escaping @Sendable () -> Void) {
    contents.withLock { $0.alarm.waking = .calling(wake, eachTime: eachTime) }
  }

  /// Wakes the owner for the actions that its last run left in the queue.
  @usableFromInline
  func wakeOwner() {
    wakeOwner(contents.withLock { $0.alarm.ring() })
  }

  /// A task inherits the sender's task-local values, except the animation: it is part of the message and does not apply
  /// to later actions.
  private func wakeOwner(_ waking: MailboxAlarm.Waking?) {
    switch waking {
    case nil: break
    // Calls the main actor directly; the general path takes a detour through another thread.
    case .onMainActor?: StoreAnimation.unanimated { _ = Task { @MainActor in takeTurns() } }
    case .onActor?:
      guard let isolation else { return }
      StoreAnimation.unanimated { _ = Task { await takeTurns(on: isolation) } }
    case .calling(let wake, _)?: wake()
    }
  }

  private func takeTurns(on isolation: isolated any Actor) { takeTurns() }

  func takeTurns() {
    guard let owner else { return }
    StoreAnimation.unanimated { processMail(owner) }
  }

  @inlinable
  var hasMessages: Bool { isFilled.load(ordering: .acquiring) }

  @inlinable
  func append(_ action: Action, _ details: QueuedAction.Details) {
    append(ActionMessage(action, details))
  }

  func append(_ call: @escaping @Sendable () -> Void) {
    append(Message(call))
  }

  @usableFromInline
  func append(_ message: Message) {
    let waking = contents.withLock { contents -> MailboxAlarm.Waking? in
      guard contents.isClosed == false else { return nil }
      contents.messages.append(message)
      isFilled.store(true, ordering: .releasing)
      return contents.alarm.ringForMessage(in: self)
    }
    if let waking { wakeOwner(waking) }
  }

  /// Removes all messages; if the owner responds to a wake-up, the next message wakes it again.
  @usableFromInline
  func takeMessages(isWoken: Bool) -> Messages {
    contents.withLock { contents in
      if isWoken { contents.alarm.stop() }
      isFilled.store(false, ordering: .releasing)
      return contents.messages.takeAll()
    }
  }

  func close() {
    let messages = contents.withLock { contents in
      contents.isClosed = true
      return contents.messages.takeAll()
    }
    // Release the messages outside the lock: they may hold anything.
    _ = consume messages
  }

  override var statePosition: StatePosition? {
    position.load() ?? position.storeIfNil(StatePosition(root: sites))
  }

  override var embedderLink: EmbedderLink? {
    link.load() ?? link.storeIfNil(EmbedderLink(base: self))
  }

  override func receive(_ action: Action, from scope: EffectScope, isLast: Bool) {
    guard scope.hold() else { return }
    let turn = scope.context.originOfTurn
    let details = QueuedAction.Details(from: scope, in: turn, of: Action.self)
    if let runtime { deliver(runtime, self, action, details, turn) }
  }

  override func receive(_ output: SentOutput, from scope: EffectScope) {
    guard let accountant = scope.context.accountant else {
      return output.reportUnhandled(in: scope.origin, of: Action.self)
    }
    append { accountant.outputSent(output) }
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}

/// `MailboxContents` and `Messages` are not generic, because unspecialized code would look up their types.
private struct MailboxContents: ~Copyable {
  var messages = Messages()
  var alarm = MailboxAlarm()
  var isClosed = false
}

private struct MailboxAlarm: Sendable {
  enum Waking: Sendable {
    case onMainActor
    /// On the store's actor, if it is not the main actor.
    case onActor
    /// By a call on the sending thread: for each message, or once until the owner responds.
    case calling(@Sendable () -> Void, eachTime: Bool)
  }

  var waking: Waking?
  private var isRinging = false
  private var isTurnNext = false

  /// Returns `nil` if the owner need not be woken, for example because its turn follows this thread's current work.
  mutating func ringForMessage(in mailbox: any TurnTaker) -> Waking? {
    let loop = QueueLoop.current
    guard case .onMainActor = waking, loop.isLast else { return ring() }
    if isTurnNext == false { loop.add(mailbox) }
    isTurnNext = true
    return nil
  }

  mutating func ring() -> Waking? {
    if isRinging {
      guard case .calling(_, eachTime: true) = waking else { return nil }
    }
    isRinging = waking != nil
    return waking
  }

  mutating func stop() {
    isRinging = false
    isTurnNext = false
  }
}
