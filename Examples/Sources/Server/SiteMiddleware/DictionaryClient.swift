// SPDX-License-Identifier: MIT

internal import Lockstep
public import SharedModels

/// The words that count.
public struct DictionaryClient: Sendable {
  /// Whether a word counts in a language; in any case of letters.
  public var contains: @Sendable (_ word: String, _ language: Language) -> Bool

  /// A dictionary by its one question.
  public init(contains: @escaping @Sendable (_ word: String, _ language: Language) -> Bool) {
    self.contains = contains
  }

  /// A dictionary that must not be asked.
  public static let failing = Self(
    contains: { _, _ in unimplemented("DictionaryClient.contains", placeholder: false) }
  )

  /// A dictionary in which every word counts.
  public static let everyString = Self(contains: { _, _ in true })

  /// A dictionary of English words.
  ///
  /// - Complexity: O(1) for each question.
  public static func english(_ words: some Sequence<String>) -> Self {
    let words = Set(words.lazy.map { $0.uppercased() })
    return Self(contains: { word, _ in words.contains(word.uppercased()) })
  }
}
