// SPDX-License-Identifier: MIT

public import Synchronization

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
    var effects: [UInt64: Effect] = [:]
    var groups: [ObjectIdentifier: Group] = [:]

    var isEmpty: Bool { effects.isEmpty && groups.isEmpty }
  }

  struct LastSender {
    let scope: EffectScope
    let sender: SenderPlace
  }

  /// An effect that ends with the state at a position.
  struct Effect {
    let scope: EffectScope
    /// The steps from the state of the store to the position.
    let path: [StatePosition]
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
    /// The senders of values that are valid although their state may be gone, by the numbers of the scopes.
    var lastSenders: [UInt64: LastSender] = [:]
  }

  private let state = Mutex(State())
  /// Whether the tree contains anything.
  @usableFromInline let isUsed = Atomic(false)
  private let isUnchecked = Atomic(false)
  private let hasLastSenders = Atomic(false)

  init() {}

  /// Whether effects have been started whose state has not been checked since: those of this turn, and those
  /// that follow something else and were started between turns.
  var hasUnchecked: Bool { isUnchecked.load(ordering: .acquiring) }

  func add(_ scope: EffectScope, at statePosition: StatePosition) {
    let effect = Effect(scope: scope, path: statePosition.path)
    _ = state.withLock { make(.add(effect), in: &$0) }
    scope.onEnd(Removal(effect.path))
  }

  /// An ending that removes an effect that has ended.
  ///
  /// `@unchecked` like every ending; see ``EffectEnding``.
  private final class Removal: EffectEnding, @unchecked Sendable {
    private let path: [StatePosition]

    init(_ path: [StatePosition]) {
      self.path = path
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.context.statePositions.remove(Effect(scope: scope, path: path))
    }
  }

  private func remove(_ effect: Effect) {
    _ = state.withLock { make(.remove(effect), in: &$0) }
  }

  /// Returns the child that has sent a value, if the value is valid although the child may be gone, and children there
  /// can be told apart.
  @usableFromInline
  func lastSender(of source: EffectScope) -> SenderPlace? {
    guard hasLastSenders.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.lastSenders }.values.first { source.isWithin($0.scope) }?.sender
  }

  /// Makes a change, now or once no check is in progress; returns what was removed, to be released outside of
  /// the lock.
  private func make(_ change: Change, in state: inout State) -> Effect? {
    if state.changes != nil {
      state.changes?.append(change)
      return nil
    }
    switch change {
    case .add(let effect):
      let root = state.root ?? Node()
      state.root = root
      root.makeNode(at: effect.path).effects[effect.scope.number] = effect
      isUnchecked.store(true, ordering: .releasing)
      isUsed.store(true, ordering: .releasing)
      return nil
    case .remove(let effect):
      let removed = state.root?.remove(effect.scope.number, at: effect.path)
      if state.root?.isEmpty == true { isUsed.store(false, ordering: .releasing) }
      return removed
    case .cancelAll:
      return nil
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
      var orphans: [Effect] = []
      root?.collectOrphans(place, &orphans)
      let changes = state.withLock { state in
        let changes = state.changes ?? []
        state.changes = nil
        return changes.map { ($0, removed: make($0, in: &state)) }
      }
      for case (.cancelAll(let path, let number), _) in changes {
        cancelAll(path: path, but: number)
      }
      end(orphans.sorted { $0.scope.number < $1.scope.number }, after: sender)
      if orphans.isEmpty || hasUnchecked == false { return }
      // The state of effects started now was gone before they sent anything.
      sender = 0
    }
  }
}

extension StatePositionTree {
  /// Ends effects, all of them before anything that follows one: that may be another one of them.
  private func end(_ orphans: [Effect], after sender: Int) {
    guard orphans.isEmpty == false else { return }
    LaneLoop.run { loop in
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
    if let sender = effect.path.last?.sender() { remember(sender, of: effect.scope) }
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

  /// Returns the effects at a position, and below.
  fileprivate func effects(at path: [StatePosition]) -> [StatePositionTree.Effect] {
    var node = self
    for step in path {
      guard
        let group = step.site.flatMap({ node.groups[ObjectIdentifier($0)] }),
        let next = group.nodes[step.key]
      else { return [] }
      node = next
    }
    var effects: [StatePositionTree.Effect] = []
    var pending = [node]
    while let node = pending.popLast() {
      effects += node.effects.values
      for group in node.groups.values { pending += group.nodes.values }
    }
    return effects
  }

  /// Removes an effect, and the nodes that are left empty; returns the effect.
  fileprivate func remove(
    _ number: UInt64,
    at path: [StatePosition]
  ) -> StatePositionTree.Effect? {
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
    let effect = node.effects.removeValue(forKey: number)
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
    return effect
  }

  /// Takes out the effects that belong to parts of the state below this one that are gone.
  fileprivate func collectOrphans(
    _ state: UnsafeMutableRawPointer,
    _ orphans: inout [StatePositionTree.Effect]
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
    _ orphans: inout [StatePositionTree.Effect]
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
    _ orphans: inout [StatePositionTree.Effect]
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

  private func collectAll(_ orphans: inout [StatePositionTree.Effect]) {
    orphans.append(contentsOf: effects.values)
    // An effect that keeps its values runs on until they are taken, and must not be found again.
    effects = [:]
    for group in groups.values {
      for node in group.nodes.values { node.collectAll(&orphans) }
    }
  }
}
