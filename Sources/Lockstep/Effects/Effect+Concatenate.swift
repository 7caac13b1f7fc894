// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs several effects one after another.
  ///
  /// Each effect is started when the one before it has completed. The concatenation fails as soon as one of
  /// them fails, and does not start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations nested to any depth run in constant stack
  ///   space.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Returns an effect that runs several effects one after another.
  ///
  /// Each effect is started when the one before it has completed. The concatenation fails as soon as one of
  /// them fails, and does not start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations nested to any depth run in constant stack
  ///   space.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return nodes.count < 2 ? Self(nodes.first) : Self(ConcatenateNode(nodes))
  }

  /// Returns an effect that runs this effect and then another.
  ///
  /// ```swift
  /// environment.save(draft).concatenate(with: Effect(value: .closed))
  /// ```
  ///
  /// It fails as soon as this effect fails, and in that case does not start the other effect.
  ///
  /// - Parameter other: The other effect, which is started when this effect has completed.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), even if one of them is a concatenation.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
private final class ConcatenateNode<Output: Sendable, Failure: Error>:
  EffectNode<Output, Failure>, @unchecked Sendable
{
  let nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes.map(\.bounded)
    super.init(depth: greatestDepth(of: self.nodes) + 1)
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard let sequence = EffectSequence(nodes, subscriber, in: scope) else { return }
      sequence.scope.startPart { sequence.startNext() }
    }
  }

  override var firstDescription: EffectDescription? {
    Lockstep.firstDescription(of: nodes)
  }
}

/// Effects that run one after another.
///
/// Each effect is released when it is started; the last one takes the place of the whole. Nested
/// concatenations and lazy effects are taken apart in a loop.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of the effects that are still to
/// be started: only the code that starts the next effect accesses them, and that effect is started after the
/// one before it has ended.
private final class EffectSequence<Output: Sendable, Failure: Error>:
  StageSubscriber<Output, Failure>, @unchecked Sendable
{
  private let parent: EffectScope
  /// The effects that are still to be started, the next one last.
  private var pending: [EffectNode<Output, Failure>]

  init?(
    _ nodes: [EffectNode<Output, Failure>],
    _ downstream: EffectSubscriber<Output, Failure>,
    in parent: EffectScope
  ) {
    guard let scope = parent.makeChild() else { return nil }
    self.parent = parent
    pending = nodes.reversed()
    super.init(to: downstream, in: scope)
  }

  /// Starts the next effect.
  func startNext() {
    guard let node = nextNode() else {
      downstream.send(end: nil, from: scope)
      return scope.leave()
    }
    guard pending.isEmpty else { return node.start(self, in: scope) }
    node.start(downstream, in: parent)
    scope.leave()
  }

  private func nextNode() -> EffectNode<Output, Failure>? {
    while let node = pending.popLast()?.unwrapped {
      if let concatenation = node as? ConcatenateNode<Output, Failure> {
        pending.append(contentsOf: concatenation.nodes.reversed())
      } else if let lazy = node as? LazyNode<Output, Failure> {
        if let node = lazy.make().node { pending.append(node) }
      } else {
        return node
      }
    }
    return nil
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    downstream.receive(value, from: source, isLast: false)
    if isLast { finish(nil, from: source) }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      downstream.finish(failure, from: source)
      scope.leave()
    } else {
      // The next effect follows from the end of this part, and is not what a scheduler has animated.
      StoreAnimation.unanimated {
        scope.startPart(after: source) { self.startNext() }
      }
    }
  }
}
