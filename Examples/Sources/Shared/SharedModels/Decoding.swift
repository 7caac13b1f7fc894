// SPDX-License-Identifier: MIT

// Decoding whose errors say what was expected, what was found, and where.

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
      let found = present.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: """
            Expected one of the keys \(expected), found \(found.isEmpty ? "none" : found).
            """
        )
      )
    }
    return key
  }

  /// An integer, or an error with its path.
  ///
  /// For a number with a fraction, or out of range, Foundation's decoder throws an error of its own
  /// that knows no path.
  func decodeInteger(forKey key: Key) throws -> Int {
    do {
      return try decode(Int.self, forKey: key)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: self,
        debugDescription: "Expected an integer."
      )
    }
  }

  /// An integer, nil if there is none, or an error with its path.
  func decodeIntegerIfPresent(forKey key: Key) throws -> Int? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeInteger(forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// A text of bounded size.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - limit: The largest number of bytes of UTF-8.
  /// - Returns: The text.
  /// - Throws: A `DecodingError.dataCorrupted` with the path of a longer text.
  package func decodeText(forKey key: Key, upTo limit: Int) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard text.utf8.count <= limit else {
      throw DecodingError.tooMuch(text.utf8.count, "bytes", limit, at: codingPath + [key])
    }
    return text
  }

  /// A text of bounded size; nil if there is none.
  package func decodeTextIfPresent(forKey key: Key, upTo limit: Int) throws -> String? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeText(forKey: key, upTo: limit)
  }
}

extension DecodingError {
  /// An error about a text or a list that exceeds its bound.
  static func tooMuch(
    _ count: Int,
    _ unit: String,
    _ limit: Int,
    at codingPath: [any CodingKey]
  ) -> Self {
    .dataCorrupted(
      Context(
        codingPath: codingPath,
        debugDescription: "Expected at most \(limit) \(unit), found \(count)."
      )
    )
  }
}

extension RawRepresentable where Self: CaseIterable, RawValue: Decodable {
  /// The case with a decoded raw value, or an error that lists the raw values.
  init(caseFrom decoder: any Decoder) throws {
    let expected = Self.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
    func corrupted(_ found: String) -> DecodingError {
      DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected one of \(expected)\(found)."
        )
      )
    }

    let rawValue: RawValue
    do {
      rawValue = try decoder.singleValueContainer().decode(RawValue.self)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw corrupted("")
    }
    guard let value = Self(rawValue: rawValue) else { throw corrupted(", found \(rawValue)") }
    self = value
  }
}

extension LatticePoint.Index {
  /// Decodes 0, 1 or 2.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

extension CubeFace.Side {
  /// Decodes 0, 1 or 2.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

extension GameMode {
  /// Decodes `timed` or `unlimited`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

extension Language {
  /// Decodes `en`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}
