// SPDX-License-Identifier: MIT

public import Synchronization

/// The running effects of a store that are cancelled when their part of the state is removed.
///
/// The tree has the shape of the state, limited to the parts with such effects.
@usableFromInline
struct StatePositionTree: ~Copyable, Sendable {
  /// A part of the state and its effects.
  ///
  /// `@unchecked` because access requires either the tree's lock or a running check, during which other code defers its
  /// changes.
  fileprivate final class Node: @unchecked Sendable {
    /// The group that contains the node, kept alive while the node is in use; `nil` for the root.
    let group: Group?
    let key: ChildKey
    @exclusivity(unchecked) var effects: [UInt64: Effect] = [:]
    /// One group for each site, in an array because most states have few sites.
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

  /// An effect that is cancelled with the state at a position, and that removes itself from the tree when it ends.
  ///
  /// `@unchecked` like every ending, see ``EffectEnding``, and because of `node`, which is protected like the tree.
  final class Effect: EffectEnding, @unchecked Sendable {
    let position: StatePosition
    // This reference cycle exists until the scope ends: the scope holds its endings.
    let scope: EffectScope
    fileprivate var node: Node?

    init(_ scope: EffectScope, at position: StatePosition) {
      (self.scope, self.position) = (scope, position)
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.context.statePositions.remove(self)
    }
  }

  /// The children of one site: one node, or one for each key.
  fileprivate final class Group {
    let node: Node
    let site: ChildSite
    @exclusivity(unchecked) var nodes: [ChildKey: Node] = [:]
    /// The nodes that contain groups.
    @exclusivity(unchecked) var deepNodes: [ChildKey: Node] = [:]
    /// Nodes to look at in the next check, because they or nodes below them received effects, or their state was
    /// missing.
    @exclusivity(unchecked) var unknownNodes: [ChildKey: Node] = [:]
    /// The site's membership number when all other nodes were last known to be present.
    var membership: UInt64?

    init(_ site: ChildSite, in node: Node) {
      (self.site, self.node) = (site, node)
    }
  }

  // NB: Not private, because the compiler fails where a store's context is created: the contents of a mutex in a
  // noncopyable structure must be visible wherever the structure is a property.
  enum Change {
    case add(Effect)
    case remove(Effect)
    case cancelAll(path: [StatePosition], but: UInt64)
  }

  struct State {
    fileprivate var root: Node?
    /// The changes made during a check, which runs outside the lock because getters of the state may end effects.
    var changes: [Change]?
    /// The senders of values that stay valid after their state was removed, by scope number.
    var lastSenders: [UInt64: LastSender] = [:]
  }

  private let state = Mutex(State())
  @usableFromInline let isUsed = Atomic(false)
  private let isUnchecked = Atomic(false)
  private let hasLastSenders = Atomic(false)
  /// The store's note count at the last check that found all states with effects present; -1 if some of them are not
  /// children that the store tracks.
  private let checkedNotes = Atomic(-1)

  init() {}

  /// Whether effects have started since the last check, either in this turn or between turns.
  var hasUnchecked: Bool { isUnchecked.load(ordering: .acquiring) }

  func add(_ scope: EffectScope, at position: StatePosition) {
    let effect = Effect(scope, at: position)
    state.withLock { make(.add(effect), in: &$0) }
    scope.onEnd(effect)
  }

  private func remove(_ effect: Effect) {
    // Release the node outside the lock.
    let node = effect.node
    state.withLock { make(.remove(effect), in: &$0) }
    withExtendedLifetime(node) {}
  }

  /// Returns the sender of a value that stays valid although its child was removed; `nil` for other values, and for
  /// children without identities.
  @usableFromInline
  func lastSender(of source: EffectScope) -> SenderPlace? {
    guard hasLastSenders.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.lastSenders }.values.first { source.isWithin($0.scope) }?.sender
  }

  /// Makes a change immediately, or after the running check.
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

  /// Cancels the effects at a position and below it, except for one.
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
  /// The tree discards their values, except for effects of the action whose effects sent the current action: these must
  /// not silently lose other values that they have sent.
  ///
  /// - Parameters:
  ///   - place: The state of the store, which no other code accesses during the call.
  ///   - lives: The children that the store tracks, already checked in this turn; `nil` if the store tracks none.
  ///   - sender: The number of the action whose effects sent the current action; zero if no effect sent it.
  /// - Complexity: O(*n*) in the number of parts of the state with running effects. Tracked children count only if they
  ///   have changed. Array elements count only after a change of membership, or if effects of their own children run.
  func cancelOrphans(in place: UnsafeMutableRawPointer, _ lives: Lives?, after sender: Int) {
    // After most actions, there is nothing to check.
    if let lives, hasUnchecked == false,
      checkedNotes.load(ordering: .relaxed) == lives.turn.notes
    {
      return
    }
    var sender = sender
    // Effects that follow a cancelled effect may belong to the same state. The loop is bounded because an effect may
    // follow itself forever.
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
      // The state of newly started effects was removed before they sent any value.
      sender = 0
    }
  }
}

extension StatePositionTree {
  /// Ends all of the effects before starting their followers, because a follower may be one of them.
  private func end(_ orphans: [Effect], after sender: Int) {
    guard orphans.isEmpty == false else { return }
    QueueLoop.run { loop in
      loop.startPart {
        for orphan in orphans {
          // A request for dismissal is pointless without its child.
          if orphan.scope.origin.action == sender, orphan.scope.isDismissal == false {
            stop(orphan)
          } else {
            orphan.scope.cancel(isByState: true)
          }
        }
      }
    }
  }

  private func stop(_ effect: Effect) {
    if let sender = effect.position.sender() { remember(sender, of: effect.scope) }
    effect.scope.stop(isFollowed: true, isByState: true)
  }

  /// Remembers the sender of a scope's values until the scope ends.
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

  func noteSender(_ sender: SenderPlace, below position: StatePosition?) {
    guard let sender = position?.sender(sender) else { return }
    context.statePositions.remember(sender, of: self)
  }
}

extension StatePositionTree.Node {
  fileprivate typealias Node = StatePositionTree.Node
  fileprivate typealias Group = StatePositionTree.Group
  fileprivate typealias Pending = [(node: Node, state: UnsafeMutableRawPointer, lives: Lives?)]

  /// Returns the node at a path, creating it if needed, and marks it and its ancestors for the next check.
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

  /// Returns whether the store tracks all children here and none of them has changed in this turn.
  fileprivate func isUnchanged(_ lives: Lives) -> Bool {
    for group in groups {
      guard group.unknownNodes.isEmpty, let known = lives.known(group.site),
        known.turn != lives.turn.number || (known.removed.isEmpty && group.deepNodes.isEmpty)
      else { return false }
    }
    return true
  }

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

  /// Moves the effects of removed states below this node to `orphans`.
  fileprivate func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    // A loop, so that in-place states of any depth need constant stack space.
    var pending: Pending = [(self, state, lives)]
    while let (node, state, lives) = pending.popLast() {
      for group in node.groups { group.check(state, lives, &pending, &orphans) }
    }
  }

  fileprivate func look(
    from group: Group,
    _ parent: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ pending: inout Pending,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    group.site.look(parent, key) { state in
      if let state {
        // Without groups, the node has nothing below it to check.
        if groups.isEmpty { return }
        if group.site.isStable {
          pending.append((self, state, lives))
        } else {
          collectOrphans(state, lives, &orphans)
        }
      } else {
        // Other effects may start here before these are cancelled.
        group.unknownNodes[key] = self
        // A stopped effect continues until its values have been received. It must not be found again.
        visitAll { node in
          orphans.append(contentsOf: node.effects.values)
          node.effects = [:]
        }
      }
    }
  }

  /// Calls a function with this node and all nodes below it, in constant stack space.
  private func visitAll(_ body: (Node) -> Void) {
    var pending = [self]
    while let node = pending.popLast() {
      body(node)
      for group in node.groups { pending += group.nodes.values }
    }
  }
}

extension StatePositionTree.Group {
  /// Checks which nodes are present, and queues those that contain groups.
  fileprivate func check(
    _ state: UnsafeMutableRawPointer,
    _ lives: Lives?,
    _ pending: inout StatePositionTree.Node.Pending,
    _ orphans: inout [StatePositionTree.Effect]
  ) {
    let unknown = unknownNodes
    unknownNodes = [:]
    // The store has already checked these children in this turn and knows which of them changed.
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
