// SPDX-License-Identifier: MIT

/// The runtime metadata of an enum type: its cases, and functions that take its values apart.
///
/// The layouts are part of Swift's stable ABI. A tag identifies a case. The cases with a payload come first, in
/// declaration order.
///
/// Source: the value witness table, metadata and reflection records as described in
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
///
/// `@unchecked` because of the pointer, which points to data that never changes and is never deallocated.
@usableFromInline
package struct EnumMetadata: @unchecked Sendable {
  package struct Case {
    var name: String
    package var tag: UInt32
    var hasPayload: Bool
    /// The type of the payload; `nil` if the case has none, or one that the runtime cannot name.
    package var payload: Any.Type?
    package var isIndirect: Bool
  }

  private enum Layout {
    static let enumKind = 0x201
    static let optionalKind = 0x202
    static let tupleKind = 0x301
    static let functionKind = 0x302
    static let metatypeKind = 0x304
    /// Structs, enums, optionals and simple built-in types, as well as tuples and functions.
    static let valueKinds = 0x200...0x302

    static let flags = 10 * 8
    static let isNotBitwiseTakable: UInt32 = 0x10_0000
    static let hasEnumWitnesses: UInt32 = 0x20_0000

    static let genericArguments = 16
  }

  @usableFromInline
  typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  @usableFromInline
  typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  @usableFromInline
  typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  @usableFromInline
  package static let tagOfSome: UInt32 = 0

  @usableFromInline package let pointer: UnsafeRawPointer

  @usableFromInline
  package init?(_ type: Any.Type) {
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let kind = pointer.load(as: Int.self)
    guard kind == Layout.enumKind || kind == Layout.optionalKind else { return nil }
    guard Self.flags(of: type) & Layout.hasEnumWitnesses != 0 else { return nil }
  }

  @inlinable
  var type: Any.Type { unsafeBitCast(pointer, to: Any.Type.self) }

  // MARK: Values

  @inlinable
  var getEnumTag: GetEnumTag {
    witnesses.load(fromByteOffset: 11 * 8, as: GetEnumTag.self)
  }

  @inlinable
  package func tag(of value: UnsafeRawPointer) -> UInt32 {
    getEnumTag(value, pointer)
  }

  /// Turns a value into its payload in place; until `inject(_:into:)` reverses this, it is not a value of the enum.
  @inlinable
  package func project(_ value: UnsafeMutableRawPointer) {
    witnesses.load(fromByteOffset: 12 * 8, as: Project.self)(value, pointer)
  }

  @inlinable
  package func inject(_ tag: UInt32, into value: UnsafeMutableRawPointer) {
    witnesses.load(fromByteOffset: 13 * 8, as: Inject.self)(value, tag, pointer)
  }

  @inlinable
  var witnesses: UnsafeRawPointer {
    pointer.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
  }

  private static func flags(of type: Any.Type) -> UInt32 {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: -8, as: UnsafeRawPointer.self)
      .load(fromByteOffset: Layout.flags, as: UInt32.self)
  }

  /// Returns whether the bytes of a value can be read at another address.
  static func isBitwiseTakable(_ type: Any.Type) -> Bool {
    flags(of: type) & Layout.isNotBitwiseTakable == 0
  }

  // MARK: Cases

  package var cases: [Case] {
    guard let records = FieldRecords(pointer) else { return [] }
    return records.indices.map { index in
      Case(
        name: records.name(at: index),
        tag: UInt32(index),
        hasPayload: records.hasType(at: index),
        payload: records.type(at: index),
        isIndirect: records.isIndirect(at: index)
      )
    }
  }

  /// Returns the name of a value's case, regardless of its description; `nil` if the value is not a Swift enum.
  package static func caseName<Value>(of value: Value) -> String? {
    guard let metadata = EnumMetadata(Value.self) else { return nil }
    let tag = withUnsafePointer(to: value) { metadata.tag(of: UnsafeRawPointer($0)) }
    let cases = metadata.cases
    return tag < cases.count ? cases[Int(tag)].name : nil
  }

  // MARK: Other types

  static func elements(ofTuple type: Any.Type) -> [StoredPart]? {
    let pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard pointer.load(as: Int.self) == Layout.tupleKind else { return nil }
    let count = pointer.load(fromByteOffset: 8, as: Int.self)
    return (0..<count).map { index in
      let element = pointer + 24 + 16 * index
      return StoredPart(
        // Some platforms do not initialize the upper half.
        offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)),
        type: element.load(as: Any.Type.self)
      )
    }
  }

  /// Returns whether a type is a function, the metatype of a struct or enum, or an optional or tuple of these types.
  ///
  /// An enum stores such a payload in a special form (a metatype in no bytes at all), which generic code cannot read.
  package static func isStoredInFormOfItsOwn(_ type: Any.Type) -> Bool {
    let pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch pointer.load(as: Int.self) {
    case Layout.functionKind:
      return true
    case Layout.metatypeKind:
      let instance = pointer.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
      return Layout.valueKinds.contains(instance.load(as: Int.self))
    case Layout.optionalKind:
      return isStoredInFormOfItsOwn(
        pointer.load(fromByteOffset: Layout.genericArguments, as: Any.Type.self)
      )
    case Layout.tupleKind:
      return elements(ofTuple: type)?.contains { isStoredInFormOfItsOwn($0.type) } ?? false
    default:
      return false
    }
  }

  static func isFunction(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == Layout.functionKind
  }

  /// Returns the count and the element type of an `InlineArray` type; `nil` for other types.
  static func layout(ofInlineArray type: Any.Type) -> (count: Int, element: Any.Type)? {
    guard String(reflecting: type).hasPrefix("Swift.InlineArray<") else { return nil }
    let pointer = unsafeBitCast(type, to: UnsafeRawPointer.self) + Layout.genericArguments
    return (pointer.load(as: Int.self), pointer.load(fromByteOffset: 8, as: Any.Type.self))
  }

  package static func wrapped(ofOptional type: Any.Type) -> Any.Type? {
    let pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard pointer.load(as: Int.self) == Layout.optionalKind else { return nil }
    return pointer.load(fromByteOffset: Layout.genericArguments, as: Any.Type.self)
  }
}
