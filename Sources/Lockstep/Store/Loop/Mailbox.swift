// SPDX-License-Identifier: MIT

public import Synchronization

/// A subscriber that takes what the effects of a store and a ``StoreSender`` send.
///
/// Values that an effect sends within a turn, on the thread of the turn, go into the queue. Letters from
/// elsewhere wait here and wake the store.
///
/// The number of waiting letters is bounded only by what is sent; a turn in progress takes the letters when
/// it is over.
///
/// Isolation: any thread. No lock is held while anything else is called.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of `deliver`: it is set where the
/// mailbox is made, before any other thread knows the mailbox, and accesses the store only if it is called within
/// a turn, on the thread of that turn.
@usableFromInline
final class Mailbox<Action: Sendable>: EffectSubscriber<Action, Never>, @unchecked Sendable {
  @usableFromInline
  enum Letter: Sendable {
    /// A value that an effect has sent.
    case value(Action, QueuedAction.Details)
    /// A call of the store's own `send`.
    case call(@Sendable () -> Void)
  }

  @usableFromInline
  struct Contents: Sendable {
    @usableFromInline var letters: [Letter] = []
    @usableFromInline var alarm = Alarm()
    /// Whether the owner is gone, so that nothing is taken out any more.
    @usableFromInline var isClosed = false

    @inlinable
    init() {}
  }

  /// The alarm that wakes the owner.
  @usableFromInline
  struct Alarm: Sendable {
    /// Whether the owner has been woken and has not responded yet.
    private var isRinging = false
    private var wake: (@Sendable () -> Void)?
    private var wakesEachTime = false
    /// A function that has the owner take the letters on the thread of the main actor.
    private var turn: (@Sendable () -> Void)?
    /// Whether that function is about to be called on the thread of the main actor.
    private var isTurnNext = false

    @usableFromInline
    init() {}

    fileprivate mutating func set(
      eachTime: Bool,
      turn: (@Sendable () -> Void)?,
      _ wake: @escaping @Sendable () -> Void
    ) {
      self.wake = wake
      wakesEachTime = eachTime
      self.turn = turn
    }

    /// Returns the function that wakes the owner for a letter, unless the owner need not be woken: a turn follows
    /// what this thread is doing, or the owner has been woken already.
    @usableFromInline
    mutating func ringForLetter() -> (@Sendable () -> Void)? {
      let loop = LaneLoop.current
      guard let turn, loop.isLast else { return ring() }
      if isTurnNext == false { loop.add(turn: turn) }
      isTurnNext = true
      return nil
    }

    /// Returns the function that wakes the owner, unless the owner need not be woken again.
    @usableFromInline
    mutating func ring() -> (@Sendable () -> Void)? {
      guard let wake, isRinging == false || wakesEachTime else { return nil }
      isRinging = true
      return wake
    }

    /// Notes that the owner has responded.
    @usableFromInline
    mutating func stop() {
      isRinging = false
      isTurnNext = false
    }
  }

  @usableFromInline let contents = Mutex(Contents())
  @usableFromInline let isFilled = Atomic(false)
  private let position: StatePosition?
  /// A function that puts a value into the queue if it was sent within a turn, and into this mailbox if not.
  @exclusivity(unchecked) @usableFromInline
  var deliver: (Action, QueuedAction.Details, _ turn: ActionOrigin?) -> Void = { _, _, _ in }

  @usableFromInline
  init(_ position: StatePosition?) {
    self.position = position
    // The mailbox puts letters in order, and the end is not a letter.
    super.init(.never)
  }

  /// Sets the function that makes the owner take the letters.
  ///
  /// - Parameters:
  ///   - eachTime: Whether to call the function for each letter, instead of once until the owner has
  ///     responded.
  ///   - turn: A function that makes the owner take the letters at once, called on the thread of the main actor
  ///     when a sender there has done its last thing; `nil` if the owner is not on the main actor.
  ///   - wake: The function; called on the sending thread.
  func setWake(
    eachTime: Bool,
    turn: (@Sendable () -> Void)?,
    _ wake: @escaping @Sendable () -> Void
  ) {
    contents.withLock { $0.alarm.set(eachTime: eachTime, turn: turn, wake) }
  }

  /// Wakes the owner for the actions that it has left behind.
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
    let wake = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard contents.isClosed == false else { return nil }
      contents.letters.append(letter)
      isFilled.store(true, ordering: .releasing)
      return contents.alarm.ringForLetter()
    }
    wake?()
  }

  /// Takes all letters out.
  ///
  /// - Parameter isWoken: Whether the owner takes the letters because it was woken, so that the next letter
  ///   wakes it again.
  /// - Returns: The letters, in the order in which they arrived.
  @inlinable
  func takeLetters(isWoken: Bool) -> [Letter] {
    contents.withLock { contents in
      if isWoken { contents.alarm.stop() }
      isFilled.store(false, ordering: .releasing)
      defer { contents.letters = [] }
      return contents.letters
    }
  }

  /// Drops the letters, and all that come later, because the owner is gone.
  func close() {
    let letters = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.letters = [] }
      return contents.letters
    }
    // Released when the lock is free: they may hold anything.
    withExtendedLifetime(letters) {}
  }

  override var statePosition: StatePosition? { position }

  override func receive(_ action: Action, from scope: EffectScope, isLast: Bool) {
    guard scope.hold() else { return }
    let turn = scope.context.originOfTurn
    deliver(action, QueuedAction.Details(from: scope, in: turn, of: Action.self), turn)
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}
