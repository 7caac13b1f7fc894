// SPDX-License-Identifier: MIT

// Decoding helpers whose errors contain the expected value, the actual value and the path.

extension KeyedDecodingContainer {
  /// Returns the only key of an object, for enums that are encoded as an object with one key.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the object contains none or several of the candidates.
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

  /// Decodes an integer.
  ///
  /// If the number has a fraction or is out of range, Foundation's decoder throws an error without a path.
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

  func decodeIntegerIfPresent(forKey key: Key) throws -> Int? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeInteger(forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a string of at most `limit` UTF-8 bytes.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the path if the string is longer.
  package func decodeText(forKey key: Key, upTo limit: Int) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard text.utf8.count <= limit else {
      throw DecodingError.tooMuch(text.utf8.count, "bytes", limit, at: codingPath + [key])
    }
    return text
  }

  package func decodeTextIfPresent(forKey key: Key, upTo limit: Int) throws -> String? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeText(forKey: key, upTo: limit)
  }
}

extension DecodingError {
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
  /// Decodes a raw value, or throws an error that lists the valid ones.
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
