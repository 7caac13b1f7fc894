// SPDX-License-Identifier: MIT

/// The tag of an enum case, together with the runtime function that reads tags.
///
/// A path creates its tag once, so that a comparison calls only this function. Tags of the same type are comparable.
///
/// `@unchecked` because of the function, which belongs to the runtime and has no state.
@usableFromInline
package struct CaseTag: @unchecked Sendable {
  @usableFromInline package let metadata: EnumMetadata
  @usableFromInline let getEnumTag: EnumMetadata.GetEnumTag
  @usableFromInline package let tag: UInt32

  package init(_ metadata: EnumMetadata, _ tag: UInt32) {
    self.metadata = metadata
    getEnumTag = metadata.getEnumTag
    self.tag = tag
  }

  /// Creates the tag of an optional that is not `nil`; returns `nil` if the type is not an enum.
  @usableFromInline
  package init?(someOf type: Any.Type) {
    guard let metadata = EnumMetadata(type) else { return nil }
    self.init(metadata, EnumMetadata.tagOfSome)
  }

  /// Creates the tag of the first case of a type, for reading tags; returns `nil` if the type is not an enum.
  @usableFromInline
  package init?(someCaseOf type: Any.Type) {
    guard let metadata = EnumMetadata(type) else { return nil }
    self.init(metadata, 0)
  }

  package init?<Root>(of value: Root) {
    guard let metadata = EnumMetadata(Root.self) else { return nil }
    self.init(metadata, withUnsafePointer(to: value) { metadata.tag(of: $0) })
  }

  @inlinable
  package func tag(of value: UnsafeRawPointer) -> UInt32 {
    getEnumTag(value, metadata.pointer)
  }

  @inlinable
  package func matches(_ value: UnsafeRawPointer) -> Bool {
    tag(of: value) == tag
  }

  @inlinable
  func project(_ value: UnsafeMutableRawPointer) {
    metadata.project(value)
  }

  @inlinable
  func inject(into value: UnsafeMutableRawPointer) {
    metadata.inject(tag, into: value)
  }

  /// Calls a closure with the payload in place; returns `nil` if the value is in another case.
  ///
  /// Each step leads to a case nested in the preceding payload.
  @inlinable
  func withPayload<Result>(
    of value: UnsafeMutableRawPointer,
    through steps: [CaseTag],
    _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    guard matches(value) else { return nil }
    project(value)
    var depth = 0
    defer {
      while depth > 0 {
        depth -= 1
        steps[depth].inject(into: value)
      }
      inject(into: value)
    }
    for step in steps {
      guard step.matches(value) else { return nil }
      step.project(value)
      depth += 1
    }
    return body(value)
  }

  /// Calls a closure with the payload of a root that is in the case.
  ///
  /// Only the bytes of the root are copied, so that nothing is retained. The root must be bitwise takable.
  @inlinable
  func withCopiedPayload<Root, Result>(
    of root: UnsafePointer<Root>,
    _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Root>.size,
      alignment: MemoryLayout<Root>.alignment
    ) { bytes in
      // An empty allocation has an address as well.
      let copy = bytes.baseAddress.unsafelyUnwrapped
      copy.copyMemory(from: root, byteCount: MemoryLayout<Root>.size)
      project(copy)
      return body(copy)
    }
  }

  /// Calls a closure with a nested payload of a root that is in the case; returns `nil` if a step does not match.
  @inlinable
  func withCopiedPayload<Root, Result>(
    of root: UnsafePointer<Root>,
    through steps: [CaseTag],
    _ body: (UnsafeRawPointer) -> Result?
  ) -> Result? {
    withCopiedPayload(of: root) { copy in
      for step in steps {
        guard step.matches(copy) else { return nil }
        step.project(copy)
      }
      return body(copy)
    }
  }
}
