// SPDX-License-Identifier: MIT

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array, and throws any error thrown by an element.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements with different ids.
  ///
  /// - Parameter decoder: The decoder to read the array from.
  /// - Throws: A `DecodingError` that names the id and the index of an element if an earlier element has the
  ///   same id; and any error thrown by an element.
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

/// The index of an element in an array, in the coding path of an error.
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
