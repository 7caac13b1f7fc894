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
  /// Isolation: the decoder is used where the values are sent, on one thread at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the decoded values.
  ///   - decoder: The decoder to use.
  /// - Returns: The effect that sends the decoded values; it fails with the error that the decoder throws, or
  ///   as this effect does.
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
