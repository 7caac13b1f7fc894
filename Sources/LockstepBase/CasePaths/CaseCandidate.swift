// SPDX-License-Identifier: MIT

/// A case that the constructor of a path may belong to.
@usableFromInline
package struct CaseCandidate: Sendable {
  @usableFromInline package var first: CaseTag
  /// The tags that follow the first one, going inward.
  ///
  /// The tags are those of an optional that the constructor was promoted to, of the case, and of an optional
  /// that the constructor wraps the value in.
  @usableFromInline var steps: [CaseTag]
  /// Whether the payload is in a box.
  @usableFromInline var isIndirect: Bool
  /// Whether that box holds an optional of the value.
  @usableFromInline var isWrappedInBox: Bool

  /// Returns the cases whose payload is stored like a value.
  static func all(of root: Any.Type, storing value: ValueTypes) -> [Self] {
    all(of: root, within: nil, value) { EnumMetadata.isStoredInFormOfItsOwn($0) == false }
  }

  /// Returns the cases whose payload has the type of a value, even if it cannot be read; for messages.
  static func all(of root: Any.Type, holding value: ValueTypes) -> [Self] {
    all(of: root, within: nil, value) { _ in true }
  }

  private static func all(
    of type: Any.Type,
    within optional: CaseTag?,
    _ value: ValueTypes,
    where isIncluded: (_ payload: Any.Type) -> Bool
  ) -> [Self] {
    guard let metadata = EnumMetadata(type) else { return [] }
    let own = metadata.cases.compactMap { enumCase -> Self? in
      guard
        let payload = enumCase.payload, isIncluded(payload),
        let isWrapped = value.isWrapped(in: payload)
      else { return nil }
      let tag = CaseTag(metadata, enumCase.tag)
      var candidate = Self(
        first: optional ?? tag,
        steps: optional == nil ? [] : [tag],
        isIndirect: enumCase.isIndirect,
        isWrappedInBox: isWrapped && enumCase.isIndirect
      )
      if isWrapped, enumCase.isIndirect == false, let wrapper = EnumMetadata(value.optional) {
        candidate.steps.append(CaseTag(wrapper, EnumMetadata.tagOfSome))
      }
      return candidate
    }
    guard optional == nil, let wrapped = EnumMetadata.wrapped(ofOptional: type) else { return own }
    // A value that is not `nil` is stored at the address of the optional.
    let some = CaseTag(metadata, EnumMetadata.tagOfSome)
    return own + all(of: wrapped, within: some, value, where: isIncluded)
  }

  /// Copies the payload from its address, or from its box.
  @inlinable
  func copy<Value>(_ payload: UnsafeRawPointer, as type: Value.Type) -> Value? {
    guard isIndirect else { return payload.assumingMemoryBound(to: Value.self).pointee }
    // The content of a box follows the object header, aligned.
    let mask = MemoryLayout<Value>.alignment - 1
    let content = payload.load(as: UnsafeRawPointer.self) + ((16 + mask) & ~mask)
    return isWrappedInBox
      ? content.assumingMemoryBound(to: Value?.self).pointee
      : content.assumingMemoryBound(to: Value.self).pointee
  }
}

/// The type of a path's value, and the optional of that type.
struct ValueTypes {
  var type: Any.Type
  var optional: Any.Type

  init<Value>(_ type: Value.Type) {
    self.type = type
    optional = Value?.self
  }

  /// Returns whether a payload is an optional of the value; `nil` if it is not stored like either.
  func isWrapped(in payload: Any.Type) -> Bool? {
    if Self.isStored(payload, like: type) { return false }
    return Self.isStored(payload, like: optional) ? true : nil
  }

  /// Returns whether two types are the same apart from tuple labels.
  private static func isStored(_ payload: Any.Type, like value: Any.Type) -> Bool {
    if payload == value { return true }
    guard let elements = EnumMetadata.elements(ofTuple: payload) else { return false }
    if elements.count == 1 { return isStored(elements[0].type, like: value) }
    guard let others = EnumMetadata.elements(ofTuple: value) else { return false }
    return elements.count == others.count
      && zip(elements, others).allSatisfy { isStored($0.type, like: $1.type) }
  }
}
