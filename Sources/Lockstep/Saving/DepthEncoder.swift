// SPDX-License-Identifier: MIT

internal import Foundation

/// An encoder that writes nothing, and throws if `JSONEncoder` would overflow the stack for a deeply nested value.
struct DepthEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  /// The greatest depth at which `JSONEncoder` fits on the small stack of a dispatch queue's thread.
  static let limit = 250

  struct TooDeep: Error, CustomStringConvertible {
    let description = "it is nested more than \(limit) levels deep"
  }

  private(set) var depth = 0
  let count = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  static func check(_ value: some Encodable) throws(TooDeep) {
    // `JSONEncoder` reports any other error with its coding path.
    do { try Self().encode(value) } catch let error as TooDeep { throw error } catch {}
  }

  var next: Self {
    var next = self
    next.depth += 1
    return next
  }

  func encodeNil() {}

  func encode<Part: Encodable>(_ value: Part) throws {
    // JSON encodes these types as single values.
    if Part.self == String.self || Part.self == Bool.self || Part.self == Data.self { return }
    if Part.self is any BinaryInteger.Type || Part.self is any BinaryFloatingPoint.Type { return }
    if depth == Self.limit { throw TooDeep() }
    try value.encode(to: next)
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Object(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next }

  func superEncoder() -> any Encoder { next }

  private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: DepthEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<Part: Encodable>(_ value: Part, forKey key: Key) throws {
      try encoder.encode(value)
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.next }

    func superEncoder() -> any Encoder { encoder.next }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.next }
  }
}
