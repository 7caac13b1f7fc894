// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The games without a time limit that the player can resume.
public struct SavedGames: Codable, Equatable, Sendable {
  /// The game of the daily challenge.
  public var dailyChallengeUnlimited: InProgressGame?

  /// The solo game.
  public var unlimited: InProgressGame?

  /// Creates saved games, by default none.
  public init(
    dailyChallengeUnlimited: InProgressGame? = nil,
    unlimited: InProgressGame? = nil
  ) {
    self.dailyChallengeUnlimited = dailyChallengeUnlimited
    self.unlimited = unlimited
  }

  /// The name of the file that stores them.
  public static let fileName = "saved-games.json"
}

extension FileClient {
  /// Sends the saved games, or fails if the file is missing or contains something else.
  public func loadSavedGames() -> Effect<SavedGames, any Error> {
    load(SavedGames.self, from: SavedGames.fileName)
  }

  /// Saves the games, replacing those in the file.
  public func save(_ games: SavedGames) -> Effect<Never, any Error> {
    save(games, to: SavedGames.fileName)
  }
}
