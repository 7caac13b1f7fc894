// SPDX-License-Identifier: MIT

public import Foundation

/// A type that reads values of any type from one kind of input, such as JSON in `Data`.
///
/// `JSONDecoder` and `PropertyListDecoder` conform; other decoders can conform with the method that they
/// have.
///
/// Isolation: any thread, one at a time.
public protocol TopLevelDecoder<Input>: Sendable {
  /// The type of the input.
  associatedtype Input

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - input: The input to read from.
  /// - Returns: The value.
  /// - Throws: An error if the input does not contain such a value.
  /// - Complexity: Should be O(*n*) in the size of the input.
  func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONDecoder: TopLevelDecoder {}
extension PropertyListDecoder: TopLevelDecoder {}

extension Effect {
  /// Returns an effect that decodes this effect's values with a decoder and fails if a value cannot be
  /// decoded.
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
  public func decode<Item: Decodable & Sendable, Decoder: TopLevelDecoder>(
    type: Item.Type,
    decoder: Decoder
  ) -> Effect<Item, any Error> where Decoder.Input == Output {
    trying { input throws(any Error) in
      try decoder.decode(type, from: input)
    } mapFailure: {
      $0
    }
  }
}
