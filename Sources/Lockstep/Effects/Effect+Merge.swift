// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that runs several effects at the same time.
  ///
  /// They are started in order. It completes when all have completed, and fails as soon as one
  /// fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Merges of any depth are taken apart when they are
  ///   started, in constant stack.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// An effect that runs several effects at the same time.
  ///
  /// They are started in order. It completes when all have completed, and fails as soon as one
  /// fails, which ends the others.
  ///
  /// - Complexity: O(*n*) in the number of effects. Merges of any depth are taken apart when they are
  ///   started, in constant stack.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap { $0.node }
    return nodes.count < 2 ? Self(nodes.first) : Self(MergeNode(nodes))
  }

  /// An effect that runs this one and another at the same time.
  ///
  /// - Parameter other: The other effect, which is started after this one.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), also where one of them is a merge.
  public func merge(with other: Self) -> Self {
    .merge(self, other)
  }

  /// How many effects it keeps by itself: what has been copied to make it.
  package var keptCount: Int {
    guard let node else { return 0 }
    guard node.kind == .merge else { return 1 }
    return unsafeDowncast(node, to: MergeNode<Output, Failure>.self).nodes.count
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class MergeNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  /// Changed by nobody but `deinit`.
  fileprivate private(set) var nodes: [EffectNode<Output, Failure>]
  /// Whether one of the nodes is a merge itself.
  private let isNested: Bool

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes
    isNested = nodes.contains { $0.kind == .merge }
    super.init(.merge)
  }

  /// What it runs, with what the merges within it run.
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

  /// Lets go of merges within merges one after the other, so that any depth needs constant stack.
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

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let group = EffectGroup(subscriber, in: parent) else { return nil }
    for node in parts {
      guard group.add() else { break }
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
    // One may fail while another one, on another thread, has come half way with a value.
    self.downstream = Failure.self == Never.self ? downstream : OneByOne(downstream, in: scope)
  }

  override var presence: Presence? { downstream.presence }

  /// Adds a member; returns false if the group has ended.
  func add() -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = count + 1
      return true
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
