// SPDX-License-Identifier: MIT

public import Foundation

extension Conversion where Input == Data {
  /// Returns a conversion between JSON and a value.
  ///
  /// ```swift
  /// Body(.json(NewUser.self))
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder for the value.
  ///   - encoder: The encoder for the value. The default sorts keys, so that equal routes print equal requests.
  /// - Returns: A conversion of the bytes.
  public static func json<Value: Codable & SendableMetatype>(
    _ type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = .sortingKeys
  ) -> Conversion<Data, Value> {
    Conversion<Data, Value>(
      ConversionFacts(
        expected: "JSON of \(type)",
        mediaType: "application/json",
        schema: ValueSchema(type: ""),
        certainty: .checkable
      ),
      apply: { try decoder.decode(Value.self, from: $0) },
      unapply: { try encoder.encode($0) }
    )
  }
}

extension JSONEncoder {
  /// An encoder that encodes equal values to equal bytes.
  @usableFromInline package static var sortingKeys: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
