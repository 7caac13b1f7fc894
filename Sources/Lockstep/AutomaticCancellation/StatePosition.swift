// SPDX-License-Identifier: MIT

public import Synchronization

/// The position of a reducer's state below the state of the store: a sequence of sites, each with the child that it
/// leads to.
///
/// An effect that a reducer has run directly, on a state whose position is not known, belongs to the reducer that ran it:
/// its position is inexact.
@usableFromInline
package final class StatePosition: Sendable {
  let parent: StatePosition?
  fileprivate let site: ChildSite?
  fileprivate let key: ChildKey
  /// The sites that start here; `nil` if there are none.
  private let sites: SiteSet?
  /// Whether the effect belongs to the state here, and not to a part of it that is not known.
  let isExact: Bool
  let hash: Int

  /// Creates the position of the store's own state.
  init(root sites: SiteSet?) {
    parent = nil
    site = nil
    key = ChildKey()
    self.sites = sites
    isExact = true
    hash = 0
  }

  private init(_ site: ChildSite, _ key: ChildKey, below parent: StatePosition) {
    self.parent = parent
    self.site = site
    self.key = key
    sites = site.children
    isExact = true
    var hasher = Hasher()
    hasher.combine(parent.hash)
    hasher.combine(ObjectIdentifier(site))
    hasher.combine(key)
    hash = hasher.finalize()
  }

  private init(at position: StatePosition, sites: SiteSet?, isExact: Bool) {
    parent = position.parent
    site = position.site
    key = position.key
    self.sites = sites
    self.isExact = isExact
    hash = position.hash
  }

  /// The position of what is run directly on a part of the state here.
  var inexact: StatePosition {
    isExact ? StatePosition(at: self, sites: nil, isExact: false) : self
  }

  /// Returns the position of the state of a child, which is inexact if the site does not start here.
  func appending(_ site: ChildSite, _ key: ChildKey) -> StatePosition {
    guard let sites, sites.contains(site) else { return inexact }
    return site.isWhole
      ? StatePosition(at: self, sites: site.children, isExact: true)
      : StatePosition(site, key, below: self)
  }

  /// The steps from the state of the store to here.
  fileprivate var path: [StatePosition] {
    var path: [StatePosition] = []
    var next: StatePosition? = self
    while let step = next, step.site != nil {
      path.append(step)
      next = step.parent
    }
    path.reverse()
    return path
  }
}

extension StatePosition: Hashable {
  @usableFromInline
  package static func == (lhs: StatePosition, rhs: StatePosition) -> Bool {
    guard lhs.hash == rhs.hash else { return false }
    var (left, right) = (lhs, rhs)
    while left !== right {
      guard left.site === right.site, left.key == right.key else { return false }
      guard let nextLeft = left.parent, let nextRight = right.parent else {
        return left.parent == nil && right.parent == nil
      }
      (left, right) = (nextLeft, nextRight)
    }
    return true
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// The running effects of a store that end when a part of its state goes away.
///
/// A tree in the shape of the state, as far as such effects are running.
@usableFromInline
struct StatePositionTree: ~Copyable, Sendable {
  /// One part of the state, and the effects that end with it.
  ///
  /// `@unchecked` because it is accessed only under the lock of the tree, or by the code that is checking the
  /// state, for which the others wait.
  fileprivate final class Node: @unchecked Sendable {
    var scopes: [UInt64: EffectScope] = [:]
    var groups: [ObjectIdentifier: Group] = [:]

    var isEmpty: Bool { scopes.isEmpty && groups.isEmpty }
  }

  /// The nodes below a part that one site leads to: one node, or one for each key.
  fileprivate final class Group {
    let site: ChildSite
    var nodes: [ChildKey: Node] = [:]
    /// The nodes that have groups themselves.
    var deepNodes: [ChildKey: Node] = [:]
    /// The nodes that have not been checked yet, or that were not there.
    var unknownNodes: [ChildKey: Node] = [:]
    /// The site's membership number when all other nodes were last known to be there.
    var membership: UInt64?

    init(_ site: ChildSite) {
      self.site = site
    }
  }

  // NB: Not private, or the compiler fails where a store's context is created: the contents of a mutex in a
  // noncopyable structure must be known wherever the structure is a property.
  enum Change {
    case add(EffectScope, [StatePosition])
    case remove(UInt64, [StatePosition])
  }

  struct State {
    /// The root; made for the first effect.
    fileprivate var root: Node?
    /// The changes made since a check began; checks are done outside of the lock, because getters of the
    /// state may end effects.
    var changes: [Change]?
  }

  private let state = Mutex(State())
  /// Whether the tree contains anything.
  @usableFromInline let isUsed = Atomic(false)
  private let isUnchecked = Atomic(false)

  init() {}

  /// Whether effects have been started whose state has not been checked since: those of this turn, and those
  /// that follow something else and were started between turns.
  var hasUnchecked: Bool { isUnchecked.load(ordering: .acquiring) }

  func add(_ scope: EffectScope, at statePosition: StatePosition) {
    let (path, number) = (statePosition.path, scope.number)
    _ = state.withLock { make(.add(scope, path), in: &$0) }
    scope.onEnd { [context = scope.context] in context.statePositions.remove(number, at: path) }
  }

  private func remove(_ number: UInt64, at path: [StatePosition]) {
    _ = state.withLock { make(.remove(number, path), in: &$0) }
  }

  /// Makes a change, now or once no check is in progress; returns what was removed, to be released outside of
  /// the lock.
  private func make(_ change: Change, in state: inout State) -> EffectScope? {
    if state.changes != nil {
      state.changes?.append(change)
      return nil
    }
    switch change {
    case .add(let scope, let path):
      let root = state.root ?? Node()
      state.root = root
      root.makeNode(at: path).scopes[scope.number] = scope
      isUnchecked.store(true, ordering: .releasing)
      isUsed.store(true, ordering: .releasing)
      return nil
    case .remove(let number, let path):
      let scope = state.root?.remove(number, at: path)
      if state.root?.isEmpty == true { isUsed.store(false, ordering: .releasing) }
      return scope
    }
  }

  /// Cancels the effects whose part of the state is gone.
  ///
  /// Values that they have sent are void, unless the effects of their own action have sent the action that
  /// took the state away: those effects must not silently lose the other values that they have sent.
  ///
  /// - Parameters:
  ///   - place: The state of the store, which nothing else uses.
  ///   - sender: The number of the action whose effects have sent the action of this turn; zero if there is
  ///     none.
  /// - Complexity: O(*n*) in the number of parts of the state that running effects depend on. Elements of an
  ///   array count only after one has been added or removed, or if effects of their own children run.
  func cancelOrphans(in place: UnsafeMutableRawPointer, after sender: Int) {
    var sender = sender
    // Effects that follow a cancelled effect may belong to the same state. Ensuring that this ends is up to
    // other code: an effect may follow itself forever.
    for _ in 0..<100 {
      let root = state.withLock { state in
        isUnchecked.store(false, ordering: .releasing)
        state.changes = []
        return state.root
      }
      var orphans: [EffectScope] = []
      root?.collectOrphans(place, &orphans)
      _ = state.withLock { state in
        let changes = state.changes ?? []
        state.changes = nil
        return changes.map { ($0, make($0, in: &state)) }
      }
      for scope in orphans.sorted(by: { $0.number < $1.number }) {
        if scope.origin.action == sender { scope.stop(isFollowed: true) } else { scope.cancel() }
      }
      if orphans.isEmpty || hasUnchecked == false { return }
      // The state of effects started now was gone before they sent anything.
      sender = 0
    }
  }
}

extension StatePositionTree.Node {
  fileprivate typealias Group = StatePositionTree.Group

  fileprivate func makeNode(at path: [StatePosition]) -> StatePositionTree.Node {
    var node = self
    var above: (group: Group, key: ChildKey)?
    for step in path {
      guard let site = step.site else { continue }
      if let above, node.groups.isEmpty { above.group.deepNodes[above.key] = node }
      let group = node.groups[ObjectIdentifier(site)] ?? Group(site)
      node.groups[ObjectIdentifier(site)] = group
      let next: StatePositionTree.Node
      if let known = group.nodes[step.key] {
        next = known
      } else {
        next = StatePositionTree.Node()
        group.nodes[step.key] = next
        group.unknownNodes[step.key] = next
      }
      (node, above) = (next, (group, step.key))
    }
    return node
  }

  /// Removes a scope, and the nodes that are left empty; returns the scope.
  fileprivate func remove(_ number: UInt64, at path: [StatePosition]) -> EffectScope? {
    var steps: [(node: StatePositionTree.Node, group: Group, key: ChildKey)] = []
    var node = self
    for step in path {
      guard
        let group = step.site.flatMap({ node.groups[ObjectIdentifier($0)] }),
        let next = group.nodes[step.key]
      else { return nil }
      steps.append((node, group, step.key))
      node = next
    }
    let scope = node.scopes.removeValue(forKey: number)
    while node.isEmpty, let step = steps.popLast() {
      step.group.nodes[step.key] = nil
      step.group.unknownNodes[step.key] = nil
      if step.group.nodes.isEmpty {
        step.node.groups[ObjectIdentifier(step.group.site)] = nil
        if step.node.groups.isEmpty, let above = steps.last {
          above.group.deepNodes[above.key] = nil
        }
      }
      node = step.node
    }
    return scope
  }

  /// Takes out the scopes that belong to parts of the state below this one that are gone.
  fileprivate func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ orphans: inout [EffectScope]
  ) {
    // A loop, so that a state of any depth needs constant stack space, as long as it is read in place.
    var pending = [(node: self, state: state)]
    while let (node, state) = pending.popLast() {
      node.lookBelow(state, &pending, &orphans)
    }
  }

  /// Checks whether the parts directly below this one are there, and adds those that are to the pending ones.
  private func lookBelow(
    _ state: UnsafeMutableRawPointer,
    _ pending: inout [(node: StatePositionTree.Node, state: UnsafeMutableRawPointer)],
    _ orphans: inout [EffectScope]
  ) {
    for group in groups.values {
      let membership = group.site.membership?(state)
      let isSame = membership != nil && membership == group.membership
      group.membership = membership
      let unknownNodes = group.unknownNodes
      group.unknownNodes = [:]
      for (key, node) in isSame ? group.deepNodes : group.nodes {
        node.look(from: group, key, state, &pending, &orphans)
      }
      for (key, node) in unknownNodes where isSame && group.deepNodes[key] == nil {
        node.look(from: group, key, state, &pending, &orphans)
      }
    }
  }

  /// Checks whether this part of the state is there.
  private func look(
    from group: Group,
    _ key: ChildKey,
    _ parent: UnsafeMutableRawPointer,
    _ pending: inout [(node: StatePositionTree.Node, state: UnsafeMutableRawPointer)],
    _ orphans: inout [EffectScope]
  ) {
    group.site.look(parent, key) { state in
      if let state {
        // Without groups, there is nothing below to check.
        if groups.isEmpty { return }
        if group.site.isStable {
          pending.append((self, state))
        } else {
          collectOrphans(state, &orphans)
        }
      } else {
        // Until they are cancelled, other effects may start here.
        group.unknownNodes[key] = self
        collectAll(&orphans)
      }
    }
  }

  private func collectAll(_ orphans: inout [EffectScope]) {
    orphans.append(contentsOf: scopes.values)
    // A scope that keeps its values runs on until they are taken, and must not be found again.
    scopes = [:]
    for group in groups.values {
      for node in group.nodes.values { node.collectAll(&orphans) }
    }
  }
}
