// SPDX-License-Identifier: MIT

/// Finds the changes of the children of a site.
///
/// A class without the types of the states, so that looking costs no lookups of types.
@usableFromInline
final class ChildFinder: Sendable {
  @usableFromInline typealias Screens =
    @Sendable (UnsafeMutableRawPointer, Lives.Site, _ isAlwaysAsked: Bool) -> ChildChanges?
  typealias Keys = @Sendable (UnsafeMutableRawPointer) -> [ChildKey]

  private let site: ChildSite
  /// The identity of an only child; `nil` if children cannot be told apart.
  private let identity: RawIdentity?
  /// Whether the state of an only child is held to be compared.
  let isCompared: Bool
  /// The memory in which a reducer changes an only child.
  let memory: ChildMemory
  /// Returns the keys of the children that are present.
  let keys: Keys
  /// Finds out about screens; `nil` if there is at most one child.
  private let screens: Screens?
  /// Finds the stack in the state of the parent.
  private let stack: ChildSite.Look?
  private let isAlwaysAsked: Bool

  init(_ site: ChildSite, _ identity: RawIdentity?, isCompared: Bool, _ memory: ChildMemory) {
    self.site = site
    self.identity = identity
    self.isCompared = isCompared
    self.memory = memory
    // Without an identity in the key, whichever child is there is found.
    keys = { _ in [ChildKey()] }
    (screens, stack) = (nil, nil)
    isAlwaysAsked = false
  }

  init(
    _ site: ChildSite,
    _ screens: @escaping Screens,
    in stack: @escaping ChildSite.Look,
    keys: @escaping Keys,
    isAlwaysAsked: Bool
  ) {
    self.site = site
    self.keys = keys
    memory = .copied
    (self.screens, self.stack) = (screens, stack)
    self.isAlwaysAsked = isAlwaysAsked
    identity = nil
    isCompared = false
  }

  /// Returns the changes since the last call, or `nil` if there are none.
  ///
  /// A child that is not compared counts as changed, whether or not it has anything to do: effects that belong to states
  /// below it may have to end.
  func changes(_ state: UnsafeMutableRawPointer, _ known: Lives.Site) -> ChildChanges? {
    if let screens, let stack {
      return areSame(stack, state, known) ? nil : screens(state, known, isAlwaysAsked)
    }
    var changes: ChildChanges?
    // Without an identity in the key, whichever child is there is found.
    site.lookAtLocal(state, ChildKey()) { child in
      guard let child else {
        guard let key = known.keys.first else { return }
        changes = ChildChanges()
        changes?.remove(key, known.lives.first ?? nil)
        (known.keys, known.lives) = ([], [])
        return
      }
      guard let key = known.keys.first, let life = known.lives.first else {
        (known.keys, known.lives) = ([makeKey(child)], [nil])
        changes = ChildChanges(new: [0])
        return
      }
      if isCompared, let life, life.isChanged == false, life.isLast(child) { return }
      if isKnown(child, known) {
        changes = .changed
        return
      }
      changes = ChildChanges(new: [0])
      changes?.remove(key, life)
      (known.keys, known.lives) = ([makeKey(child)], [nil])
    }
    return changes
  }

  /// Returns whether the screens need not be looked at one by one.
  private func areSame(
    _ stack: ChildSite.Look,
    _ state: UnsafeMutableRawPointer,
    _ known: Lives.Site
  ) -> Bool {
    guard isAlwaysAsked == false, known.screens.visited.isEmpty else { return false }
    var areSame = false
    stack(state, ChildKey()) { stack in
      guard let contents = stack?.assumingMemoryBound(to: StackContents.self) else { return }
      areSame =
        contents.pointee.membership == known.screens.membership
        && contents.pointee.modification == known.screens.modification
    }
    return areSame
  }

  /// Returns whether the state still holds the child that the store remembers.
  func isKnown(_ child: UnsafeMutableRawPointer, _ known: Lives.Site) -> Bool {
    guard let identity else { return true }
    return identity.matches(child, known.keys[0].identity)
  }

  private func makeKey(_ child: UnsafeMutableRawPointer) -> ChildKey {
    ChildKey(identity: identity?.read(UnsafeRawPointer(child)))
  }
}

/// The memory in which a reducer changes the state of an only child.
@usableFromInline
enum ChildMemory: Sendable {
  /// At an offset in the memory of the parent's state. With metadata, the memory there is an optional, and the child is its
  /// value.
  case stored(at: Int, EnumMetadata?)
  /// In the payload of a case; in the memory of the parent's state unless the case is indirect.
  case payload(CaseSearch)
  /// In a copy that then replaces the child's state.
  case copied

  /// Whether the memory of the parent's state contains that of the child, as far as that is known.
  var isInParent: Bool {
    switch self {
    case .stored: true
    case .payload(let search): search.isPlain
    case .copied: false
    }
  }
}

/// The changes of the children of a site.
@usableFromInline
struct ChildChanges {
  /// The children that were removed, the last one first.
  private(set) var removed: [(key: ChildKey, life: Life)] = []
  /// The positions of the children that may have changed.
  var changed: [Int] = []
  /// The positions of the children that have appeared.
  var new: [Int] = []

  /// An only child may have changed.
  // `nonisolated(unsafe)` because the type is not `Sendable`: `removed` holds objects of a store. Here the array is empty,
  // and the constant is never mutated, so threads share only immutable data.
  nonisolated(unsafe) static let changed = Self(changed: [0])

  mutating func remove(_ key: ChildKey, _ life: Life?) {
    if let life { removed.append((key, life)) }
  }
}
