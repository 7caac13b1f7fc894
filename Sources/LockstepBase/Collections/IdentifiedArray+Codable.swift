// SPDX-License-Identifier: MIT

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array and rethrows their errors.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements with unique ids.
  ///
  /// - Parameter decoder: The decoder that contains the array.
  /// - Throws: A `DecodingError` with the id and index of a repeated element, or any error that decoding an element
  ///   throws.
  /// - Complexity: O(*n*) in the number of elements.
  public init(from decoder: any Decoder) throws {
    self.init()
    let newElements = try decoder.singleValueContainer().decode([Element].self)
    storage.reserveCapacity(newElements.count)
    positions.reserveCapacity(newElements.count)
    for (index, element) in newElements.enumerated() {
      let (isNew, first) = append(element)
      guard isNew == false else { continue }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [IndexKey(index)],
          debugDescription: """
            The element at index \(index) has the id \(Dump(element.id).text), which the element at \
            index \(first) has as well.
            """
        )
      )
    }
  }
}

private struct IndexKey: CodingKey {
  private let index: Int

  init(_ index: Int) {
    self.index = index
  }

  init?(intValue: Int) {
    index = intValue
  }

  init?(stringValue: String) {
    nil
  }

  var intValue: Int? { index }

  var stringValue: String { "Index \(index)" }
}
