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
    /// An effect is being started, so that what arrives may belong to the turn that starts it.
    var isStarting = false
    /// Some of the letters arrived while an effect was being started.
    var hasPromptLetters = false
    var wake: (@Sendable () -> Void)?
    var wakesForEachLetter = false
  }

  private let state = Mutex(State())
  private let isNotEmpty = Atomic(false)

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

  /// Whether there may be letters: one atomic load.
  var mayHaveLetters: Bool { isNotEmpty.load(ordering: .acquiring) }

  func append(_ letter: Letter) {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      state.letters.append(letter)
      if state.isStarting { state.hasPromptLetters = true }
      isNotEmpty.store(true, ordering: .releasing)
      guard state.isAwake == false || state.wakesForEachLetter else { return nil }
      state.isAwake = true
      return state.wake
    }
    wake?()
  }

  /// Notes that the store starts an effect, and looks into the mailbox before it sleeps.
  func startBegins() {
    state.withLock { state in
      state.isAwake = true
      state.isStarting = true
    }
  }

  /// Notes that the effect has been started.
  func startEnds() {
    state.withLock { $0.isStarting = false }
  }

  func takeLetters() -> [Letter] {
    state.withLock { take(&$0) }
  }

  /// Takes the letters, or notes that the store sleeps if there are none.
  ///
  /// - Parameter isPatient: Whether letters that did not arrive while an effect was being started may
  ///   wait until the store is woken again, so that somebody who never stops sending keeps the store
  ///   from nothing else.
  /// - Returns: The letters to take now.
  func takeLettersOrSleep(isPatient: Bool) -> [Letter] {
    let (letters, wake): ([Letter], (@Sendable () -> Void)?) = state.withLock { state in
      if state.letters.isEmpty {
        state.isAwake = false
      } else if isPatient, state.hasPromptLetters == false, state.wakesForEachLetter == false {
        return ([], state.wake)
      }
      return (take(&state), nil)
    }
    wake?()
    return letters
  }

  private func take(_ state: inout State) -> [Letter] {
    isNotEmpty.store(false, ordering: .releasing)
    state.hasPromptLetters = false
    defer { state.letters.removeAll(keepingCapacity: true) }
    return state.letters
  }
}

/// Puts what an effect sends into the mailbox.
final class MailSender<Action: Sendable>: EffectSubscriber {
  private let mailbox: Mailbox<Action>
  private let origin: ActionOrigin

  init(_ mailbox: Mailbox<Action>, _ origin: ActionOrigin) {
    self.mailbox = mailbox
    self.origin = origin
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
