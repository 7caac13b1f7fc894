// SPDX-License-Identifier: MIT

public import Foundation

extension Conversion where Input == Data {
  /// Converts a value to and from JSON.
  ///
  /// ```swift
  /// Body(.json(NewUser.self))
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: Reads the value.
  ///   - encoder: Prints the value; by default with sorted keys, so that equal routes print equal
  ///     requests.
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
  /// An encoder that always encodes equal values to the same bytes.
  @usableFromInline package static var sortingKeys: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
