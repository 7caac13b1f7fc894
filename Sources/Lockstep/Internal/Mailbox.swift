// SPDX-License-Identifier: MIT

internal import Synchronization

/// Where actions arrive that effects send from other threads, or from the middle of something else.
///
/// A letter wakes the store, unless the store is awake and looks into the mailbox by itself.
final class Mailbox<Action: Sendable>: Sendable {
  struct Letter: Sendable {
    var action: Action
    var scope: EffectScope
    var animation: Animation?
    var origin: ActionOrigin
  }

  private struct State {
    var letters: [Letter] = []
    var isAwake = false
    var wake: (@Sendable () -> Void)?
    var wakesForEachLetter = false
  }

  private let state = Mutex(State())
  private let flag: AtomicFlag

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

  func append(_ letter: Letter) {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      state.letters.append(letter)
      flag.isUp = true
      guard state.isAwake == false || state.wakesForEachLetter else { return nil }
      state.isAwake = true
      return state.wake
    }
    wake?()
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

  func takeLetters() -> [Letter] {
    state.withLock { take(&$0) }
  }

  /// Takes the letters, or notes that the store sleeps if there are none.
  func takeLettersOrSleep() -> [Letter] {
    state.withLock { state in
      if state.letters.isEmpty { state.isAwake = false }
      return take(&state)
    }
  }

  private func take(_ state: inout State) -> [Letter] {
    flag.isUp = false
    guard state.letters.isEmpty == false else { return [] }
    defer { state.letters.removeAll(keepingCapacity: true) }
    return state.letters
  }
}

/// Puts what an effect sends into the mailbox.
final class MailSender<Action: Sendable>: EffectSubscriber {
  private let mailbox: Mailbox<Action>
  private let origin: ActionOrigin
  let presence: Presence?

  init(_ mailbox: Mailbox<Action>, _ origin: ActionOrigin, _ presence: Presence?) {
    self.mailbox = mailbox
    self.origin = origin
    self.presence = presence
  }

  func receive(_ action: Action, from scope: EffectScope) {
    guard scope.hold() else { return }
    mailbox.append(
      Mailbox.Letter(
        action: action,
        scope: scope,
        animation: Animation.current,
        origin: origin
      )
    )
  }

  func finish(_ failure: Never?, from scope: EffectScope) {}
}

/// Which run of the store's loop started an effect, and how long the chain of actions was by then.
struct ActionOrigin: Sendable {
  var run: UInt64
  var depth: Int
}
