// SPDX-License-Identifier: MIT

public import Foundation

/// What reads values of any type from one kind of input, such as JSON in `Data`.
///
/// `JSONDecoder` and `PropertyListDecoder` do; another one conforms with the method that it has.
///
/// Isolation: any thread, one at a time.
public protocol TopLevelDecoder<Input>: Sendable {
  /// What it reads.
  associatedtype Input

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - input: What it is read from.
  /// - Returns: The value.
  /// - Throws: An error if the input holds no such value.
  /// - Complexity: Should be O(*n*) in the size of the input.
  func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONDecoder: TopLevelDecoder {}
extension PropertyListDecoder: TopLevelDecoder {}

extension Effect {
  /// An effect that sends the values that a decoder reads from those of this one, and fails where it
  /// cannot.
  ///
  /// ```swift
  /// environment.load("saved-games.json")
  ///   .decode(type: SavedGames.self, decoder: JSONDecoder())
  ///   .catchToEffect()
  ///   .map(Action.savedGamesLoaded)
  /// ```
  ///
  /// Isolation: the decoder is used where the values are sent, by one thread at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - decoder: What reads them.
  /// - Returns: The effect that sends the values; it fails with what the decoder throws, or as this
  ///   one does.
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
