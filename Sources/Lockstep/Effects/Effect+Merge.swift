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
  fileprivate let nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes.map(\.bounded)
    super.init(
      .merge,
      depth: greatestDepth(of: self.nodes) + 1,
      hasOutputs: haveOutputs(self.nodes)
    )
  }

  /// The nodes to run, including those that nested merges run.
  var parts: [EffectNode<Output, Failure>] {
    guard nodes.contains(where: { $0.unwrapped.kind == .merge }) else { return nodes }
    var parts: [EffectNode<Output, Failure>] = []
    var pending: [EffectNode<Output, Failure>] = nodes.reversed()
    while let node = pending.popLast()?.unwrapped {
      if node.kind == .merge {
        pending += unsafeDowncast(node, to: MergeNode.self).nodes.reversed()
      } else {
        parts.append(node)
      }
    }
    return parts
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      let parts = parts
      guard let group = EffectGroup.of(parts.count, to: subscriber, in: scope) else { return }
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
    Lockstep.firstDescription(of: nodes)
  }
}

/// Several effects that run at the same time and send to one subscriber.
///
/// A merge or a `flatMap` within a group adds its members to that group, so both may be nested to any depth.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
final class EffectGroup<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let parent: EffectScope
  /// The number of members that have not ended; zero once the group has ended.
  private var members: Int
  /// The greatest number of restarts that the end of a member follows.
  private var restarts = 0

  private init(
    _ downstream: EffectSubscriber<Output, Failure>,
    _ scope: EffectScope,
    in parent: EffectScope,
    members: Int
  ) {
    self.parent = parent
    self.members = members
    super.init(to: downstream, in: scope)
  }

  /// Returns a group that begins with a number of members; or the subscriber, if it is a group, in which these take
  /// the place of one member.
  ///
  /// - Parameters:
  ///   - members: The number of members.
  ///   - downstream: The subscriber that the group sends to.
  ///   - parent: The scope in which the group starts.
  /// - Returns: The group; `nil` if nothing can be started there any more.
  static func of(
    _ members: Int,
    to downstream: EffectSubscriber<Output, Failure>,
    in parent: EffectScope
  ) -> EffectGroup? {
    guard let group = downstream as? EffectGroup else {
      return parent.makeChild().map { EffectGroup(downstream, $0, in: parent, members: members) }
    }
    guard group.members > 0 else { return nil }
    group.members += members - 1
    return group
  }

  // MARK: Starting members

  /// Starts one more member, for a value from a scope.
  func addMember(_ node: EffectNode<Output, Failure>, after source: EffectScope) {
    members += 1
    scope.startPart(after: source) { node.start(self, in: self.scope) }
  }

  /// Lets another member take the place of a member that has ended, for its last value.
  func replaceMember(by node: EffectNode<Output, Failure>?, after source: EffectScope) {
    guard let node else { return finish(nil, from: source) }
    guard members == 1 else {
      return scope.startPart(after: source) { node.start(self, in: self.scope) }
    }
    leavePlace()
    parent.startPart(after: source) { [parent, downstream] in node.start(downstream, in: parent) }
    scope.leave()
  }

  /// Starts the last of the initial members, in place of the group if the others have ended.
  func startLast(_ node: EffectNode<Output, Failure>) {
    guard members == 1 else { return node.start(self, in: scope) }
    leavePlace()
    node.start(downstream, in: parent)
    scope.leave()
  }

  /// Ends the group, so that its last member takes its place, after the restarts of all that have ended.
  private func leavePlace() {
    members = 0
    QueueLoop.current.restarts = max(restarts, QueueLoop.current.restarts)
  }

  // MARK: Receiving from members

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    guard members > 0 else { return }
    let isEnd = isLast && removeMember()
    downstream.receive(value, from: source, isLast: isEnd)
    if isEnd { scope.leave() }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard members > 0 else { return }
    if failure != nil {
      members = 0
      downstream.finish(failure, from: source)
      scope.stop()
    } else if removeMember() {
      downstream.finish(nil, from: scope)
      scope.leave()
    }
  }

  /// Removes a member; returns whether it was the last one, which the group ends with.
  private func removeMember() -> Bool {
    members -= 1
    let loop = QueueLoop.current
    restarts = max(restarts, loop.restarts)
    if members == 0 { loop.restarts = restarts }
    return members == 0
  }
}
