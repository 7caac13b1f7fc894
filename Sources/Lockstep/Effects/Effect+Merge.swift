// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects are started in order. The merged effect completes when all of them have completed, and fails
  /// as soon as one of them fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Merges nested to any depth are flattened when they are
  ///   started, in constant stack space.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects are started in order. The merged effect completes when all of them have completed, and fails
  /// as soon as one of them fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Merges nested to any depth are flattened when they are
  ///   started, in constant stack space.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap { $0.node }
    return nodes.count < 2 ? Self(nodes.first) : Self(MergeNode(nodes))
  }

  /// Returns an effect that runs this effect and another at the same time.
  ///
  /// - Parameter other: The other effect, which is started after this one.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), even if one of them is a merge.
  public func merge(with other: Self) -> Self {
    .merge(self, other)
  }

  /// The number of effects that it stores itself: those that were copied to create it.
  package var keptCount: Int {
    guard let node else { return 0 }
    guard node.kind == .merge else { return 1 }
    return unsafeDowncast(node, to: MergeNode<Output, Failure>.self).nodes.count
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class MergeNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  /// The merged nodes, changed only by `deinit`.
  fileprivate private(set) var nodes: [EffectNode<Output, Failure>]
  /// Whether one of the nodes is a merge itself.
  private let isNested: Bool

  init(_ nodes: [EffectNode<Output, Failure>]) {
    let bounded = nodes.map { $0.kind == .merge ? $0 : $0.bounded }
    self.nodes = bounded
    isNested = nodes.contains { $0.kind == .merge }
    super.init(.merge, depth: greatestDepth(of: bounded))
  }

  /// The nodes to run, including those that nested merges run.
  var parts: [EffectNode<Output, Failure>] {
    guard isNested else { return nodes }
    var parts: [EffectNode<Output, Failure>] = []
    var pending: [EffectNode<Output, Failure>] = nodes.reversed()
    while let node = pending.popLast() {
      if node.kind == .merge {
        pending += unsafeDowncast(node, to: MergeNode.self).nodes.reversed()
      } else {
        parts.append(node)
      }
    }
    return parts
  }

  /// Releases nested merges one at a time, so that any depth needs constant stack space.
  deinit {
    guard isNested else { return }
    var released = nodes
    nodes = []
    while var node = released.popLast() {
      guard node.kind == .merge, isKnownUniquelyReferenced(&node) else { continue }
      let inner = unsafeDowncast(node, to: MergeNode.self)
      released += inner.nodes
      inner.nodes = []
    }
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      let parts = parts
      guard let group = EffectGroup(subscriber, in: scope, members: parts.count) else { return }
      for (index, node) in parts.enumerated() {
        group.scope.startPart {
          if index == parts.count - 1 {
            group.startLast(node)
          } else {
            node.start(group, in: group.scope)
          }
        }
      }
    }
  }

  override var firstDescription: EffectDescription? {
    Lockstep.firstDescription(of: parts)
  }
}

/// Several effects that run at the same time and send to one subscriber.
///
/// A group that sends to another group bypasses it when it passes on values, and ends it in a loop: groups
/// may be nested to any depth.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``. The outer group is changed only by `deinit`.
final class EffectGroup<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  let scope: EffectScope
  private let parent: EffectScope
  /// The group that this group sends to, if it sends to a group.
  private var outer: EffectGroup?
  /// The outermost group, if it is a different one.
  private let outermost: EffectGroup?
  /// The subscriber that the outermost group sends to.
  private let target: EffectSubscriber<Output, Failure>
  /// The number of members that have not ended; zero once the group has ended.
  private var members: Int
  /// The greatest number of restarts that the end of a member follows.
  private var restarts = 0

  /// - Parameters:
  ///   - downstream: The subscriber that the group sends to.
  ///   - parent: The scope in which the group starts; if nothing can be started in it any more, the result is
  ///     `nil`.
  ///   - members: The number of members that the group begins with.
  init?(_ downstream: EffectSubscriber<Output, Failure>, in parent: EffectScope, members: Int) {
    guard let scope = parent.makeChild() else { return nil }
    self.scope = scope
    self.parent = parent
    self.members = members
    outer = downstream as? EffectGroup
    outermost = outer.map { $0.outermost ?? $0 }
    target = outermost?.target ?? downstream
    super.init(.always, to: target)
  }

  override var statePosition: StatePosition? { target.statePosition }

  // MARK: Starting members

  /// Starts one more member, for a value from a scope.
  func addMember(_ node: EffectNode<Output, Failure>, after source: EffectScope) {
    members += 1
    scope.startPart(after: source) { node.start(self, in: self.scope) }
  }

  /// Lets another member take the place of a member that has ended, for its last value.
  func replaceMember(by node: EffectNode<Output, Failure>?, after source: EffectScope) {
    guard let node else { return removeMember() }
    guard members == 1 else {
      return scope.startPart(after: source) { node.start(self, in: self.scope) }
    }
    members = 0
    joinRestarts()
    parent.startPart(after: source) { [parent, downstream] in node.start(downstream, in: parent) }
    scope.leave()
  }

  /// Starts the last of the initial members, in place of the group if the others have ended.
  func startLast(_ node: EffectNode<Output, Failure>) {
    guard members == 1 else { return node.start(self, in: scope) }
    members = 0
    joinRestarts()
    node.start(downstream, in: parent)
    scope.leave()
  }

  /// Counts the restarts of all ends for what follows them.
  private func joinRestarts() {
    let loop = LaneLoop.current
    restarts = max(restarts, loop.restarts)
    loop.restarts = restarts
  }

  private var downstream: EffectSubscriber<Output, Failure> { outer ?? target }

  // MARK: Receiving from members

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    guard members > 0, outermost?.members != 0 else { return }
    guard isLast else { return target.receive(value, from: source, isLast: false) }
    let (ended, isEnd) = takeOut()
    target.receive(value, from: source, isLast: isEnd)
    for group in ended { group.scope.leave() }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      fail(failure, from: source)
    } else {
      removeMember()
    }
  }

  private func removeMember() {
    guard members > 0, outermost?.members != 0 else { return }
    let (ended, isEnd) = takeOut()
    if isEnd { target.finish(nil, from: (ended.last ?? self).scope) }
    for group in ended { group.scope.leave() }
  }

  /// Removes a member; returns the groups that have ended with it, and whether the outermost group has.
  private func takeOut() -> (ended: [EffectGroup], isEnd: Bool) {
    var ended: [EffectGroup] = []
    var group = self
    let loop = LaneLoop.current
    while true {
      group.members -= 1
      group.restarts = max(group.restarts, loop.restarts)
      guard group.members == 0 else { return (ended, false) }
      loop.restarts = group.restarts
      ended.append(group)
      guard let outer = group.outer else { return (ended, true) }
      group = outer
    }
  }

  private func fail(_ failure: Failure, from source: EffectScope) {
    guard members > 0, outermost?.members != 0 else { return }
    var ended: [EffectGroup] = []
    var next: EffectGroup? = self
    while let group = next {
      group.members = 0
      ended.append(group)
      next = group.outer
    }
    target.finish(failure, from: source)
    for group in ended.reversed() { group.scope.stop() }
  }

  /// Releases the outer groups that nothing else holds, one at a time.
  deinit {
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next), let group = next {
      next = group.outer
      group.outer = nil
    }
  }
}
