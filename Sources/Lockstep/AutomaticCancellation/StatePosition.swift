// SPDX-License-Identifier: MIT

public import Synchronization

/// Where the state of a reducer stands below that of the store: a site after another, each with the
/// key of an element if it leads into a collection.
@usableFromInline
package final class StatePosition: Sendable {
  fileprivate let parent: StatePosition?
  fileprivate let site: ChildSite?
  fileprivate let key: CancellationID?
  private let sites: SiteSet?

  /// The state of the store itself; `nil` if no effects end with a part of it.
  @usableFromInline
  convenience init?(root sites: SiteSet?) {
    guard let sites else { return nil }
    self.init(sites)
  }

  private init(_ sites: SiteSet) {
    parent = nil
    site = nil
    key = nil
    self.sites = sites
  }

  private init(parent: StatePosition, site: ChildSite, key: CancellationID?) {
    self.parent = parent
    self.site = site
    self.key = key
    sites = site.children
  }

  /// The state of a child; `nil` if the site does not start here.
  func appending(_ site: ChildSite, _ key: CancellationID?) -> StatePosition? {
    guard let sites, sites.contains(site) else { return nil }
    return StatePosition(parent: self, site: site, key: key)
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

/// The running effects of a store that end when a part of its state goes away.
///
/// It is a tree that has the shape of the state, as far as such effects run.
@usableFromInline
struct StatePositionTree: ~Copyable, Sendable {
  /// One part of the state, and the effects that end with it.
  ///
  /// `@unchecked` because it is touched only under the lock of the tree, or by who looks, for whom the
  /// others wait.
  fileprivate final class Node: @unchecked Sendable {
    var scopes: [UInt64: EffectScope] = [:]
    var groups: [ObjectIdentifier: Group] = [:]

    var isEmpty: Bool { scopes.isEmpty && groups.isEmpty }
  }

  /// What lies below a part by one site: one node, or one for each key.
  fileprivate final class Group {
    let site: ChildSite
    var nodes: [CancellationID?: Node] = [:]
    /// Those of the nodes that have groups themselves.
    var deepNodes: [CancellationID?: Node] = [:]
    /// Those that nobody has looked for, or that were not there.
    var unknownNodes: [CancellationID?: Node] = [:]
    /// What the site said of its keys when all other nodes were last known to be there.
    var membership: UInt64?

    init(_ site: ChildSite) {
      self.site = site
    }
  }

  // NB: Not private, like what is in every mutex in a structure that cannot be copied: see ``StartQueue``.
  enum Change {
    case add(EffectScope, [StatePosition])
    case remove(UInt64, [StatePosition])
  }

  struct State {
    /// Made for the first effect.
    fileprivate var root: Node?
    /// What has changed since somebody began to look, which is done outside of the lock: getters of
    /// the state may end effects.
    var changes: [Change]?
  }

  private let state = Mutex(State())
  /// Whether anything is in it.
  @usableFromInline let isUsed = Atomic(false)
  private let isUnchecked = Atomic(false)

  init() {}

  /// Whether effects have been started whose state nobody has looked for since: those of this turn,
  /// and what follows something else and was started between turns.
  var hasUnchecked: Bool { isUnchecked.load(ordering: .acquiring) }

  func add(_ scope: EffectScope, at statePosition: StatePosition) {
    let (path, number) = (statePosition.path, scope.number)
    _ = state.withLock { make(.add(scope, path), in: &$0) }
    scope.onEnd { [context = scope.context] in context.statePositions.remove(number, at: path) }
  }

  private func remove(_ number: UInt64, at path: [StatePosition]) {
    _ = state.withLock { make(.remove(number, path), in: &$0) }
  }

  /// Makes a change, now or when nobody looks any more; returns what has gone, to be let go of outside
  /// of the lock.
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

  /// Cancels the effects whose part of the state has gone.
  ///
  /// What they have sent is void, unless their own action's effects have sent what took the state away:
  /// they are not to lose in silence what they have sent besides.
  ///
  /// - Parameters:
  ///   - place: The state of the store, which nobody else uses.
  ///   - sender: The number of the action whose effects have sent the action of this turn; zero for none.
  /// - Complexity: O(*n*) in the parts of the state that effects which run depend on. Elements of an
  ///   array count only after one has been added or removed, or if effects of their own children run.
  func cancelOrphans(in place: UnsafeMutableRawPointer, after sender: Int) {
    var sender = sender
    // What follows a cancelled effect may belong to the same state. That this ends, somebody else has
    // to see to: an effect may follow itself for ever.
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
        if scope.origin.action == sender { scope.cancelKeepingValues() } else { scope.cancel() }
      }
      if orphans.isEmpty || hasUnchecked == false { return }
      // What is started now, the state had gone before it sent anything.
      sender = 0
    }
  }
}

extension StatePositionTree.Node {
  fileprivate typealias Group = StatePositionTree.Group

  fileprivate func makeNode(at path: [StatePosition]) -> StatePositionTree.Node {
    var node = self
    var above: (group: Group, key: CancellationID?)?
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

  /// Removes a scope, which is returned, and the nodes that nothing is left in.
  fileprivate func remove(_ number: UInt64, at path: [StatePosition]) -> EffectScope? {
    var steps: [(node: StatePositionTree.Node, group: Group, key: CancellationID?)] = []
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

  /// Takes out what belongs to parts of the state, of which this is one, that have gone.
  fileprivate func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ orphans: inout [EffectScope]
  ) {
    // A loop, so that a state of any depth needs constant stack, as long as it is looked at in place.
    var pending = [(node: self, state: state)]
    while let (node, state) = pending.popLast() {
      node.lookBelow(state, &pending, &orphans)
    }
  }

  /// Looks whether the parts right below this one are there, and adds those that are to what is pending.
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

  /// Looks whether this part of the state is there.
  private func look(
    from group: Group,
    _ key: CancellationID?,
    _ parent: UnsafeMutableRawPointer,
    _ pending: inout [(node: StatePositionTree.Node, state: UnsafeMutableRawPointer)],
    _ orphans: inout [EffectScope]
  ) {
    group.site.look(parent, key) { state in
      if let state {
        // Without groups there is nothing below to look at.
        if groups.isEmpty { return }
        if group.site.isStable {
          pending.append((self, state))
        } else {
          collectOrphans(state, &orphans)
        }
      } else {
        // Until they are cancelled, others may start here.
        group.unknownNodes[key] = self
        collectAll(&orphans)
      }
    }
  }

  private func collectAll(_ orphans: inout [EffectScope]) {
    orphans.append(contentsOf: scopes.values)
    // One that keeps its values runs on until they are taken, and must not be found again.
    scopes = [:]
    for group in groups.values {
      for node in group.nodes.values { node.collectAll(&orphans) }
    }
  }
}
