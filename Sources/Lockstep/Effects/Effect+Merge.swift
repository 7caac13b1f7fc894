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
final class MergeNode<Output: Sendable, Failure: Error>: ReplaceableNode<Output, Failure>,
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

  override func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    guard let group = EffectGroup(subscriber, in: scope) else { return nil }
    return begin(in: group).flatMap(group.handOver(to:))
  }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let group = EffectGroup(subscriber, in: parent) else { return nil }
    begin(in: group).flatMap(group.makeStart(of:))?.run()
    return group.scope
  }

  override var firstDescription: EffectDescription? {
    parts.lazy.compactMap(\.firstDescription).first
  }

  /// Starts the parts in a group, but for the last one, which is returned.
  private func begin(in group: EffectGroup<Output, Failure>) -> EffectNode<Output, Failure>? {
    var last: EffectNode<Output, Failure>?
    for node in parts {
      if let last {
        guard group.add() else { return nil }
        last.start(group, in: group.scope)
      }
      last = node
    }
    return last
  }
}

/// Several effects that run at the same time and go on to one subscriber.
///
/// It begins with one member: the one that is started last.
///
/// A group that goes on to another group passes by it what it is sent, and ends it by a loop: groups may
/// be within each other to any depth.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``; the group further out is changed by nobody
/// but `deinit`.
final class EffectGroup<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  let scope: EffectScope
  private let parent: EffectScope
  /// The group that it goes on to, if it is one.
  private var outer: EffectGroup?
  /// What it goes on to otherwise.
  private let downstream: EffectSubscriber<Output, Failure>?
  /// Where the outermost group sends to.
  private let target: EffectSubscriber<Output, Failure>
  private let members = Mutex<Int?>(1)

  init?(_ downstream: EffectSubscriber<Output, Failure>, in parent: EffectScope) {
    guard let scope = parent.makeChild() else { return nil }
    self.scope = scope
    self.parent = parent
    outer = downstream as? EffectGroup
    if let outer {
      self.downstream = nil
      target = outer.target
    } else {
      self.downstream = downstream
      // One may fail while another one, on another thread, has come half way with a value.
      target = Failure.self == Never.self ? downstream : OneByOne(downstream, in: scope)
    }
  }

  override var presence: Presence? { target.presence }

  /// Adds a member; returns false if the group has ended.
  func add() -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = count + 1
      return true
    }
  }

  /// Takes out a member; returns whether the group has ended with it.
  private func dropOne() -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = count == 1 ? nil : count - 1
      return count == 1
    }
  }

  func removeOne() {
    var group = self
    while group.dropOne() {
      guard let outer = group.outer else {
        group.target.finish(nil, from: group.scope)
        return group.scope.leave()
      }
      group.scope.leave()
      group = outer
    }
  }

  func fail(_ failure: Failure, from source: EffectScope) {
    var group = self
    var ended: [EffectGroup] = []
    while group.end() {
      ended.append(group)
      guard let outer = group.outer else {
        group.target.finish(failure, from: source)
        break
      }
      group = outer
    }
    for group in ended.reversed() { group.scope.stop() }
  }

  /// Ends the group; returns false if it has ended.
  private func end() -> Bool {
    members.withLock { members in
      defer { members = nil }
      return members != nil
    }
  }

  /// How a member that was added is to be started; `nil` if the group has ended.
  func makeStart(of member: EffectNode<Output, Failure>) -> EffectStart<Output, Failure>? {
    guard members.withLock({ $0 != nil }) else { return nil }
    return EffectStart(node: member, subscriber: self, scope: scope)
  }

  /// How a member that was added is to be started, in place of the group if it is the only one that is
  /// left; `nil` if the group has ended.
  func handOver(to member: EffectNode<Output, Failure>) -> EffectStart<Output, Failure>? {
    let isLast: Bool? = members.withLock { members in
      guard let count = members else { return nil }
      if count == 1 { members = nil }
      return count == 1
    }
    guard let isLast, scope.isActive else { return nil }
    guard isLast, let subscriber = outer ?? downstream else {
      return EffectStart(node: member, subscriber: self, scope: scope)
    }
    scope.leave()
    return EffectStart(node: member, subscriber: subscriber, scope: parent)
  }

  override func receive(_ value: Output, from source: EffectScope) {
    guard members.withLock({ $0 != nil }) else { return }
    target.receive(value, from: source)
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      fail(failure, from: source)
    } else {
      removeOne()
    }
  }

  /// Lets go of the groups further out that nobody else holds one after the other.
  deinit {
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next), let group = next {
      next = group.outer
      group.outer = nil
    }
  }
}
