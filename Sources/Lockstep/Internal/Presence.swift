// SPDX-License-Identifier: MIT

internal import Synchronization

/// How a composed reducer gets from its parent's state to its child's, for the effects of the child.
///
/// Each use of `pullback`, `optional` or `forEach` makes one.
@usableFromInline
package final class StateSite: Sendable {
  /// Calls back with the place of the child's state in that of the parent, or with `nil` if there is
  /// none.
  @usableFromInline package typealias Visit =
    @Sendable (
      _ parent: UnsafeMutableRawPointer, _ key: CancellationID?, (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  fileprivate let membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?
  fileprivate let visit: Visit

  /// Describes a way.
  ///
  /// - Parameters:
  ///   - membership: A number that stays only if no key has gone, read from the parent's state.
  ///   - visit: Finds the child's state.
  @usableFromInline
  package init(
    membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? = nil,
    visit: @escaping Visit
  ) {
    self.membership = membership
    self.visit = visit
  }
}

/// Where the state of a reducer stands below that of the store: a site after another, each with the
/// key of an element if it leads into a collection.
@usableFromInline
package final class Presence: Sendable {
  /// The state of the store itself.
  static let root = Presence()

  fileprivate let parent: Presence?
  fileprivate let site: StateSite?
  fileprivate let key: CancellationID?

  private init() {
    parent = nil
    site = nil
    key = nil
  }

  init(parent: Presence, site: StateSite, key: CancellationID?) {
    self.parent = parent
    self.site = site
    self.key = key
  }

  /// The steps from the state of the store to here.
  fileprivate var path: [Presence] {
    var path: [Presence] = []
    var next: Presence? = self
    while let step = next, step.site != nil {
      path.append(step)
      next = step.parent
    }
    path.reverse()
    return path
  }
}

/// The running effects of a store that end when a part of its state goes away.
///
/// It is a tree that has the shape of the state, as far as such effects run.
final class PresenceTree: Sendable {
  /// One part of the state, and the effects that end with it.
  fileprivate struct Node {
    var scopes: [UInt64: EffectScope] = [:]
    var groups: [ObjectIdentifier: Group] = [:]

    var isEmpty: Bool { scopes.isEmpty && groups.isEmpty }
  }

  /// What lies below a part by one site: one node, or one for each key.
  fileprivate struct Group {
    let site: StateSite
    var nodes: [CancellationID?: Node] = [:]
    /// How many of the nodes have groups themselves.
    var deepNodes = 0
    /// What the site said of its keys when all nodes were last known to be there.
    var membership: UInt64?
  }

  private let root = Mutex(Node())
  private let isUsed: AtomicFlag

  /// Creates an empty tree.
  ///
  /// - Parameter isUsed: The flag that says whether anything is in it.
  init(_ isUsed: AtomicFlag) {
    self.isUsed = isUsed
  }

  func add(_ scope: EffectScope, at presence: Presence) {
    let (path, number) = (presence.path, scope.number)
    root.withLock { root in
      Self.update(&root, path[...]) { $0.scopes[number] = scope }
      isUsed.isUp = true
    }
    scope.onEnd { [weak self] in
      guard let self else { return }
      root.withLock { root in
        Self.update(&root, path[...]) { $0.scopes[number] = nil }
        if root.isEmpty { isUsed.isUp = false }
      }
    }
  }

  /// Changes the node at the end of a path; makes what is missing, and takes away what is empty.
  private static func update(
    _ node: inout Node,
    _ path: ArraySlice<Presence>,
    _ change: (inout Node) -> Void
  ) {
    guard let step = path.first, let site = step.site else { return change(&node) }
    let id = ObjectIdentifier(site)
    var group = node.groups.removeValue(forKey: id) ?? Group(site: site)
    var child = group.nodes.removeValue(forKey: step.key)
    if child == nil { group.membership = nil }
    let wasDeep = child?.groups.isEmpty == false
    update(&child[orInsert: Node()], path.dropFirst(), change)
    group.deepNodes += (child?.groups.isEmpty == false ? 1 : 0) - (wasDeep ? 1 : 0)
    if let child, child.isEmpty == false { group.nodes[step.key] = child }
    if group.nodes.isEmpty == false { node.groups[id] = group }
  }

  // MARK: Looking whether the state is still there

  /// Cancels the effects whose part of the state has gone.
  ///
  /// - Parameter state: The state of the store, which nobody else uses.
  /// - Complexity: O(*n*) in the parts of the state that effects which run depend on; elements of an
  ///   identified array count only if one has been removed.
  func cancelOrphans(in state: UnsafeMutableRawPointer) {
    var orphans: [EffectScope] = []
    root.withLock { $0.collectOrphans(state, &orphans) }
    for scope in orphans.sorted(by: { $0.number < $1.number }) { scope.cancel() }
  }
}

extension PresenceTree.Group {
  fileprivate mutating func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ orphans: inout [EffectScope]
  ) {
    let newMembership = site.membership?(state)
    if let newMembership, newMembership == membership, deepNodes == 0 { return }
    membership = newMembership
    for key in nodes.keys {
      site.visit(state, key) { child in
        if let child {
          nodes[key]?.collectOrphans(child, &orphans)
        } else {
          nodes[key]?.collectAll(&orphans)
        }
      }
    }
  }
}

extension PresenceTree.Node {
  fileprivate mutating func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ orphans: inout [EffectScope]
  ) {
    for id in groups.keys { groups[id]?.collectOrphans(state, &orphans) }
  }

  fileprivate func collectAll(_ orphans: inout [EffectScope]) {
    orphans.append(contentsOf: scopes.values)
    for group in groups.values {
      for node in group.nodes.values { node.collectAll(&orphans) }
    }
  }
}

extension Optional {
  fileprivate subscript(orInsert value: @autoclosure () -> Wrapped) -> Wrapped {
    mutating get {
      if let self { return self }
      let value = value()
      self = value
      return value
    }
    set { self = newValue }
  }
}
