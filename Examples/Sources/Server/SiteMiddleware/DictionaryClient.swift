// SPDX-License-Identifier: MIT

internal import Lockstep
public import SharedModels

/// A client that validates words.
public struct DictionaryClient: Sendable {
  /// Returns whether a word is valid in a language, regardless of case.
  public var contains: @Sendable (_ word: String, _ language: Language) -> Bool

  /// Creates a client from its endpoint.
  public init(contains: @escaping @Sendable (_ word: String, _ language: Language) -> Bool) {
    self.contains = contains
  }

  /// A client that reports every use.
  public static let failing = Self(
    contains: { _, _ in unimplemented("DictionaryClient.contains", placeholder: false) }
  )

  /// A client that accepts every word.
  public static let everyString = Self(contains: { _, _ in true })

  /// Returns a client that accepts the given English words.
  ///
  /// - Complexity: O(1) for each lookup.
  public static func english(_ words: some Sequence<String>) -> Self {
    let words = Set(words.lazy.map { $0.uppercased() })
    return Self(contains: { word, _ in words.contains(word.uppercased()) })
  }
}
