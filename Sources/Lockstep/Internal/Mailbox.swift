// SPDX-License-Identifier: MIT

internal import Synchronization

/// Where actions arrive that effects send from other threads, or from the middle of something else.
///
/// How many letters wait is bounded by nothing but what the effects send; a store that is awake takes
/// them in its next turn.
final class Mailbox<Action: Sendable>: Sendable {
  struct Letter: Sendable {
    var action: Action
    var scope: EffectScope
    var animation: Animation?
    var origin: ActionOrigin
  }

  private let letters = Mutex<[Letter]>([])
  private let bell: MailBell

  init(_ bell: MailBell) {
    self.bell = bell
  }

  func append(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    bell.ring()
  }

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
final class MailBell: Sendable {
  private struct State {
    var isAwake = false
    var wake: (@Sendable () -> Void)?
    var wakesForEachLetter = false
  }

  private let state = Mutex(State())
  /// Whether it has rung since somebody has silenced it; there may be letters then.
  let flag: AtomicFlag

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
  func sleep() -> Bool {
    state.withLock { state in
      guard flag.isUp == false else { return false }
      state.isAwake = false
      return true
    }
  }
}

/// Puts what the effects of a store send into its mailbox.
final class MailSender<Action: Sendable>: EffectSubscriber<Action, Never>, @unchecked Sendable {
  private let mailbox: Mailbox<Action>
  private let position: Presence?

  init(_ mailbox: Mailbox<Action>, _ position: Presence?) {
    self.mailbox = mailbox
    self.position = position
  }

  override var presence: Presence? { position }

  override func receive(_ action: Action, from scope: EffectScope) {
    guard scope.hold() else { return }
    mailbox.append(
      Mailbox.Letter(
        action: action,
        scope: scope,
        animation: Animation.current,
        origin: scope.host.originOfTurn ?? scope.origin
      )
    )
  }

  override func finish(_ failure: Never?, from scope: EffectScope) {}
}

/// Which run of the store's loop something comes from, and how long the chain of actions was by then.
struct ActionOrigin: Sendable {
  var run: UInt64
  var depth: Int
}
