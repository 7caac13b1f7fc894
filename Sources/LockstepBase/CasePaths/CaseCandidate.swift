// SPDX-License-Identifier: MIT

/// A case that the constructor of a path may belong to.
@usableFromInline
package struct CaseCandidate: Sendable {
  @usableFromInline package var first: CaseTag
  /// The tags that follow the first one, from the outside inward.
  ///
  /// A candidate has several tags if the constructor was promoted to an optional, or if it wraps the value in one.
  @usableFromInline var steps: [CaseTag]
  @usableFromInline var isIndirect: Bool
  /// Whether the payload's box contains an optional of the value.
  @usableFromInline var isWrappedInBox: Bool

  /// Returns the cases whose payload has the type of a value and can be read.
  static func all(of root: Any.Type, storing value: ValueTypes) -> [Self] {
    all(of: root, within: nil, value) { EnumMetadata.isStoredInFormOfItsOwn($0) == false }
  }

  /// Returns the cases whose payload has the type of a value, readable or not, for messages.
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
    // An optional stores its wrapped value at its own address.
    let some = CaseTag(metadata, EnumMetadata.tagOfSome)
    return own + all(of: wrapped, within: some, value, where: isIncluded)
  }

  @inlinable
  func copy<Value>(_ payload: UnsafeRawPointer, as type: Value.Type) -> Value? {
    guard isIndirect else { return payload.assumingMemoryBound(to: Value.self).pointee }
    // In a box, the content follows the object header at the next aligned address.
    let mask = MemoryLayout<Value>.alignment - 1
    let content = payload.load(as: UnsafeRawPointer.self) + ((16 + mask) & ~mask)
    return isWrappedInBox
      ? content.assumingMemoryBound(to: Value?.self).pointee
      : content.assumingMemoryBound(to: Value.self).pointee
  }
}

struct ValueTypes {
  var type: Any.Type
  var optional: Any.Type

  init<Value>(_ type: Value.Type) {
    self.type = type
    optional = Value?.self
  }

  /// Returns `true` if a payload is an optional of the value, `false` if it is the value, and otherwise `nil`.
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
