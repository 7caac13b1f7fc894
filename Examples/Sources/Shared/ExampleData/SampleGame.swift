// SPDX-License-Identifier: MIT

public import Foundation

/// A game that comes with the examples, as JSON, the way a device stores and submits it.
///
/// Each word that is played in a game is one of ``ExampleData/words()``.
public enum SampleGame: String, CaseIterable, Sendable {
  /// A game for oneself, without a time limit, whose moves follow the rules.
  case solo

  /// A timed game on the puzzle of a day, whose moves follow the rules.
  case dailyChallenge = "daily-challenge"

  /// The game of ``solo``, whose best word claims ten times its points: a server must refuse it.
  case forged

  /// The address of the game's file.
  public var url: URL {
    ExampleData.resources.appending(path: "Games/\(rawValue).json", directoryHint: .notDirectory)
  }
}
