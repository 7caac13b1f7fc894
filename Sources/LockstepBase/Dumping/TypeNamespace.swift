// SPDX-License-Identifier: MIT

/// The namespace of a type: the caseless enum that declares it, such as `Counter` for `Counter.State`.
///
/// Source: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
enum TypeNamespace {
  /// Returns the name of a type's namespace, or `nil` if it has none or is a class.
  static func name(of type: Any.Type) -> String? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // Structs and enums. Class metadata has a different layout.
    guard [0x200, 0x201].contains(metadata.load(as: UInt.self)) else { return nil }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let parent = context(descriptor + 4) else { return nil }
    let enumKind: UInt32 = 18
    guard parent.load(as: UInt32.self) & 0x1F == enumKind else { return nil }
    let payloadCases = parent.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let emptyCases = parent.load(fromByteOffset: 24, as: UInt32.self)
    guard payloadCases == 0, emptyCases == 0 else { return nil }
    let name = parent + 8
    return String(
      cString: (name + Int(name.load(as: Int32.self))).assumingMemoryBound(to: UInt8.self)
    )
  }

  /// Follows a relative reference, whose lowest bit indicates an indirect pointer.
  private static func context(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(place.load(as: Int32.self))
    guard distance != 0 else { return nil }
    let target = place + (distance & ~1)
    return distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
  }
}
