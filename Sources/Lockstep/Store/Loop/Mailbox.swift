// SPDX-License-Identifier: MIT

public import Synchronization

/// Where actions arrive that effects send from other threads, or from the middle of something else.
///
/// How many letters wait is bounded by nothing but what the effects send; a store that is awake takes
/// them in its next turn.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  @usableFromInline
  struct Letter: Sendable {
    @usableFromInline let action: Action
    @usableFromInline let postmark: Postmark

    @inlinable
    init(_ action: Action, _ postmark: Postmark) {
      self.action = action
      self.postmark = postmark
    }
  }

  @usableFromInline let letters = Mutex<[Letter]>([])
  @usableFromInline let bell: MailBell

  @inlinable
  init(_ bell: MailBell) {
    self.bell = bell
  }

  @inlinable
  func append(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    bell.ring()
  }

  @inlinable
  func takeLetters() -> [Letter] {
    bell.silence()
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}

/// Wakes a store when there are letters, unless it is awake and looks into the mailbox by itself.
///
/// It is apart from the letters because it has one type for all stores, and is looked at more often.
@usableFromInline
final class MailBell: Sendable {
  private struct State {
    var isAwake = false
    var wake: (@Sendable () -> Void)?
    var wakesForEachLetter = false
  }

  private let state = Mutex(State())
  /// Whether it has rung since somebody has silenced it; there may be letters then.
  let flag: AtomicFlag

  @usableFromInline
  init(_ flag: AtomicFlag) {
    self.flag = flag
  }

  /// Sets what makes the store look into the mailbox.
  ///
  /// - Parameters:
  ///   - forEachLetter: Whether to call it for each letter, instead of only when the store sleeps.
  ///   - wake: Called on whatever thread a letter comes from.
  func setWake(forEachLetter: Bool, _ wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.wake = wake
      state.wakesForEachLetter = forEachLetter
    }
  }

  /// Notes that there is a letter, which has been put in before.
  @usableFromInline
  func ring() {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      flag.isUp = true
      guard state.isAwake == false || state.wakesForEachLetter else { return nil }
      state.isAwake = true
      return state.wake
    }
    wake?()
  }

  /// Notes that somebody takes the letters.
  @usableFromInline
  func silence() {
    state.withLock { _ in flag.isUp = false }
  }

  /// Wakes the store although there is no letter, for what it has left behind.
  func wakeStore() {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      state.isAwake = true
      return state.wake
    }
    wake?()
  }

  /// Notes that the store looks into the mailbox before it sleeps.
  func stayAwake() {
    state.withLock { $0.isAwake = true }
  }

  /// Notes that the store sleeps; returns false if there are letters.
  @usableFromInline
  func sleep() -> Bool {
    state.withLock { state in
      guard flag.isUp == false else { return false }
      state.isAwake = false
      return true
    }
  }
}

/// What is known of an action in the mailbox besides the action.
///
/// It is made where the action is put in, and has one type for all stores.
@usableFromInline
struct Postmark: Sendable {
  let scope: EffectScope
  let animation: Animation?
  let origin: ActionOrigin
  /// Whether it was sent from within a turn.
  let isOfTurn: Bool

  @usableFromInline
  init(_ scope: EffectScope) {
    self.scope = scope
    animation = Animation.current
    let originOfTurn = scope.host.originOfTurn
    origin = originOfTurn ?? scope.origin
    isOfTurn = originOfTurn != nil
  }
}

/// Puts what the effects of a store send into its mailbox.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``.
@usableFromInline
final class MailSender<Action: Sendable>: EffectSubscriber<Action, Never>, @unchecked Sendable {
  private let position: Presence?
  private let deliver: @Sendable (Action, Postmark) -> Void

  @usableFromInline
  init(_ position: Presence?, _ deliver: @escaping @Sendable (Action, Postmark) -> Void) {
    self.position = position
    self.deliver = deliver
    // The mailbox puts letters in order, and the end is no letter.
    super.init(.never)
  }

  override var presence: Presence? { position }

  override func receive(_ action: Action, from scope: EffectScope, isLast: Bool) {
    if scope.hold() { deliver(action, Postmark(scope)) }
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}

/// Which action something comes from, and how long the chain of actions was by then.
///
/// The actions of a store are numbered in the order of the queue, from one on.
struct ActionOrigin: Sendable {
  var action: Int
  var depth: Int
}
