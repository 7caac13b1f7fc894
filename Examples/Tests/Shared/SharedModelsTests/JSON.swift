// SPDX-License-Identifier: MIT

import Foundation
import SharedModels

/// A value as JSON on one line, its keys sorted.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// A value from JSON.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// The line about what is wrong with JSON, or nil if nothing is.
func decodingErrorLine(_ type: (some Decodable).Type, _ json: String) throws -> String? {
  do {
    _ = try decode(type, json)
    return nil
  } catch let error as DecodingError {
    return error.oneLine
  }
}
