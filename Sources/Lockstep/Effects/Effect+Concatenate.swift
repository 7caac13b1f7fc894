// SPDX-License-Identifier: MIT

internal import Synchronization

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
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class ConcatenateNode<Output: Sendable, Failure: Error>:
  ReplaceableNode<Output, Failure>, @unchecked Sendable
{
  /// Changed by nobody but `deinit`.
  private(set) var nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes
    super.init()
  }

  override func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    EffectSequence(nodes, subscriber, in: scope)?.begin()
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
/// The next one is started by a loop and not by the end of the one before, so that any number of
/// synchronous effects needs constant stack. Concatenations within it, and deferred effects, are
/// taken apart by the same loop. Each effect is let go of when it is started; the last one takes the
/// place of the whole.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``.
private final class EffectSequence<Output: Sendable, Failure: Error>: EffectSubscriber<
  Output, Failure
>, @unchecked Sendable
{
  private struct State {
    /// What is still to be started, the next one last.
    var pending: [EffectNode<Output, Failure>]
    /// A call of `advance` is starting an effect; next: idle.
    var isStarting = false
    /// The effect ended while it was being started, so the same call goes on.
    var isDue = false
    /// How many effects in a row were cancelled for what is due, see ``RestartGuard``.
    var restarts = 0
  }

  private let downstream: EffectSubscriber<Output, Failure>
  private let parent: EffectScope
  private let scope: EffectScope
  private let state: Mutex<State>

  init?(
    _ nodes: [EffectNode<Output, Failure>],
    _ downstream: EffectSubscriber<Output, Failure>,
    in parent: EffectScope
  ) {
    guard let scope = parent.makeChild() else { return nil }
    self.downstream = downstream
    self.parent = parent
    self.scope = scope
    state = Mutex(State(pending: nodes.reversed()))
  }

  override var presence: Presence? { downstream.presence }

  /// Starts the first effect, and what follows at once, but for the last one: it takes the place of all.
  func begin() -> EffectStart<Output, Failure>? {
    let last = advance()
    if last != nil { scope.leave() }
    return last
  }

  /// Starts the next effect, and what follows it at once, but for the last one, which is returned; the
  /// scope is to be left when that has been started.
  private func advance() -> EffectStart<Output, Failure>? {
    let isMine = state.withLock { state in
      if state.isStarting {
        state.isDue = true
        state.restarts = scope.host.restarts.count
        return false
      }
      state.isStarting = true
      return true
    }
    guard isMine else { return nil }
    var restarts = 0
    while scope.isActive {
      guard let (node, isLast) = next() else {
        downstream.finish(nil, from: scope)
        scope.leave()
        return nil
      }
      if isLast, restarts == 0 {
        return EffectStart(node: node, subscriber: downstream, scope: parent)
      }
      if restarts == 0 {
        node.start(self, in: scope)
      } else {
        scope.host.restarts.counting(restarts) {
          node.start(isLast ? downstream : self, in: isLast ? parent : scope)
        }
      }
      if isLast {
        scope.leave()
        return nil
      }
      let isDue = state.withLock { state in
        defer { state.isDue = false }
        state.isStarting = state.isDue
        restarts = state.restarts
        return state.isDue
      }
      guard isDue else { return nil }
    }
    return nil
  }

  /// Takes out the next effect to start; only whoever is starting effects calls it.
  private func next() -> (node: EffectNode<Output, Failure>, isLast: Bool)? {
    while let node = state.withLock({ $0.pending.popLast() }) {
      if let concatenation = node as? ConcatenateNode<Output, Failure> {
        state.withLock { $0.pending.append(contentsOf: concatenation.nodes.reversed()) }
      } else if let deferred = node as? DeferredNode<Output, Failure> {
        guard let node = deferred.make().node else { continue }
        state.withLock { $0.pending.append(node) }
      } else {
        return (node, state.withLock { $0.pending.isEmpty })
      }
    }
    return nil
  }

  override func receive(_ value: Output, from source: EffectScope) {
    downstream.receive(value, from: source)
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      downstream.finish(failure, from: source)
      scope.leave()
    } else {
      // What comes next follows from the end of this part, and is not what a scheduler has animated.
      Animation.unanimated {
        guard let last = advance() else { return }
        last.run()
        scope.leave()
      }
    }
  }
}
