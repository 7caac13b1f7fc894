// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// Returns the effect of a reducer that was called directly, on a state at an unknown location.
  ///
  /// Effects inside it are not cancelled with that state, and do not match any other state. Their ids belong to the
  /// reducer that made the call.
  @usableFromInline
  func sealed() -> Self {
    Self(node.map(sealedNode))
  }
}

private func sealedNode<Output>(_ node: EffectNode<Output, Never>) -> EffectNode<Output, Never> {
  switch node.kind {
  case .value, .childValue, .fireAndForget, .unhandledAction, .output:
    node
  case .merge:
    MergeNode(unsafeDowncast(node, to: MergeNode<Output, Never>.self).parts.map(sealedNode))
  case .lasting, .embedded, .independent, .independentEmbedded, .deep, .other:
    SealNode(node)
  }
}

/// A node that hides the position of an effect's state from the effects inside it.
private final class SealNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  private let upstream: EffectNode<Output, Never>

  init(_ upstream: EffectNode<Output, Never>) {
    self.upstream = upstream.bounded
    super.init(depth: self.upstream.depth + 1)
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    upstream.start(Seal(subscriber), at: place)
  }

  private final class Seal: EffectSubscriber<Output, Never>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Never>

    init(_ downstream: EffectSubscriber<Output, Never>) {
      self.downstream = downstream
      super.init(.never, to: downstream)
    }

    override var next: EffectTarget? { downstream }

    override var statePosition: StatePosition? { downstream.statePosition?.inexact }

    override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
      downstream.receive(value, from: source, isLast: isLast)
    }

    override func finish(_ failure: Never?, from source: EffectScope) {
      downstream.finish(nil, from: source)
    }
  }
}
