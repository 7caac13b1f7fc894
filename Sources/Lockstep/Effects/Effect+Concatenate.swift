// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs several effects in sequence.
  ///
  /// Each effect starts when the previous one completes. If one of them fails, the concatenation fails and does not
  /// start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations nested to any depth run in constant stack space.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Returns an effect that runs several effects in sequence.
  ///
  /// Each effect starts when the previous one completes. If one of them fails, the concatenation fails and does not
  /// start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations nested to any depth run in constant stack space.
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
  /// If this effect fails, the new effect fails and does not start the other one.
  ///
  /// - Parameter other: The other effect, which starts when this effect completes.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), even if one of them is a concatenation.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }
}

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

/// A subscriber that runs effects in sequence.
///
/// It releases each effect when it starts it. The last effect replaces the sequence. A loop unwraps nested
/// concatenations and lazy effects.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``. Only the code that starts the next effect accesses
/// `pending`, after the previous effect has ended.
private final class EffectSequence<Output: Sendable, Failure: Error>:
  StageSubscriber<Output, Failure>, @unchecked Sendable
{
  private let parent: EffectScope
  /// The effects not yet started, in reverse order.
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
      // The next effect starts because this part ended, so a scheduler's animation does not apply to it.
      StoreAnimation.unanimated {
        scope.startPart(after: source) { self.startNext() }
      }
    }
  }
}
