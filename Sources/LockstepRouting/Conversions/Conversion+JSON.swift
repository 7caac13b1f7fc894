// SPDX-License-Identifier: MIT

public import Foundation

extension Conversion where Input == Data, Output: Codable & SendableMetatype {
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
  public static func json(
    _ type: Output.Type = Output.self,
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = .sortingKeys
  ) -> Self {
    Self(
      ConversionFacts(
        expected: "JSON of \(type)",
        mediaType: "application/json",
        schema: ValueSchema(type: ""),
        certainty: .checkable
      ),
      apply: { try decoder.decode(Output.self, from: $0) },
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
