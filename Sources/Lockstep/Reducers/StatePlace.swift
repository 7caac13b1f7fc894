// SPDX-License-Identifier: MIT

/// The location of a part of a state: a fixed offset in memory, or a key path.
@usableFromInline
struct StatePlace<Root, Value>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Root, Value> & Sendable
  /// The offset of the part; -1 if the part is not stored in the memory of the root.
  @usableFromInline let offset: Int

  @usableFromInline
  init(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath) ?? -1
  }

  @usableFromInline var isWhole: Bool { Root.self == Value.self && offset == 0 }

  /// Returns a function that finds a child in the part, without type lookups if the part is at a fixed offset.
  func lookAtPart(
    _ found:
      @escaping @Sendable (
        UnsafeMutableRawPointer, ChildKey, (UnsafeMutableRawPointer?) -> Void
      ) -> Void
  ) -> ChildSite.Look {
    if offset >= 0 { return { [offset] state, key, body in found(state + offset, key, body) } }
    return { [keyPath] state, key, body in
      Self.look(atCopyIn: state, keyPath) { found(UnsafeMutableRawPointer($0), key, body) }
    }
  }

  func childMemory(_ optional: EnumMetadata?) -> ChildMemory {
    offset < 0 ? .copied : .stored(at: offset, optional)
  }

  // Calls no setter, so the access goes unnoticed.
  @inlinable
  func look<Result>(
    at root: UnsafeMutableRawPointer,
    _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    Self.look(at: root, offset, keyPath, body)
  }

  @inlinable
  static func look<Result>(
    at root: UnsafeMutableRawPointer,
    _ offset: Int,
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    guard offset >= 0 else { return look(atCopyIn: root, keyPath, body) }
    return body((root + offset).assumingMemoryBound(to: Value.self))
  }

  @inlinable
  @inline(never)
  static func look<Result>(
    atCopyIn root: UnsafeMutableRawPointer,
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    var value = root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath]
    return withUnsafeMutablePointer(to: &value, body)
  }

  @inlinable
  func look<Result>(in root: inout Root, _ body: (UnsafeMutablePointer<Value>) -> Result) -> Result
  {
    withUnsafeMutablePointer(to: &root) { look(at: UnsafeMutableRawPointer($0), body) }
  }

  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard offset >= 0 else { return modifyByKeyPath(&root, body) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(
        &(UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
      )
    }
  }

  @inlinable
  func modifyInMemory<Result>(
    _ root: inout Root,
    _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    if offset >= 0 {
      return withUnsafeMutablePointer(to: &root) { body(UnsafeMutableRawPointer($0) + offset) }
    }
    return withUnsafeMutablePointer(to: &root[keyPath: keyPath]) {
      body(UnsafeMutableRawPointer($0))
    }
  }

  // A separate function, so that a large value uses no stack space on the fast path.
  @inlinable
  @inline(never)
  func modifyByKeyPath<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    body(&root[keyPath: keyPath])
  }
}
