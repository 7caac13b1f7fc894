// SPDX-License-Identifier: MIT

extension KeyedDecodingContainer {
  /// The one key, of some, that an object has; for enums that are objects with one key.
  ///
  /// - Parameter candidates: The keys of the cases.
  /// - Returns: The key that is there.
  /// - Throws: A `DecodingError.dataCorrupted` with the object's path if there is none, or several.
  func onlyKey(of candidates: [Key]) throws -> Key {
    let present = candidates.filter { contains($0) }
    guard let key = present.first, present.count == 1 else {
      let expected = candidates.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
      let found =
        present.isEmpty
        ? "none" : present.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "Expected one of the keys \(expected), found \(found)."
        )
      )
    }
    return key
  }
}
