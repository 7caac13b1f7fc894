// SPDX-License-Identifier: MIT

public import Foundation

/// A sample game as JSON, in the format that devices store and submit.
///
/// Every word that the games play is one of ``ExampleData/words()``.
public enum SampleGame: String, CaseIterable, Sendable {
  /// A valid solo game without a time limit.
  case solo

  /// A valid timed game on the puzzle of a daily challenge.
  case dailyChallenge = "daily-challenge"

  /// The game of ``solo`` with ten times the points for its best word. A server must reject it.
  case forged

  /// The URL of the game's file.
  public var url: URL {
    ExampleData.resources.appending(path: "Games/\(rawValue).json", directoryHint: .notDirectory)
  }
}
