// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The outputs and requests to be dismissed that a feature has said to the parents that it does not have in a test.
final class WordAccount: Sendable {
  private struct State {
    var words: [Word] = []
    var isRequiring = true
    var isDismissed = false
  }

  private let state = Mutex(State())

  func add(_ word: Word) {
    state.withLock { state in
      if state.isRequiring { state.words.append(word) }
      if word.isDismissal { state.isDismissed = true }
    }
  }

  /// Whether what is said from now on has to be asserted.
  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  /// The words that have not been asserted.
  var unasserted: [Word] { state.withLock { $0.words } }

  /// Takes the oldest word for which a condition holds; returns `nil` if there is none.
  func take(where isTaken: (Word) -> Bool) -> Word? {
    let words = unasserted
    guard let index = words.firstIndex(where: isTaken) else { return nil }
    state.withLock { _ = $0.words.remove(at: index) }
    return words[index]
  }

  func takeAll() -> [Word] {
    state.withLock { state in
      defer { state.words = [] }
      return state.words
    }
  }

  /// Returns whether the feature has asked to be dismissed since the last call.
  func takeDismissal() -> Bool {
    state.withLock { state in
      defer { state.isDismissed = false }
      return state.isDismissed
    }
  }

  var isDismissed: Bool { state.withLock { $0.isDismissed } }
}
