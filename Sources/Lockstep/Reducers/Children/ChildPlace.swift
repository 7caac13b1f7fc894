// SPDX-License-Identifier: MIT

/// The location of a composition's children in their parent's state: an optional child, or a child for each id.
///
/// Code that runs for each action is inlinable, because unspecialized code would look up types.
@usableFromInline
protocol ChildPlace<ParentState, Child, ID>: Sendable {
  associatedtype ParentState
  associatedtype Child
  /// A value that identifies a child; `Void` for an only child.
  associatedtype ID: Sendable

  /// Whether each child has a stamp that is unique in the process.
  static var isStamped: Bool { get }
  /// Whether a child without an identity is removed only with its parent.
  static var isPermanent: Bool { get }
  /// Whether ``look(_:)`` finds children in place rather than in a copy.
  var isStable: Bool { get }
  /// The path, for messages; `nil` if messages should not mention it.
  var path: (@Sendable () -> String)? { get }
  /// Reads a number from the parent's state that changes whenever a child is removed.
  var membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? { get }

  /// Returns a function that finds the child with a key. It calls no setter and copies no large values.
  func look(_ identity: RawIdentity?) -> ChildSite.Look

  /// Returns how the store detects that children appear, change or are removed; `nil` if the store does not track them.
  ///
  /// `isShared` indicates whether the parent shares a value with the child.
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder?

  /// Returns the screen that contains a child; `nil` for an only child.
  func visited(_ id: ID, in parent: inout ParentState) -> VisitedScreen?

  /// Returns the identity that distinguishes a child from others in its place; `nil` if there is none.
  func identity(
    of id: ID,
    in parent: inout ParentState,
    _ identity: ChildIdentity<Child>?
  ) -> CancellationID?

  /// Changes a child in place, and returns whether the child exists.
  func modify(_ parent: inout ParentState, _ id: ID, _ body: (inout Child) -> Void) -> Bool

  /// Returns the reason why no child has an id, for messages.
  func absence(of id: ID, in parent: inout ParentState) -> String

  /// Returns a message that another child has replaced the sender of an action.
  static func replacement(of sender: CancellationID, by child: CancellationID, _ id: ID) -> String
}

extension ChildPlace {
  @inlinable static var isStamped: Bool { false }
  @inlinable static var isPermanent: Bool { false }
  @inlinable var membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? { nil }

  @inlinable
  func visited(_ id: ID, in parent: inout ParentState) -> VisitedScreen? { nil }

  @inlinable
  static func replacement(of sender: CancellationID, by child: CancellationID, _ id: ID) -> String {
    Lockstep.replacement(of: sender, by: child)
  }
}

extension StatePlace: ChildPlace {
  @inlinable static var isPermanent: Bool { true }
  @inlinable var isStable: Bool { offset >= 0 }

  @usableFromInline var path: (@Sendable () -> String)? {
    if isWhole { return nil }
    return { [keyPath] in keyPath.text }
  }

  @usableFromInline
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    lookAtPart { part, key, body in
      body(identity?.matches(part, key.identity) == false ? nil : part)
    }
  }

  @usableFromInline
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? {
    // Not compared, because a held copy would make the parent copy an array each time it changes the array.
    ChildFinder(site, identity, isCompared: false, childMemory(nil))
  }

  @inlinable
  func identity(
    of id: Void,
    in parent: inout Root,
    _ identity: ChildIdentity<Value>?
  ) -> CancellationID? {
    look(in: &parent) { part in identity?.id(of: &part.pointee) }
  }

  @inlinable
  func modify(_ parent: inout Root, _ id: Void, _ body: (inout Value) -> Void) -> Bool {
    guard offset >= 0 else {
      modifyByKeyPath(&parent, body)
      return true
    }
    withUnsafeMutablePointer(to: &parent) { parent in
      body(&(UnsafeMutableRawPointer(parent) + offset).assumingMemoryBound(to: Value.self).pointee)
    }
    return true
  }

  @usableFromInline
  func absence(of id: Void, in parent: inout Root) -> String {
    preconditionFailure("A stored part of the state is never missing.")
  }
}

@usableFromInline
struct OptionalPlace<ParentState, Child>: ChildPlace {
  @usableFromInline let optional: StatePlace<ParentState, Child?>
  @usableFromInline let metadata: EnumMetadata?

  @usableFromInline
  init(_ keyPath: any WritableKeyPath<ParentState, Child?> & Sendable) {
    optional = StatePlace(keyPath)
    metadata = EnumMetadata(Child?.self)
  }

  @inlinable var isStable: Bool { optional.isStable }
  @usableFromInline var path: (@Sendable () -> String)? { optional.path }

  @usableFromInline
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    optional.lookAtPart { [metadata] child, key, body in
      // The value of an optional is stored at the address of the optional.
      let isThere =
        metadata?.tag(of: child) == EnumMetadata.tagOfSome
        && identity?.matches(child, key.identity) != false
      body(isThere ? child : nil)
    }
  }

  @usableFromInline
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? {
    ChildFinder(site, identity, isCompared: isShared == false, optional.childMemory(metadata))
  }

  @inlinable
  func isThere(_ optional: UnsafeMutableRawPointer) -> Bool {
    metadata?.tag(of: optional) == EnumMetadata.tagOfSome
  }

  @inlinable
  func identity(
    of id: Void,
    in parent: inout ParentState,
    _ identity: ChildIdentity<Child>?
  ) -> CancellationID? {
    guard let identity else { return nil }
    return optional.look(in: &parent) { optional in
      guard isThere(optional) else { return nil }
      return identity.id(
        of: &UnsafeMutableRawPointer(optional).assumingMemoryBound(to: Child.self).pointee
      )
    }
  }

  @inlinable
  func modify(_ parent: inout ParentState, _ id: Void, _ body: (inout Child) -> Void) -> Bool {
    optional.modifyInMemory(&parent) { optional in
      guard isThere(optional) else { return false }
      body(&optional.assumingMemoryBound(to: Child.self).pointee)
      return true
    }
  }

  @usableFromInline
  func absence(of id: Void, in parent: inout ParentState) -> String { "its state was 'nil'" }
}

// The path's root is stored at the beginning of the parent's state, as it is in a ``Sharing`` of the root.
@usableFromInline
struct PathPlace<Path: StatePath & CustomStringConvertible, ParentState>: ChildPlace {
  @usableFromInline let statePath: Path
  /// Calls a function with the child for reading, and returns whether the child exists.
  @usableFromInline
  let peek:
    @Sendable (UnsafeMutablePointer<Path.Root>, (UnsafeMutablePointer<Path.Value>) -> Void) -> Bool

  @usableFromInline
  init(_ path: Path, in parent: ParentState.Type, at location: CodeLocation) {
    statePath = path
    peek = path.peek
    path.casePath?.noteUse(at: location)
  }

  @inlinable var isStable: Bool { false }
  @usableFromInline var path: (@Sendable () -> String)? {
    { [statePath] in statePath.description }
  }

  @usableFromInline
  func look(_ identity: RawIdentity?) -> ChildSite.Look {
    { [peek] parent, key, body in
      let isThere = peek(parent.assumingMemoryBound(to: Path.Root.self)) { child in
        let child = UnsafeMutableRawPointer(child)
        body(identity?.matches(child, key.identity) == false ? nil : child)
      }
      if isThere == false { body(nil) }
    }
  }

  @usableFromInline
  func finder(_ site: ChildSite, _ identity: RawIdentity?, isShared: Bool) -> ChildFinder? {
    let payload =
      isShared ? nil : statePath.casePath.map { ChildMemory.payload($0.extraction.search) }
    return ChildFinder(site, identity, isCompared: isShared == false, payload ?? .copied)
  }

  @inlinable
  func identity(
    of id: Void,
    in parent: inout ParentState,
    _ identity: ChildIdentity<Path.Value>?
  ) -> CancellationID? {
    guard let identity else { return nil }
    var found: CancellationID?
    withUnsafeMutablePointer(to: &parent) { parent in
      let root = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: Path.Root.self)
      _ = peek(root) { found = identity.id(of: &$0.pointee) }
    }
    return found
  }

  @inlinable
  func modify(_ parent: inout ParentState, _ id: Void, _ body: (inout Path.Value) -> Void) -> Bool {
    withUnsafeMutablePointer(to: &parent) { parent in
      let root = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: Path.Root.self)
      return statePath.modify(&root.pointee, body) != nil
    }
  }

  @usableFromInline
  func absence(of id: Void, in parent: inout ParentState) -> String { statePath.absence }
}
