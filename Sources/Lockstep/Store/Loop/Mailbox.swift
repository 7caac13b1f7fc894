// SPDX-License-Identifier: MIT

public import Synchronization

/// A subscriber that takes what the effects of a store and a ``StoreSender`` send.
///
/// Values that an effect sends within a turn, on the thread of the turn, go into the queue. Messages from
/// elsewhere wait here and wake the store.
///
/// The number of waiting messages is bounded only by the number of those sent; a turn in progress takes them when
/// it is over.
///
/// Isolation: any thread. No lock is held while anything else is called.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of `runtime` and `owner`: they are set
/// where the store is made, before any other thread knows the mailbox. The runtime is accessed only within a turn, on
/// the thread of that turn, and the owner on its actor.
@usableFromInline
final class Mailbox<Action: Sendable>: EffectSubscriber<Action, Never>, TurnTaker,
  @unchecked Sendable
{
  private let contents = Mutex(MailboxContents())
  @usableFromInline let isFilled = Atomic(false)
  @usableFromInline let sites: SiteSet?
  private let position = OnceReference<StatePosition>()
  private let link = OnceReference<EmbedderLink>()

  // The functions are given what they work on, so that they need no memory of their own. They are made where the
  // types are known.

  /// The runtime of the store, which may be deallocated outside of its turns, and a function that puts a value into its
  /// queue if the value was sent within a turn, and into this mailbox if not.
  @exclusivity(unchecked) @usableFromInline var runtime: Unmanaged<AnyObject>?
  @exclusivity(unchecked) @usableFromInline
  var deliver: Deliver = { _, _, _, _, _ in }
  @usableFromInline typealias Deliver =
    @Sendable (
      _ runtime: Unmanaged<AnyObject>, Mailbox, Action, QueuedAction.Details, _ turn: ActionOrigin?
    ) -> Void

  /// The owner, its actor unless that is the main actor, and a function with which it takes the messages there.
  @exclusivity(unchecked) private weak var owner: AnyObject?
  @exclusivity(unchecked) private weak var isolation: (any Actor)?
  @exclusivity(unchecked) private var processMail: @Sendable (AnyObject) -> Void = { _ in }

  @usableFromInline
  init(_ sites: SiteSet?) {
    self.sites = sites
    // The mailbox puts messages in order, and the end is not a message.
    super.init(.never)
  }

  /// Makes an owner take the messages on its actor; on the main actor, also where a sender there has done its last
  /// thing.
  ///
  /// - Parameters:
  ///   - owner: The owner, which is not kept alive.
  ///   - isolation: The actor, which is not kept alive either: it may be the object that holds the store.
  ///   - processMail: A function with which the owner takes the messages; called on the thread of the actor.
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

  /// Sets the function that makes the owner take the messages.
  ///
  /// - Parameters:
  ///   - eachTime: Whether to call the function for each message, instead of once until the owner has
  ///     responded.
  ///   - wake: The function; called on the sending thread.
  func setWake(eachTime: Bool, _ wake: @escaping @Sendable () -> Void) {
    contents.withLock { $0.alarm.waking = .calling(wake, eachTime: eachTime) }
  }

  /// Wakes the owner for the actions that it has left behind.
  @usableFromInline
  func wakeOwner() {
    wakeOwner(contents.withLock { $0.alarm.ring() })
  }

  /// Wakes the owner in some way; `nil` stands for not at all.
  ///
  /// A task inherits the task-local values that are bound where the message comes from, except the animation, which is
  /// part of the message and does not apply to what follows from it.
  private func wakeOwner(_ waking: MailboxAlarm.Waking?) {
    switch waking {
    case nil: break
    // Goes to the main actor directly; the general path takes a detour through another thread.
    case .onMainActor?: StoreAnimation.unanimated { _ = Task { @MainActor in takeTurns() } }
    case .onActor?:
      guard let isolation else { return }
      StoreAnimation.unanimated { _ = Task { await takeTurns(on: isolation) } }
    case .calling(let wake, _)?: wake()
    }
  }

  private func takeTurns(on isolation: isolated any Actor) { takeTurns() }

  /// Makes the owner take the messages, on the thread of its actor.
  func takeTurns() {
    guard let owner else { return }
    StoreAnimation.unanimated { processMail(owner) }
  }

  /// Whether there are messages.
  @inlinable
  var hasMessages: Bool { isFilled.load(ordering: .acquiring) }

  /// Appends a value that an effect has sent.
  @inlinable
  func append(_ action: Action, _ details: QueuedAction.Details) {
    append(ActionMessage(action, details))
  }

  /// Appends a call of the store's own `send`.
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

  /// Takes all messages out.
  ///
  /// - Parameter isWoken: Whether the owner takes the messages because it was woken, so that the next message
  ///   wakes it again.
  /// - Returns: The messages, in the order in which they arrived.
  @usableFromInline
  func takeMessages(isWoken: Bool) -> Messages {
    contents.withLock { contents in
      if isWoken { contents.alarm.stop() }
      isFilled.store(false, ordering: .releasing)
      return contents.messages.takeAll()
    }
  }

  /// Drops the messages and all later ones, because the owner was deallocated.
  func close() {
    let messages = contents.withLock { contents in
      contents.isClosed = true
      return contents.messages.takeAll()
    }
    // Released when the lock is free: they may hold anything.
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

/// The messages of a mailbox, and its alarm.
///
/// It has no generic parameters, and neither have the messages: code that is not specialized would look up the types.
private struct MailboxContents: ~Copyable {
  var messages = Messages()
  var alarm = MailboxAlarm()
  /// Whether the owner has been released; messages are dropped from then on.
  var isClosed = false
}

/// The alarm that wakes the owner of a mailbox.
private struct MailboxAlarm: Sendable {
  /// How the owner is woken.
  enum Waking: Sendable {
    /// It takes the messages on the main actor.
    case onMainActor
    /// It takes the messages on another actor, that of the store.
    case onActor
    /// It responds to a function that is called on the sending thread: for each message, or once until it has
    /// responded.
    case calling(@Sendable () -> Void, eachTime: Bool)
  }

  var waking: Waking?
  /// Whether the owner has been woken and has not responded yet.
  private var isRinging = false
  /// Whether the owner is about to take the messages on the thread of the main actor.
  private var isTurnNext = false

  /// Returns how to wake the owner for a message, unless the owner need not be woken: a turn follows what this
  /// thread is doing, or the owner has been woken already.
  mutating func ringForMessage(in mailbox: any TurnTaker) -> Waking? {
    let loop = QueueLoop.current
    guard case .onMainActor = waking, loop.isLast else { return ring() }
    if isTurnNext == false { loop.add(mailbox) }
    isTurnNext = true
    return nil
  }

  /// Returns how to wake the owner, unless the owner need not be woken again.
  mutating func ring() -> Waking? {
    if isRinging {
      guard case .calling(_, eachTime: true) = waking else { return nil }
    }
    isRinging = waking != nil
    return waking
  }

  /// Notes that the owner has responded.
  mutating func stop() {
    isRinging = false
    isTurnNext = false
  }
}
