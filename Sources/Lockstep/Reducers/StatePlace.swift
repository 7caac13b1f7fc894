// SPDX-License-Identifier: MIT

/// The place of a part of a state: at a fixed offset in its memory, or wherever a key path leads.
@usableFromInline
struct StatePlace<Root, Value>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Root, Value> & Sendable
  /// The offset of the part; negative if the part is not stored in the memory of the whole.
  @usableFromInline let offset: Int
  @usableFromInline let site: ChildSite

  @usableFromInline
  init(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    identity: ChildIdentity<Value>? = nil,
    children: SiteSet? = nil,
    extract: ChildSite.Extract? = nil,
    pairing: ChildSite.Pairing? = nil
  ) {
    let offset = MemoryLayout<Root>.offset(of: keyPath)
    let isWhole = Self.isWhole(keyPath)
    self.keyPath = keyPath
    self.offset = offset ?? -1
    let path: @Sendable () -> String = { keyPath.text }
    site = ChildSite(
      children: children,
      isStable: offset != nil,
      isWhole: isWhole && identity == nil,
      path: isWhole ? nil : path,
      extract: extract,
      pairing: pairing,
      look: Self.look(offset, keyPath) { [identity = identity?.raw] part, key, body in
        body(identity?.matches(part, key.identity) == false ? nil : part)
      }
    )
  }

  /// Returns a look at the part, or at something in it, which needs to look up no type if the part is at a fixed offset.
  ///
  /// - Parameters:
  ///   - offset: The offset of the part, if it is stored in the memory of the whole.
  ///   - keyPath: The key path to the part.
  ///   - found: Calls a function with the location of the child, given that of the part.
  /// - Returns: The look.
  static func look(
    _ offset: Int?,
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ found:
      @escaping @Sendable (
        UnsafeMutableRawPointer, ChildKey, (UnsafeMutableRawPointer?) -> Void
      ) -> Void
  ) -> ChildSite.Look {
    if let offset { return { state, key, body in found(state + offset, key, body) } }
    return { state, key, body in
      look(atCopyIn: state, keyPath) { found(UnsafeMutableRawPointer($0), key, body) }
    }
  }

  /// Returns whether a part is the whole: it has the type of the whole and is at its beginning.
  @usableFromInline
  static func isWhole(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) -> Bool {
    Root.self == Value.self && MemoryLayout<Root>.offset(of: keyPath) == 0
  }

  /// Returns the way to a child that is always there, if something happens when another one takes its place, or below it.
  @usableFromInline
  func access<ParentAction, ParentEnvironment, Action, Environment>(
    to lifecycle: Lifecycle<Value, Action, Environment>?,
    _ toChildAction: CasePath<ParentAction, Action>,
    _ identity: ChildIdentity<Value>?,
    environment toChildEnvironment: some ChildEnvironment<Root, ParentEnvironment, Environment>
  ) -> ChildAccess<Root, ParentAction, ParentEnvironment, Value, Action, Environment>? {
    guard let lifecycle else { return nil }
    return ChildAccess(
      site,
      // Not compared: the held copy would make each change of an array by the parent copy that array.
      .one(identity, isCompared: false, childPlace(nil)),
      of: lifecycle,
      set: { state, _, child in modify(&state) { $0 = child } },
      environment: toChildEnvironment,
      endsWithState: identity != nil,
      isIdentified: identity != nil,
      isPermanent: identity == nil,
      embed: { toChildAction.embed($1) }
    )
  }

  /// Returns the place at which a reducer changes the part.
  ///
  /// If the part is an optional, it is the place of the value.
  func childPlace(_ optional: EnumMetadata?) -> ChildPlace {
    offset < 0 ? .copied : .stored(at: offset, optional)
  }

  /// Calls a function with the part in memory, for reading only: in the memory of the whole, or in a copy if
  /// the part is not stored there.
  ///
  /// No setter is called, so the access goes unnoticed.
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

  /// Calls a function with the part for reading only, in memory or in a copy.
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

  /// Calls a function with the location of the part, which it may change.
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

  // A separate function, so that a large value takes no stack space on the fast path.
  @inlinable
  @inline(never)
  func modifyByKeyPath<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    body(&root[keyPath: keyPath])
  }
}
