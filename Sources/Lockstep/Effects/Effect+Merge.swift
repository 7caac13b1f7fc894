// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects start in order. The merged effect completes when all of them have completed. If one of them fails, it
  /// fails and cancels the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Starting the effect flattens nested merges of any depth in
  ///   constant stack space.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Returns an effect that runs several effects at the same time.
  ///
  /// The effects start in order. The merged effect completes when all of them have completed. If one of them fails, it
  /// fails and cancels the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Starting the effect flattens nested merges of any depth in
  ///   constant stack space.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap { $0.node }
    return nodes.count < 2 ? Self(nodes.first) : Self(MergeNode(nodes))
  }

  /// Returns an effect that runs this effect and another at the same time.
  ///
  /// - Parameter other: The other effect, which starts after this one.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), even if one of them is a merge.
  public func merge(with other: Self) -> Self {
    .merge(self, other)
  }

  /// The number of effects stored directly: the parts of a merge, or the effect itself.
  package var keptCount: Int {
    guard let node else { return 0 }
    guard node.kind == .merge else { return 1 }
    return unsafeDowncast(node, to: MergeNode<Output, Failure>.self).nodes.count
  }
}

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

  /// The nodes to run, with nested merges flattened.
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
/// A merge or a `flatMap` inside a group adds its members to that group, so both can be nested to any depth.
final class EffectGroup<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let parent: EffectScope
  /// The number of members that have not ended; zero after the group has ended.
  private var members: Int
  /// The greatest restart count of the members that have ended.
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

  /// Returns a group with the given number of members; `nil` if nothing more can start.
  ///
  /// If the subscriber is itself a group, the members join it in place of one of its members.
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

  func addMember(_ node: EffectNode<Output, Failure>, after source: EffectScope) {
    members += 1
    scope.startPart(after: source) { node.start(self, in: self.scope) }
  }

  /// Replaces a member, which ends with its last value, by another one.
  func replaceMember(by node: EffectNode<Output, Failure>?, after source: EffectScope) {
    guard let node else { return finish(nil, from: source) }
    guard members == 1 else {
      return scope.startPart(after: source) { node.start(self, in: self.scope) }
    }
    leavePlace()
    parent.startPart(after: source) { [parent, downstream] in node.start(downstream, in: parent) }
    scope.leave()
  }

  /// Starts the last initial member, which replaces the group if the others have already ended.
  func startLast(_ node: EffectNode<Output, Failure>) {
    guard members == 1 else { return node.start(self, in: scope) }
    leavePlace()
    node.start(downstream, in: parent)
    scope.leave()
  }

  /// Ends the group, which its last member replaces, and passes on the restart count.
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

  private func removeMember() -> Bool {
    members -= 1
    let loop = QueueLoop.current
    restarts = max(restarts, loop.restarts)
    if members == 0 { loop.restarts = restarts }
    return members == 0
  }
}
