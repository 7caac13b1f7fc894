// SPDX-License-Identifier: MIT

/// The runtime's list of the cases of an enum, or of the stored properties of a struct.
///
/// Source: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
struct FieldRecords {
  private let metadata: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  private let fields: UnsafeRawPointer
  private let size: Int
  /// The indices of the records, in declaration order; enum cases with a payload come first.
  let indices: Range<Int>

  /// Creates the list for an enum or a struct; returns `nil` if the program has no reflection metadata.
  init?(_ metadata: UnsafeRawPointer) {
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let fields = Self.relative(descriptor + 16) else { return nil }
    self.metadata = metadata
    self.descriptor = descriptor
    self.fields = fields
    size = Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    indices = 0..<Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
  }

  /// The offsets of a struct's stored properties, as `UInt32`; `nil` if the runtime does not provide them.
  var offsets: UnsafeRawPointer? {
    let words = descriptor.loadUnaligned(fromByteOffset: 24, as: UInt32.self)
    return words == 0 ? nil : metadata + Int(words) * MemoryLayout<UnsafeRawPointer>.size
  }

  func name(at index: Int) -> String {
    Self.relative(record(index) + 8)
      .map { String(cString: $0.assumingMemoryBound(to: UInt8.self)) } ?? ""
  }

  func hasType(at index: Int) -> Bool { Self.relative(record(index) + 4) != nil }

  func isIndirect(at index: Int) -> Bool { record(index).loadUnaligned(as: UInt32.self) & 1 == 1 }

  /// Returns the type of a payload or property; `nil` if the runtime cannot name it, or for `weak` and `unowned`.
  func type(at index: Int) -> Any.Type? {
    guard
      let name = Self.relative(record(index) + 4),
      let length = Self.length(ofMangledName: name)
    else { return nil }
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self),
      UInt(length),
      genericContext: descriptor,
      genericArguments: metadata + 16
    )
  }

  private func record(_ index: Int) -> UnsafeRawPointer { fields + 16 + index * size }

  /// Returns the length of a mangled name, which may contain zero bytes; `nil` for a `weak` or `unowned` reference.
  private static func length(ofMangledName name: UnsafeRawPointer) -> Int? {
    var (end, last, isReference) = (name, UInt8(0), false)
    while true {
      let byte = end.load(as: UInt8.self)
      switch byte {
      case 0: return isReference ? nil : end - name
      case 0x01...0x17: end += 5
      case 0x18...0x1F: end += 1 + MemoryLayout<UnsafeRawPointer>.size
      default: end += 1
      }
      isReference = last == UInt8(ascii: "X") && "wou".utf8.contains(byte)
      last = byte
    }
  }

  private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = place.loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : place + Int(distance)
  }
}

package struct StoredPart {
  package let offset: Int
  package let type: Any.Type

  /// Returns the stored properties of a struct or the elements of a tuple; an empty array for other types.
  ///
  /// The result omits properties whose types the runtime cannot name.
  package static func all(of type: Any.Type) -> [Self] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == 0x200 else {
      return EnumMetadata.elements(ofTuple: type) ?? []
    }
    guard let records = FieldRecords(metadata), let offsets = records.offsets else { return [] }
    return records.indices.compactMap { index in
      records.type(at: index).map {
        let offset = offsets.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        return Self(offset: Int(offset), type: $0)
      }
    }
  }
}
