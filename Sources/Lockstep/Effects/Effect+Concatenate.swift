// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that runs several effects one after the other.
  ///
  /// Each is started when the one before has completed. It fails as soon as one fails, and does not
  /// start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations of any depth run in constant
  ///   stack.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// An effect that runs several effects one after the other.
  ///
  /// Each is started when the one before has completed. It fails as soon as one fails, and does not
  /// start the rest.
  ///
  /// - Complexity: O(*n*) in the number of effects. Concatenations of any depth run in constant
  ///   stack.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return nodes.count < 2 ? Self(nodes.first) : Self(ConcatenateNode(nodes))
  }

  /// An effect that runs this one and then another.
  ///
  /// ```swift
  /// environment.save(draft).concatenate(with: Effect(value: .closed))
  /// ```
  ///
  /// It fails as soon as this one fails, and does not start the other then.
  ///
  /// - Parameter other: The other effect, which is started when this one has completed.
  /// - Returns: The effect that runs both.
  /// - Complexity: O(1), also where one of them is a concatenation.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class ConcatenateNode<Output: Sendable, Failure: Error>:
  EffectNode<Output, Failure>, @unchecked Sendable
{
  /// Changed by nobody but `deinit`.
  private(set) var nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes
    super.init()
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard let sequence = EffectSequence(nodes, subscriber, in: scope) else { return }
    sequence.scope.startPart { sequence.startNext() }
  }

  override var firstDescription: EffectDescription? {
    nodes.lazy.compactMap(\.firstDescription).first
  }

  /// Lets go of concatenations within concatenations one after the other, so that any depth needs
  /// constant stack.
  deinit {
    var released = nodes
    nodes = []
    while var node = released.popLast() {
      guard isKnownUniquelyReferenced(&node), let inner = node as? ConcatenateNode else { continue }
      released.append(contentsOf: inner.nodes)
      inner.nodes = []
    }
  }
}

/// Effects that run one after the other.
///
/// Each is let go of when it is started; the last one takes the place of the whole. Concatenations within
/// it, and deferred effects, are taken apart by a loop.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of what is still to be started:
/// nobody but the one who starts the next effect looks at it, and that is started after the one before has
/// ended.
private final class EffectSequence<Output: Sendable, Failure: Error>: EffectSubscriber<
  Output, Failure
>, @unchecked Sendable
{
  let scope: EffectScope
  private let downstream: EffectSubscriber<Output, Failure>
  private let parent: EffectScope
  /// What is still to be started, the next one last.
  private var pending: [EffectNode<Output, Failure>]

  init?(
    _ nodes: [EffectNode<Output, Failure>],
    _ downstream: EffectSubscriber<Output, Failure>,
    in parent: EffectScope
  ) {
    guard let scope = parent.makeChild() else { return nil }
    self.downstream = downstream
    self.parent = parent
    self.scope = scope
    pending = nodes.reversed()
    super.init(.always)
  }

  override var statePosition: StatePosition? { downstream.statePosition }

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
    while let node = pending.popLast() {
      if let concatenation = node as? ConcatenateNode<Output, Failure> {
        pending.append(contentsOf: concatenation.nodes.reversed())
      } else if let deferred = node as? DeferredNode<Output, Failure> {
        if let node = deferred.make().node { pending.append(node) }
      } else {
        return node
      }
    }
    return nil
  }

  override var goesOnAlone: Bool { true }

  override func goOn() {
    StoreAnimation.unanimated {
      scope.startPart { self.startNext() }
    }
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
      // What comes next follows from the end of this part, and is not what a scheduler has animated.
      StoreAnimation.unanimated {
        scope.startNext(after: source) { self.startNext() }
      }
    }
  }
}
