// SPDX-License-Identifier: MIT

public import Foundation

extension Effect where Output == Data {
  /// Returns an effect that decodes this effect's values from JSON and fails if a value cannot be decoded.
  ///
  /// ```swift
  /// environment.load("saved-games.json")
  ///   .decode(type: SavedGames.self, decoder: JSONDecoder())
  ///   .catchToEffect()
  ///   .map(Action.savedGamesLoaded)
  /// ```
  ///
  /// Isolation: the effect calls the decoder on the sender's thread, for one value at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the decoded values.
  ///   - decoder: The decoder to use.
  /// - Returns: The effect that sends the decoded values. It fails with the decoder's error or with this effect's
  ///   failure.
  public func decode<Item: Decodable & Sendable>(
    type: Item.Type,
    decoder: JSONDecoder
  ) -> Effect<Item, any Error> {
    trying { input throws(any Error) in
      try decoder.decode(type, from: input)
    } mapFailure: {
      $0
    }
  }
}
