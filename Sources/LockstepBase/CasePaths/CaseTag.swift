// SPDX-License-Identifier: MIT

/// The tag of one case of an enum type, with everything needed to compare a value's tag with it.
///
/// It is created once per path; comparing calls one function of the runtime and nothing else. Two tags of the
/// same type can be compared with each other.
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

  /// Creates the tag of an optional that is not `nil`; returns `nil` if the type is not an optional.
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

  /// Creates the tag of the case that a value is in; returns `nil` if its type is not an enum.
  package init?<Root>(of value: Root) {
    guard let metadata = EnumMetadata(Root.self) else { return nil }
    self.init(metadata, withUnsafePointer(to: value) { metadata.tag(of: $0) })
  }

  /// Returns the tag of a value, for comparison with the tags of several paths.
  @inlinable
  package func tag(of value: UnsafeRawPointer) -> UInt32 {
    getEnumTag(value, metadata.pointer)
  }

  /// Returns whether a value is in the case.
  @inlinable
  package func matches(_ value: UnsafeRawPointer) -> Bool {
    tag(of: value) == tag
  }

  /// Turns a value of the case into its payload in place.
  @inlinable
  func project(_ value: UnsafeMutableRawPointer) {
    metadata.project(value)
  }

  /// Turns a payload back into a value of the case.
  @inlinable
  func inject(into value: UnsafeMutableRawPointer) {
    metadata.inject(tag, into: value)
  }

  /// Calls a closure with the payload in place; returns `nil` if the value is in another case.
  ///
  /// The payload may be nested more deeply: in the cases of the steps that follow, each in the one before.
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
  /// The root's bytes are copied, not its value, so that only what the closure copies is retained. This
  /// requires a root whose bytes can be read at any address.
  @inlinable
  func withCopiedPayload<Root, Result>(
    of root: UnsafePointer<Root>,
    _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Root>.size,
      alignment: MemoryLayout<Root>.alignment
    ) { bytes in
      // An allocation of no bytes has an address as well.
      let copy = bytes.baseAddress.unsafelyUnwrapped
      copy.copyMemory(from: root, byteCount: MemoryLayout<Root>.size)
      project(copy)
      return body(copy)
    }
  }

  /// Calls a closure with the payload of a root that is in the case; returns `nil` if it is not in the cases
  /// of the steps.
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
