// SPDX-License-Identifier: MIT

public import Lockstep

/// Values by player index, encoded as an object: `{"0": …, "1": …}`.
///
/// A dictionary with a tagged key would encode as an array of alternating keys and values.
public struct PlayerIndexed<Value> {
  /// The values.
  public var values: [Move.PlayerIndex: Value]

  /// Creates a wrapper for a dictionary.
  public init(_ values: [Move.PlayerIndex: Value]) {
    self.values = values
  }
}

extension PlayerIndexed: Encodable where Value: Encodable {
  /// Encodes an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for (index, value) in values {
      try container.encode(value, forKey: AnyCodingKey("\(index.rawValue)"))
    }
  }
}

extension PlayerIndexed: Decodable where Value: Decodable {
  /// Decodes an object.
  ///
  /// - Parameter decoder: The decoder that contains the object.
  /// - Throws: `DecodingError.dataCorrupted` if a key is not an integer, or if the object has more than
  ///   ``Bounds/players`` keys.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    var values: [Move.PlayerIndex: Value] = [:]
    let count = container.allKeys.count
    guard count <= Bounds.players else {
      throw DecodingError.tooMuch(count, "players", Bounds.players, at: decoder.codingPath)
    }
    for key in container.allKeys {
      guard let index = Int(key.stringValue) else {
        throw DecodingError.dataCorruptedError(
          forKey: key,
          in: container,
          debugDescription: "Expected a player index as key, found \"\(key.stringValue)\"."
        )
      }
      values[Move.PlayerIndex(rawValue: index)] = try container.decode(Value.self, forKey: key)
    }
    self.init(values)
  }
}

struct AnyCodingKey: CodingKey {
  let stringValue: String

  init(_ string: String) {
    stringValue = string
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }

  var intValue: Int? { nil }
}
