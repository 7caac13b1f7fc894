// SPDX-License-Identifier: MIT

public import Foundation

/// The files of the examples: a list of words, and sample games.
///
/// ```swift
/// let words = Set(try ExampleData.words())
/// let isKnown = words.contains("quote")  // true
/// let game = try CompletedGame(json: ExampleData.game(.solo))
/// ```
public enum ExampleData {
  /// Returns common English words of at least three letters, in lowercase, sorted and without duplicates.
  ///
  /// - Returns: More than 2,000 words.
  /// - Throws: An error that names the file if it cannot be read.
  /// - Complexity: O(*n*) in the size of the file, which is read on each call.
  public static func words() throws -> [String] {
    let url = resources.appending(path: "words.txt", directoryHint: .notDirectory)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Returns the JSON of a game for the default `JSONDecoder`, whose dates are seconds since the reference date.
  ///
  /// - Parameter game: The game.
  /// - Returns: The contents of the game's file.
  /// - Throws: An error that names the file if it cannot be read.
  public static func game(_ game: SampleGame) throws -> Data {
    try Data(contentsOf: game.url)
  }

  static var resources: URL { Bundle.module.resourceURL ?? Bundle.module.bundleURL }
}
