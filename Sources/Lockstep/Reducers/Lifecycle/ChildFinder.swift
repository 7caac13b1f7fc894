// SPDX-License-Identifier: MIT

/// Finds the children of a site that have appeared, changed or been removed.
///
/// The class is not generic over the states, so that it needs no lookups of type metadata.
@usableFromInline
final class ChildFinder: Sendable {
  @usableFromInline typealias Screens =
    @Sendable (UnsafeMutableRawPointer, Lives.Site, _ isAlwaysAsked: Bool) -> ChildChanges?
  typealias Keys = @Sendable (UnsafeMutableRawPointer) -> [ChildKey]

  private let site: ChildSite
  private let identity: RawIdentity?
  /// Whether the store keeps a copy of an only child's state for comparison.
  let isCompared: Bool
  let memory: ChildMemory
  let keys: Keys
  /// Finds the changes of a stack's screens; `nil` for an only child.
  private let screens: Screens?
  private let stack: ChildSite.Look?
  private let isAlwaysAsked: Bool

  init(_ site: ChildSite, _ identity: RawIdentity?, isCompared: Bool, _ memory: ChildMemory) {
    self.site = site
    self.identity = identity
    self.isCompared = isCompared
    self.memory = memory
    // A key without an identity matches any child.
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
  /// A child without a copy for comparison counts as changed, because effects below it may need to be cancelled.
  func changes(_ state: UnsafeMutableRawPointer, _ known: Lives.Site) -> ChildChanges? {
    if let screens, let stack {
      return areSame(stack, state, known) ? nil : screens(state, known, isAlwaysAsked)
    }
    var changes: ChildChanges?
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

  func isKnown(_ child: UnsafeMutableRawPointer, _ known: Lives.Site) -> Bool {
    guard let identity else { return true }
    return identity.matches(child, known.keys[0].identity)
  }

  private func makeKey(_ child: UnsafeMutableRawPointer) -> ChildKey {
    ChildKey(identity: identity?.read(UnsafeRawPointer(child)))
  }
}

/// The location of an only child's state.
@usableFromInline
enum ChildMemory: Sendable {
  /// At an offset in the parent's state. With metadata, the value there is an optional that contains the child.
  case stored(at: Int, EnumMetadata?)
  /// In the payload of a case, inside the parent's memory unless the case is indirect.
  case payload(CaseSearch)
  /// In a copy that is written back to the parent.
  case copied

  var isInParent: Bool {
    switch self {
    case .stored: true
    case .payload(let search): search.isPlain
    case .copied: false
    }
  }
}

@usableFromInline
struct ChildChanges {
  private(set) var removed: [(key: ChildKey, life: Life)] = []
  var changed: [Int] = []
  var new: [Int] = []

  /// An only child may have changed.
  // `nonisolated(unsafe)`, because `removed` holds objects of a store and is not `Sendable`. Here the array is empty
  // and the constant is never mutated, so threads share only immutable data.
  nonisolated(unsafe) static let changed = Self(changed: [0])

  mutating func remove(_ key: ChildKey, _ life: Life?) {
    if let life { removed.append((key, life)) }
  }
}
