// SPDX-License-Identifier: MIT

import Foundation
import SharedModels

/// Returns a value as JSON on one line, with sorted keys.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Decodes a value from JSON.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// Returns the line that describes the error in JSON, or `nil` if there is none.
func decodingErrorLine(_ type: (some Decodable).Type, _ json: String) throws -> String? {
  do {
    _ = try decode(type, json)
    return nil
  } catch let error as DecodingError {
    return error.oneLine
  }
}
