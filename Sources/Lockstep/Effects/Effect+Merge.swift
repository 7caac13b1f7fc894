// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that runs several effects at the same time.
  ///
  /// They are started in order. It completes when all have completed, and fails as soon as one
  /// fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects; one that is a merge itself counts as its parts.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// An effect that runs several effects at the same time.
  ///
  /// They are started in order. It completes when all have completed, and fails as soon as one
  /// fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects; one that is a merge itself counts as its parts.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    var nodes: [EffectNode<Output, Failure>] = []
    for effect in effects {
      guard let node = effect.node else { continue }
      if node.kind == .merge {
        nodes.append(contentsOf: unsafeDowncast(node, to: MergeNode<Output, Failure>.self).nodes)
      } else {
        nodes.append(node)
      }
    }
    return nodes.count < 2 ? Self(nodes.first) : Self(MergeNode(nodes))
  }

  /// An effect that runs this one and another at the same time.
  public func merge(with other: Self) -> Self {
    .merge(self, other)
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class MergeNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes
    super.init(.merge)
  }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let group = EffectGroup(subscriber, in: parent) else { return nil }
    for node in nodes {
      group.add()
      node.start(group, in: group.scope)
    }
    group.removeOne()
    return group.scope
  }
}

/// Several effects that run at the same time and go on to one subscriber.
///
/// It begins with one member, which stands for whoever adds the others.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``.
final class EffectGroup<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  let scope: EffectScope
  private let downstream: EffectSubscriber<Output, Failure>
  private let members = Mutex<Int?>(1)

  init?(_ downstream: EffectSubscriber<Output, Failure>, in parent: EffectScope) {
    guard let scope = parent.makeChild() else { return nil }
    self.scope = scope
    self.downstream = downstream
  }

  override var presence: Presence? { downstream.presence }

  func add() {
    members.withLock { members in
      if let count = members { members = count + 1 }
    }
  }

  func removeOne() {
    let isLast = members.withLock { members in
      guard let count = members else { return false }
      members = count == 1 ? nil : count - 1
      return count == 1
    }
    guard isLast else { return }
    downstream.finish(nil, from: scope)
    scope.leave()
  }

  func fail(_ failure: Failure, from source: EffectScope) {
    let isFirst = members.withLock { members in
      defer { members = nil }
      return members != nil
    }
    guard isFirst else { return }
    downstream.finish(failure, from: source)
    scope.stop()
  }

  override func receive(_ value: Output, from source: EffectScope) {
    guard members.withLock({ $0 != nil }) else { return }
    downstream.receive(value, from: source)
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      fail(failure, from: source)
    } else {
      removeOne()
    }
  }
}
