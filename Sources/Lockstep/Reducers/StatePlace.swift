// SPDX-License-Identifier: MIT

/// Where a part of a state is: at a fixed distance in its memory, or where a key path leads.
@usableFromInline
struct StatePlace<Root, Value>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Root, Value> & Sendable
  /// Negative if the part is not stored in the memory of the whole.
  @usableFromInline let offset: Int
  @usableFromInline let site: ChildSite

  @usableFromInline
  init(_ keyPath: any WritableKeyPath<Root, Value> & Sendable, children: SiteSet? = nil) {
    let offset = MemoryLayout<Root>.offset(of: keyPath)
    self.keyPath = keyPath
    self.offset = offset ?? -1
    // A state of its own type at its own beginning is the whole.
    let isWhole = offset == 0 && Root.self == Value.self
    let path: @Sendable () -> String = { "\(keyPath)" }
    site = ChildSite(
      children: children,
      isStable: offset != nil,
      path: isWhole ? nil : path
    ) { state, _, body in
      Self.look(at: state, offset ?? -1, keyPath) { body($0) }
    }
  }

  /// Calls back with the part in memory, to be looked at only: that of the whole, or of a copy if the
  /// part is not stored there.
  ///
  /// No setter is called, so nobody sees that it was looked at.
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
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard offset >= 0 else { return modifyByKeyPath(&root, body) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(
        &(UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
      )
    }
  }

  // Apart, so that a large value needs no room on the stack of the fast path.
  @inlinable
  @inline(never)
  func modifyByKeyPath<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    body(&root[keyPath: keyPath])
  }
}
