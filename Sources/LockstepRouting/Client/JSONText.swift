// SPDX-License-Identifier: MIT

internal import Foundation

/// An encoder for values whose types are known only at run time.
enum JSONText {
  static func data(_ value: Any) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(Node(value: value))
  }

  private struct Node: Encodable {
    let value: Any

    func encode(to encoder: any Encoder) throws {
      switch value {
      case let object as [String: Any]:
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in object {
          try container.encode(Self(value: value), forKey: Key(stringValue: key))
        }
      case let array as [Any]:
        var container = encoder.unkeyedContainer()
        for value in array { try container.encode(Self(value: value)) }
      case is NSNull:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case let value as any Encodable:
        var container = encoder.singleValueContainer()
        try container.encode(value)
      case let optional as any OptionalValue:
        var container = encoder.singleValueContainer()
        if let wrapped = optional.wrapped {
          try container.encode(Self(value: wrapped))
        } else {
          try container.encodeNil()
        }
      default:
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "A value of type \(type(of: value)) is neither JSON nor encodable."
          )
        )
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
