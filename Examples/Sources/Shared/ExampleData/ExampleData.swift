// SPDX-License-Identifier: MIT

public import Foundation

/// The files that come with the examples: a list of words, and games to look at and to submit.
///
/// ```swift
/// let words = Set(try ExampleData.words())
/// let isKnown = words.contains("quote")  // true
/// let game = try CompletedGame(json: ExampleData.game(.solo))
/// ```
public enum ExampleData {
  /// The words that the example server's dictionary knows: common English ones of at least three
  /// letters, in lower case, sorted, each once.
  ///
  /// - Returns: More than 2,000 words.
  /// - Throws: The error of reading the file, which names it.
  /// - Complexity: O(size of the file): it is read each time.
  public static func words() throws -> [String] {
    let url = resources.appending(path: "words.txt", directoryHint: .notDirectory)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The JSON of a game, for the default `JSONDecoder`: dates are seconds since the reference date.
  ///
  /// - Parameter game: The game.
  /// - Returns: The content of the game's file.
  /// - Throws: The error of reading the file, which names it.
  public static func game(_ game: SampleGame) throws -> Data {
    try Data(contentsOf: game.url)
  }

  /// The folder with the files.
  static var resources: URL { Bundle.module.resourceURL ?? Bundle.module.bundleURL }
}
