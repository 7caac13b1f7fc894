// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The outputs and requests to be dismissed that a feature has said to the parents that it does not have in a test.
final class WordAccount: Sendable {
  private struct State {
    /// The words that have not been asserted, and whether each has to be.
    var words: [(word: Word, isRequired: Bool)] = []
    var isRequiring = true
    var isDismissed = false
  }

  private let state = Mutex(State())

  func add(_ word: Word) {
    state.withLock { state in
      state.words.append((word, state.isRequiring))
      if word.isDismissal { state.isDismissed = true }
    }
  }

  /// Whether what is said from now on has to be asserted.
  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  /// The words that have not been asserted.
  var unasserted: [Word] { state.withLock { $0.words }.map(\.word) }

  /// Returns whether there is a word for which a condition holds, or one that has to be asserted.
  func hasWord(where isExpected: (Word) -> Bool) -> Bool {
    state.withLock { $0.words }.contains { $0.isRequired || isExpected($0.word) }
  }

  /// Takes the oldest word for which a condition holds; returns `nil` if there is none.
  func take(where isTaken: (Word) -> Bool) -> Word? {
    let words = unasserted
    guard let index = words.firstIndex(where: isTaken) else { return nil }
    state.withLock { _ = $0.words.remove(at: index) }
    return words[index]
  }

  /// Takes all words, and returns those that had to be asserted.
  func takeAll() -> [Word] {
    let words = state.withLock { state in
      defer { state.words = [] }
      return state.words
    }
    return words.filter(\.isRequired).map(\.word)
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
