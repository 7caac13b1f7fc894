// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that runs several effects one after the other.
  ///
  /// Each is started when the one before has completed. It fails as soon as one fails, and does not
  /// start the rest.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// An effect that runs several effects one after the other.
  ///
  /// Each is started when the one before has completed. It fails as soon as one fails, and does not
  /// start the rest.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return nodes.count < 2 ? Self(nodes.first) : Self(ConcatenateNode(nodes))
  }
}

private final class ConcatenateNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let nodes: [EffectNode<Output, Failure>]

  init(_ nodes: [EffectNode<Output, Failure>]) {
    self.nodes = nodes
    super.init()
  }

  override func start(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    _ = startAlone(subscriber, below: scope)
  }

  override func startAlone(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let sequence = EffectSequence(nodes, subscriber, in: parent) else { return nil }
    sequence.advance()
    return sequence.scope
  }
}

/// Effects that run one after the other.
///
/// The next one is started by a loop and not by the end of the one before, so that any number of
/// synchronous effects needs constant stack.
private final class EffectSequence<Output: Sendable, Failure: Error>: EffectSubscriber {
  private struct State {
    var next = 0
    /// A call of `advance` is starting an effect; next: idle.
    var isStarting = false
    /// The effect ended while it was being started, so the same call goes on.
    var isDue = false
  }

  private let nodes: [EffectNode<Output, Failure>]
  private let downstream: any EffectSubscriber<Output, Failure>
  let scope: EffectScope
  private let state = Mutex(State())

  init?(
    _ nodes: [EffectNode<Output, Failure>],
    _ downstream: any EffectSubscriber<Output, Failure>,
    in parent: EffectScope
  ) {
    guard let scope = parent.makeChild() else { return nil }
    self.nodes = nodes
    self.downstream = downstream
    self.scope = scope
  }

  var presence: Presence? { downstream.presence }

  func advance() {
    let isMine = state.withLock { state in
      if state.isStarting {
        state.isDue = true
        return false
      }
      state.isStarting = true
      return true
    }
    guard isMine else { return }
    while true {
      let index = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      guard index < nodes.count else {
        downstream.finish(nil, from: scope)
        scope.leave()
        return
      }
      nodes[index].start(self, in: scope)
      let goesOn = state.withLock { state in
        defer { state.isDue = false }
        state.isStarting = state.isDue
        return state.isDue
      }
      guard goesOn else { return }
    }
  }

  func receive(_ value: Output, from source: EffectScope) {
    downstream.receive(value, from: source)
  }

  func finish(_ failure: Failure?, from source: EffectScope) {
    if let failure {
      downstream.finish(failure, from: source)
      scope.leave()
    } else {
      advance()
    }
  }
}
