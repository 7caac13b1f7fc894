// SPDX-License-Identifier: MIT

public import Synchronization

/// Takes what the effects of a store send, and what a ``StoreSender`` does.
///
/// What an effect sends within a turn, on the thread of the turn, goes into the queue. What comes from elsewhere
/// waits here, and wakes the store.
///
/// How many letters wait is bounded by nothing but what is sent; a turn that is under way takes them when it is
/// over.
///
/// Isolation: any thread. No lock is held while anything else is called.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``; what delivers is set where the mailbox is made.
@usableFromInline
final class Mailbox<Action: Sendable>: EffectSubscriber<Action, Never>, @unchecked Sendable {
  @usableFromInline
  enum Letter: Sendable {
    /// What an effect has sent.
    case value(Action, QueuedAction.Details)
    /// A call of the store's own `send`.
    case call(@Sendable () -> Void)
  }

  @usableFromInline
  struct Contents: Sendable {
    @usableFromInline var letters: [Letter] = []
    @usableFromInline var alarm = Alarm()

    @inlinable
    init() {}
  }

  /// What wakes the owner.
  @usableFromInline
  struct Alarm: Sendable {
    /// Whether the owner was woken and has not come yet.
    private var isRinging = false
    private var wake: (@Sendable () -> Void)?
    private var wakesEachTime = false

    @usableFromInline
    init() {}

    fileprivate mutating func set(eachTime: Bool, _ wake: @escaping @Sendable () -> Void) {
      self.wake = wake
      wakesEachTime = eachTime
    }

    /// Returns what wakes the owner, who may have been woken already.
    @usableFromInline
    mutating func ring() -> (@Sendable () -> Void)? {
      guard isRinging == false || wakesEachTime else { return nil }
      isRinging = true
      return wake
    }

    /// Notes that the owner has come.
    @usableFromInline
    mutating func stop() {
      isRinging = false
    }
  }

  @usableFromInline let contents = Mutex(Contents())
  @usableFromInline let isFilled = Atomic(false)
  private let position: StatePosition?
  /// Puts a value into the queue, if it was sent within a turn, and into this if not.
  @exclusivity(unchecked) @usableFromInline
  var deliver: (Action, QueuedAction.Details, _ turn: ActionOrigin?) -> Void = { _, _, _ in }

  @usableFromInline
  init(_ position: StatePosition?) {
    self.position = position
    // The mailbox puts letters in order, and the end is no letter.
    super.init(.never)
  }

  /// Sets what makes the owner take the letters.
  ///
  /// - Parameters:
  ///   - eachTime: Whether to call it for each letter, instead of once until the owner has come.
  ///   - wake: Called on whatever thread sends.
  func setWake(eachTime: Bool, _ wake: @escaping @Sendable () -> Void) {
    contents.withLock { $0.alarm.set(eachTime: eachTime, wake) }
  }

  /// Wakes the owner for what it has left behind.
  @usableFromInline
  func wakeOwner() {
    let wake = contents.withLock { $0.alarm.ring() }
    wake?()
  }

  /// Whether there are letters.
  @inlinable
  var hasLetters: Bool { isFilled.load(ordering: .acquiring) }

  @inlinable
  func append(_ letter: Letter) {
    let wake = contents.withLock { contents in
      contents.letters.append(letter)
      isFilled.store(true, ordering: .releasing)
      return contents.alarm.ring()
    }
    wake?()
  }

  /// Takes all letters out.
  ///
  /// - Parameter isWoken: Whether the owner has come because it was woken, so that what comes next wakes it again.
  /// - Returns: The letters, in the order in which they came.
  @inlinable
  func takeLetters(isWoken: Bool) -> [Letter] {
    contents.withLock { contents in
      if isWoken { contents.alarm.stop() }
      isFilled.store(false, ordering: .releasing)
      defer { contents.letters = [] }
      return contents.letters
    }
  }

  override var statePosition: StatePosition? { position }

  override func receive(_ action: Action, from scope: EffectScope, isLast: Bool) {
    guard scope.hold() else { return }
    deliver(action, QueuedAction.Details(from: scope), scope.context.originOfTurn)
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}
