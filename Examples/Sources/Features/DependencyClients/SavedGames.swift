// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The games without a time limit that a player can leave and come back to.
public struct SavedGames: Codable, Equatable, Sendable {
  /// The game of the daily challenge.
  public var dailyChallengeUnlimited: InProgressGame?

  /// The solo game.
  public var unlimited: InProgressGame?

  /// The saved games, by default none.
  public init(
    dailyChallengeUnlimited: InProgressGame? = nil,
    unlimited: InProgressGame? = nil
  ) {
    self.dailyChallengeUnlimited = dailyChallengeUnlimited
    self.unlimited = unlimited
  }

  /// The name of the file that holds them.
  public static let fileName = "saved-games.json"
}

extension FileClient {
  /// Sends the saved games; fails if there is no file of them, or it holds something else.
  public func loadSavedGames() -> Effect<SavedGames, any Error> {
    load(SavedGames.self, from: SavedGames.fileName)
  }

  /// Writes the saved games, in place of those that are there.
  public func save(_ games: SavedGames) -> Effect<Never, any Error> {
    save(games, to: SavedGames.fileName)
  }
}
