// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// The effect of a reducer that was run by hand, on a state that nobody knows the place of.
  ///
  /// What is below it does not end with the state, unless a reducer around it says that the state is
  /// the same one: see ``opened(for:)``.
  ///
  /// - Parameter sites: Those of the reducer that was run.
  /// - Returns: The effect that does not know where it belongs to.
  @usableFromInline
  func sealed(by sites: SiteSet) -> Self {
    Self(node.map { sealedNode($0, by: sites) })
  }

  /// The effect of a reducer that is around another one, and runs it on the same state.
  ///
  /// - Parameter sites: Those of the other reducer.
  /// - Returns: The effect in which what the other reducer returned ends with its state.
  @usableFromInline
  func opened(for sites: SiteSet) -> Self {
    Self(node.map { openedNode($0, for: sites) })
  }
}

private func sealedNode<Output>(
  _ node: EffectNode<Output, Never>,
  by sites: SiteSet
) -> EffectNode<Output, Never> {
  switch node.kind {
  case .value, .fireAndForget, .strayAction:
    node
  case .merge:
    MergeNode(
      unsafeDowncast(node, to: MergeNode<Output, Never>.self).parts.map {
        sealedNode($0, by: sites)
      }
    )
  case .embedded, .other:
    SealNode(node, sites, .closed)
  }
}

private func openedNode<Output>(
  _ node: EffectNode<Output, Never>,
  for sites: SiteSet
) -> EffectNode<Output, Never> {
  switch node.kind {
  case .value, .fireAndForget, .strayAction:
    return node
  case .merge:
    return MergeNode(
      unsafeDowncast(node, to: MergeNode<Output, Never>.self).parts.map {
        openedNode($0, for: sites)
      }
    )
  case .embedded, .other:
    guard let seal = node as? SealNode<Output>, seal.isClosed(by: sites) else {
      // The seals may be deeper within it.
      return SealNode(node, sites, .open)
    }
    return seal.upstream
  }
}

/// Keeps from an effect where the state stands that it belongs to, or lets it through again.
///
/// `@unchecked` like every node, see ``EffectNode``.
private final class SealNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  enum Position {
    case closed
    case open
  }

  let upstream: EffectNode<Output, Never>
  private let sites: SiteSet
  private let position: Position

  init(_ upstream: EffectNode<Output, Never>, _ sites: SiteSet, _ position: Position) {
    self.upstream = upstream
    self.sites = sites
    self.position = position
    super.init()
  }

  func isClosed(by sites: SiteSet) -> Bool {
    position == .closed && self.sites === sites
  }

  override func start(_ subscriber: EffectSubscriber<Output, Never>, in scope: EffectScope) {
    upstream.start(Seal(subscriber, sites, position), in: scope)
  }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Never>,
    below parent: EffectScope
  ) -> EffectScope? {
    upstream.startAlone(Seal(subscriber, sites, position), below: parent)
  }

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Seal: EffectSubscriber<Output, Never>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Never>
    private let sites: SiteSet
    private let position: Position

    init(
      _ downstream: EffectSubscriber<Output, Never>,
      _ sites: SiteSet,
      _ position: Position
    ) {
      self.downstream = downstream
      self.sites = sites
      self.position = position
      super.init(downstream.laneUse)
    }

    override var statePosition: StatePosition? {
      switch position {
      case .closed: downstream.statePosition?.unsealed(by: sites)
      case .open: downstream.statePosition?.opening(sites)
      }
    }

    override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
      downstream.receive(value, from: source, isLast: isLast)
    }

    override func finish(_ failure: Never?, from source: EffectScope) {
      downstream.finish(nil, from: source)
    }
  }
}
