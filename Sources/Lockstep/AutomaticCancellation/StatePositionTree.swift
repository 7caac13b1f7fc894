// SPDX-License-Identifier: MIT

public import Synchronization

/// The running effects of a store that end when a part of its state is removed.
///
/// A tree in the shape of the state, as far as such effects are running.
@usableFromInline
struct StatePositionTree: ~Copyable, Sendable {
  /// One part of the state, and the effects that end with it.
  ///
  /// `@unchecked` because it is accessed only under the lock of the tree, or by the code that is checking the
  /// state, for which the others wait.
  fileprivate final class Node: @unchecked Sendable {
    /// The group that the node is in, which it keeps as long as it is in use; `nil` for the root.
    let group: Group?
    let key: ChildKey
    @exclusivity(unchecked) var effects: [UInt64: Effect] = [:]
    /// One group for each site; an array, because most states have few sites.
    @exclusivity(unchecked) var groups: [Group] = []

    init(_ key: ChildKey, in group: Group?) {
      (self.key, self.group) = (key, group)
    }

    var isEmpty: Bool { effects.isEmpty && groups.isEmpty }
  }

  struct LastSender {
    let scope: EffectScope
    let sender: SenderPlace
  }

  /// An effect that ends with the state at a position, and that removes itself from the tree when it ends.
  ///
  /// `@unchecked` like every ending, see ``EffectEnding``, and because of the node, which is protected like the tree.
  final class Effect: EffectEnding, @unchecked Sendable {
    let position: StatePosition
    // The scope holds its endings until it ends.
    let scope: EffectScope
    fileprivate var node: Node?

    init(_ scope: EffectScope, at position: StatePosition) {
      (self.scope, self.position) = (scope, position)
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.context.statePositions.remove(self)
    }
  }

  /// The nodes below a part that one site leads to: one node, or one for each key.
  fileprivate final class Group {
    /// The node that the group is in.
    let node: Node
    let site: ChildSite
    @exclusivity(unchecked) var nodes: [ChildKey: Node] = [:]
    /// The nodes that have groups themselves.
    @exclusivity(unchecked) var deepNodes: [ChildKey: Node] = [:]
    /// Nodes to look at in the next check: effects were added at or below them, or their state was missing.
    @exclusivity(unchecked) var unknownNodes: [ChildKey: Node] = [:]
    /// The site's membership number when all other nodes were last known to be there.
    var membership: UInt64?

    init(_ site: ChildSite, in node: Node) {
      (self.site, self.node) = (site, node)
    }
  }

  // NB: Not private, or the compiler fails where a store's context is created: the contents of a mutex in a
  // noncopyable structure must be known wherever the structure is a property.
  enum Change {
    case add(Effect)
    case remove(Effect)
    case cancelAll(path: [StatePosition], but: UInt64)
  }

  struct State {
    /// The root; made for the first effect.
    fileprivate var root: Node?
    /// The changes made since a check began; checks are done outside of the lock, because getters of the
    /// state may end effects.
    var changes: [Change]?
    /// The senders of values that stay valid after their state was removed, by the numbers of the scopes.
    var lastSenders: [UInt64: LastSender] = [:]
  }

  private let state = Mutex(State())
  /// Whether the tree contains anything.
  @usableFromInline let isUsed = Atomic(false)
  private let isUnchecked = Atomic(false)
  private let hasLastSenders = Atomic(false)
  /// The number of notes that the store had made about its children when all parts of the state that effects depend on
  /// were known to be there; -1 if not all of them are children that the store knows.
  private let checkedNotes = Atomic(-1)

  init() {}

  /// Whether effects have been started whose state has not been checked since: those of this turn, and those
  /// that follow something else and were started between turns.
  var hasUnchecked: Bool { isUnchecked.load(ordering: .acquiring) }

  func add(_ scope: EffectScope, at position: StatePosition) {
    let effect = Effect(scope, at: position)
    state.withLock { make(.add(effect), in: &$0) }
    scope.onEnd(effect)
  }

  private func remove(_ effect: Effect) {
    // Released outside of the lock.
    let node = effect.node
    state.withLock { make(.remove(effect), in: &$0) }
    withExtendedLifetime(node) {}
  }

  /// Returns the sender of a value that stays valid although its child was removed.
  ///
  /// - Returns: The sender; `nil` if the value does not come from one of these children, or if the children there have
  ///   no identities.
  @usableFromInline
  func lastSender(of source: EffectScope) -> SenderPlace? {
    guard hasLastSenders.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.lastSenders }.values.first { source.isWithin($0.scope) }?.sender
  }

  /// Makes a change, now or once no check is in progress.
  private func make(_ change: Change, in state: inout State) {
    if state.changes != nil {
      state.changes?.append(change)
      return
    }
    switch change {
    case .add(let effect):
      let root = state.root ?? Node(ChildKey(), in: nil)
      state.root = root
      let node = root.makeNode(at: effect.position.path)
      node.effects[effect.scope.number] = effect
      effect.node = node
      isUnchecked.store(true, ordering: .releasing)
      isUsed.store(true, ordering: .releasing)
    case .remove(let effect):
      effect.node?.remove(effect.scope.number)
      effect.node = nil
      if state.root?.isEmpty == true { isUsed.store(false, ordering: .releasing) }
    case .cancelAll:
      break
    }
  }

  /// Cancels the effects that end with the state at a position, or below, apart from one.
  func cancelAll(at position: StatePosition, but scope: EffectScope) {
    cancelAll(path: position.path, but: scope.number)
  }

  private func cancelAll(path: [StatePosition], but number: UInt64) {
    let effects: [Effect] = state.withLock { state in
      if state.changes != nil {
        state.changes?.append(.cancelAll(path: path, but: number))
        return []
      }
      return state.root?.effects(at: path) ?? []
    }
    for effect in effects.sorted(by: { $0.scope.number < $1.scope.number })
    where effect.scope.number != number {
      effect.scope.cancel(isByState: true)
    }
  }

  /// Cancels the effects whose part of the state was removed.
  ///
  /// Values that they have sent are discarded, unless the effects of their own action have sent the action that
  /// removed the state: those effects must not silently lose the other values that they have sent.
  ///
  /// - Parameters:
  ///   - place: The state of the store, which nothing else uses.
  ///   - lives: The children that the store knows of, which have been looked at in this turn; `nil` if there are none.
  ///   - sender: The number of the action whose effects have sent the action of this turn; zero if there is
  ///     none.
  /// - Complexity: O(*n*) in the number of parts of the state that running effects depend on. Children that have hooks
  ///   count only if they have changed, and elements of an array only after one has been added or removed, or if
  ///   effects of their own children run.
  func cancelOrphans(in place: UnsafeMutableRawPointer, _ lives: Lives?, after sender: Int) {
    // Nothing to look at, as after most actions.
    if let lives, hasUnchecked == false,
      checkedNotes.load(ordering: .relaxed) == lives.turn.notes
    {
      return
    }
    var sender = sender
    // Effects that follow a cancelled effect may belong to the same state. Ensuring that this ends is up to
    // other code: an effect may follow itself forever.
    for _ in 0..<100 {
      let root = state.withLock { state -> Node? in
        if hasUnchecked == false, let lives, state.root?.isUnchanged(lives) != false {
          checkedNotes.store(lives.turn.notes, ordering: .relaxed)
          return nil
        }
        checkedNotes.store(-1, ordering: .relaxed)
        isUnchecked.store(false, ordering: .releasing)
        state.changes = []
        return state.root
      }
      guard let root else { return }
      var orphans: [Effect] = []
      root.collectOrphans(place, lives, &orphans)
      let changes = state.withLock { state in
        let changes = state.changes ?? []
        state.changes = nil
        for change in changes { make(change, in: &state) }
        return changes
      }
      for case .cancelAll(let path, let number) in changes {
        cancelAll(path: path, but: number)
      }
      if orphans.isEmpty { return }
      end(orphans.sorted { $0.scope.number < $1.scope.number }, after: sender)
      if hasUnchecked == false { return }
      // The state of effects started now was removed before they sent anything.
      sender = 0
    }
  }
}

extension StatePositionTree {
  /// Ends effects, all of them before anything that follows one: that may be another one of them.
  private func end(_ orphans: [Effect], after sender: Int) {
    guard orphans.isEmpty == false else { return }
    QueueLoop.run { loop in
      loop.startPart {
        for orphan in orphans {
          // Without its child, a request to be dismissed has nothing to ask for.
          if orphan.scope.origin.action == sender, orphan.scope.isDismissal == false {
            stop(orphan)
          } else {
            orphan.scope.cancel(isByState: true)
          }
        }
      }
    }
  }

  /// Stops an effect, and remembers who sends the values that are still valid.
  private func stop(_ effect: Effect) {
    if let sender = effect.position.sender() { remember(sender, of: effect.scope) }
    effect.scope.stop(isFollowed: true, isByState: true)
  }

  /// Remembers who sends what comes from a scope, until the scope ends.
  fileprivate func remember(_ sender: SenderPlace, of scope: EffectScope) {
    state.withLock { state in
      state.lastSenders[scope.number] = LastSender(scope: scope, sender: sender)
      hasLastSenders.store(true, ordering: .relaxed)
    }
    scope.onEnd { [context = scope.context, number = scope.number] in
      context.statePositions.forgetSender(number)
    }
  }

  private func forgetSender(_ number: UInt64) {
    let removed = state.withLock { state in
      defer { hasLastSenders.store(state.lastSenders.isEmpty == false, ordering: .relaxed) }
      return state.lastSenders.removeValue(forKey: number)
    }
    withExtendedLifetime(removed) {}
  }
}

extension EffectScope {
  /// Cancels this scope when the state at a position is removed, if the position is exact.
  func endWithState(at position: StatePosition?) {
    if let position, position.isExact { context.statePositions.add(self, at: position) }
  }

  /// Notes which child sends what comes from this scope.
  func noteSender(_ sender: SenderPlace, below position: StatePosition?) {
    guard let sender = position?.sender(sender) else { return }
    context.statePositions.remember(sender, of: self)
  }
}

extension StatePositionTree.Node {
  fileprivate typealias Node = StatePositionTree.Node
  fileprivate typealias Group = StatePositionTree.Group
  fileprivate typealias Pending = [(node: Node, state: UnsafeMutableRawPointer, lives: Lives?)]

  /// Returns the node for an effect that is added, and notes on the way that something was.
  fileprivate func makeNode(at path: [StatePosition]) -> Node {
    var node = self
    for step in path {
      guard let site = step.site else { continue }
      if let above = node.group, node.groups.isEmpty { above.deepNodes[node.key] = node }
      let group = node.group(of: site) ?? node.addGroup(of: site)
      let next = group.nodes[step.key] ?? Node(step.key, in: group)
      group.nodes[step.key] = next
      group.unknownNodes[step.key] = next
      node = next
    }
    return node
  }

  private func group(of site: ChildSite) -> Group? {
    for group in groups where group.site === site { return group }
    return nil
  }

  private func addGroup(of site: ChildSite) -> Group {
    let group = Group(site, in: self)
    groups.append(group)
    return group
  }

  /// Returns whether the store knows all the children here, and has found that none of them has changed in this turn.
  fileprivate func isUnchanged(_ lives: Lives) -> Bool {
    for group in groups {
      guard group.unknownNodes.isEmpty, let known = lives.known(group.site),
        known.turn != lives.turn.number || (known.removed.isEmpty && group.deepNodes.isEmpty)
      else { return false }
    }
    return true
  }

  /// Returns the effects at a position, and below.
  fileprivate func effects(at path: [StatePosition]) -> [StatePositionTree.Effect] {
    var node = self
    for step in path {
      guard
        let group = step.site.flatMap({ node.group(of: $0) }),
        let next = group.nodes[step.key]
      else { return [] }
      node = next
    }
    var effects: [StatePositionTree.Effect] = []
    node.visitAll { effects += $0.effects.values }
    return effects
  }

  /// Removes an effect, and the nodes that are left empty.
  fileprivate func remove(_ number: UInt64) {
    effects[number] = nil
    var node = self
    while node.isEmpty, let group = node.group, group.nodes[node.key] === node {
      group.nodes[node.key] = nil
      group.deepNodes[node.key] = nil
      group.unknownNodes[node.key] = nil
      guard group.nodes.isEmpty else { return }
      node = group.node
      node.groups.removeAll { $0 === group }
      if node.groups.isEmpty { node.group?.deepNodes[node.key] = nil }
    }
  }

  /// Removes the effects that belong to removed parts of the state below this one, and adds them to `orphans`.
  fileprivate func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    // A loop, so that a state of any depth needs constant stack space, as long as it is read in place.
    var pending: Pending = [(self, state, lives)]
    while let (node, state, lives) = pending.popLast() {
      for group in node.groups { group.check(state, lives, &pending, &orphans) }
    }
  }

  /// Checks whether this part of the state is there.
  fileprivate func look(
    from group: Group,
    _ parent: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ pending: inout Pending,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    group.site.look(parent, key) { state in
      if let state {
        // Without groups, there is nothing below to check.
        if groups.isEmpty { return }
        if group.site.isStable {
          pending.append((self, state, lives))
        } else {
          collectOrphans(state, lives, &orphans)
        }
      } else {
        // Until they are cancelled, other effects may start here.
        group.unknownNodes[key] = self
        // An effect that keeps its values runs on until they are taken, and must not be found again.
        visitAll { node in
          orphans.append(contentsOf: node.effects.values)
          node.effects = [:]
        }
      }
    }
  }

  /// Calls a function with this node and all below it, in constant stack space.
  private func visitAll(_ body: (Node) -> Void) {
    var pending = [self]
    while let node = pending.popLast() {
      body(node)
      for group in node.groups { pending += group.nodes.values }
    }
  }
}

extension StatePositionTree.Group {
  /// Checks which nodes are there, and adds those that are to the pending ones if there is more below them.
  fileprivate func check(
    _ state: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ pending: inout StatePositionTree.Node.Pending,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    let unknown = unknownNodes
    unknownNodes = [:]
    // The store has looked at these children in this turn, and knows which have changed.
    if let lives, let known = lives.known(site) {
      let isOfTurn = known.turn == lives.turn.number
      for (key, node) in unknown {
        node.look(from: self, state, known.life(of: key)?.below, &pending, &orphans)
      }
      guard isOfTurn else { return }
      for key in known.removed where unknown[key] == nil {
        nodes[key]?.look(from: self, state, nil, &pending, &orphans)
      }
      for key in known.changed where unknown[key] == nil {
        guard let node = deepNodes[key] else { continue }
        node.look(from: self, state, known.life(of: key)?.below, &pending, &orphans)
      }
      return
    }
    let membership = site.membership?(state)
    let isSame = membership != nil && membership == self.membership
    self.membership = membership
    for node in (isSame ? deepNodes : nodes).values {
      node.look(from: self, state, nil, &pending, &orphans)
    }
    for (key, node) in unknown where isSame && deepNodes[key] == nil {
      node.look(from: self, state, nil, &pending, &orphans)
    }
  }
}
