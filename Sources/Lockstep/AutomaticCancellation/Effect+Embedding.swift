// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// Returns the effect of a child's reducer as an effect of its parent, which sends the parent's actions and knows the
  /// position of the child's state.
  ///
  /// If `endsWithState` is `true`, removing the child's state cancels the effect. `dismissal` is the action with which
  /// the parent dismisses the child; it is `nil` if the child cannot be dismissed. `embed` must be pure: for a known
  /// value, it is called immediately.
  @inlinable
  func embedded<NewOutput>(
    at site: ChildSite,
    key: ChildKey,
    endsWithState: Bool,
    dismissal: ValueNode<NewOutput, Never>? = nil,
    _ embed: @escaping @Sendable (Output) -> NewOutput
  ) -> Effect<NewOutput, Never> {
    guard let node else { return .none }
    if node.kind == .value, key.identity == nil {
      return Effect<NewOutput, Never>(
        value: embed(unsafeDowncast(node, to: ValueNode<Output, Never>.self).value)
      )
    }
    return Effect<NewOutput, Never>(
      embeddedNode(node, Embedding(site, key, endsWithState), dismissal, embed)
    )
  }
}

@usableFromInline
func embeddedNode<Output, NewOutput>(
  _ node: EffectNode<Output, Never>,
  _ embedding: Embedding,
  _ dismissal: ValueNode<NewOutput, Never>?,
  _ embed: @escaping @Sendable (Output) -> NewOutput
) -> EffectNode<NewOutput, Never> {
  switch node.kind {
  case .value, .childValue:
    embeddedValue(unsafeDowncast(node, to: ValueNode<Output, Never>.self), embedding, embed)
  case .merge:
    MergeNode(
      unsafeDowncast(node, to: MergeNode<Output, Never>.self).parts.map {
        embeddedNode($0, embedding, dismissal, embed)
      }
    )
  case .fireAndForget:
    unsafeDowncast(node, to: FireAndForgetNode<Output, Never>.self).retyped()
  case .unhandledAction:
    unsafeDowncast(node, to: UnhandledActionNode<Output>.self).embedded(at: embedding.site, embed)
  case .output:
    unsafeDowncast(node, to: OutputNode<Output, Never>.self).embedded(at: embedding.site, embed)
  case .lasting, .embedded, .independent, .independentEmbedded, .deep, .other:
    EmbeddedNode(node, embedding, dismissal, embed)
  }
}

private func embeddedValue<Output, NewOutput>(
  _ node: ValueNode<Output, Never>,
  _ embedding: Embedding,
  _ embed: @escaping @Sendable (Output) -> NewOutput
) -> EffectNode<NewOutput, Never> {
  let inner = node.childValue
  // An effect that outlives its child addresses any child at its place.
  let key =
    embedding.endsWithState ? embedding.key : ChildKey(element: embedding.key.element)
  if let inner, inner.isDismissal {
    let sender = SenderPlace.makeOfDismissal(embedding.site, key, inner.sender)
    return ChildValueNode(embed(node.value), from: sender, isDismissal: true)
  }
  guard let sender = SenderPlace.make(embedding.site, key, inner?.sender) else {
    return ValueNode(embed(node.value))
  }
  return ChildValueNode(embed(node.value), from: sender)
}

@usableFromInline
struct Embedding: Sendable {
  let site: ChildSite
  let key: ChildKey
  let endsWithState: Bool

  @usableFromInline
  init(_ site: ChildSite, _ key: ChildKey, _ endsWithState: Bool) {
    self.site = site
    self.key = key
    self.endsWithState = endsWithState
  }
}

private final class EmbeddedNode<Input: Sendable, Output: Sendable>: EffectNode<Output, Never>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Input, Never>
  private let embedding: Embedding
  private let dismissal: ValueNode<Output, Never>?
  private let embed: @Sendable (Input) -> Output
  private let count: Int
  /// Whether the node itself registers the effect for cancellation.
  ///
  /// A node directly inside this one belongs to a state further down, whose removal covers both.
  private let needsWatching: Bool

  init(
    _ upstream: EffectNode<Input, Never>,
    _ embedding: Embedding,
    _ dismissal: ValueNode<Output, Never>?,
    _ embed: @escaping @Sendable (Input) -> Output
  ) {
    self.upstream = upstream.bounded
    self.embedding = embedding
    self.dismissal = dismissal
    self.embed = embed
    let inner = upstream.unwrapped
    count = inner.embeddings + 1
    let kind = Self.kind(of: inner, endsWithState: embedding.endsWithState)
    needsWatching = (kind == .embedded || kind == .independentEmbedded) && inner.kind != kind
    super.init(kind, depth: self.upstream.depth + 1)
  }

  private static func kind(
    of upstream: EffectNode<Input, Never>,
    endsWithState: Bool
  ) -> EffectKind {
    switch upstream.kind {
    case .lasting, .embedded, .independentEmbedded: upstream.kind
    case .independent: endsWithState ? .independentEmbedded : .independent
    default: endsWithState ? .embedded : .other
    }
  }

  override var embeddings: Int { count }

  /// Whether the node uses a shared embedder.
  ///
  /// Effects own the embedders of their seven innermost levels, so that shallow effects need no table.
  private var isShared: Bool { count >= 8 }

  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    guard isShared else {
      return start(Embedder(subscriber, embedding, dismissal, embed), at: place)
    }
    var start = startSteps(subscriber, at: place, limit: Self.limit)
    while true {
      switch start {
      case .started(let scope): return scope
      case .pending(let next): start = next()
      }
    }
  }

  /// The maximum number of nested calls before the start continues in a loop.
  private static var limit: Int { 20 }

  override func startSteps(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace,
    limit: Int
  ) -> EffectStart {
    guard isShared else { return .started(start(subscriber, at: place)) }
    let embedder = Embedder.shared(subscriber, embedding, dismissal, embed)
    if needsWatching { return .started(start(embedder, at: place)) }
    let inner = upstream.unwrapped
    guard limit > 0 else {
      return .pending { inner.startSteps(embedder, at: place, limit: Self.limit) }
    }
    return inner.startSteps(embedder, at: place, limit: limit - 1)
  }

  private func start(_ embedder: Embedder<Input, Output>, at place: EffectPlace) -> EffectScope? {
    guard needsWatching, let statePosition = embedder.statePosition, statePosition.isExact else {
      return upstream.start(embedder, at: place)
    }
    switch place {
    case .below(_, nil):
      let scope = upstream.start(embedder, at: place)
      if let scope { scope.context.statePositions.add(scope, at: statePosition) }
      return scope
    case .below:
      return place.open { start(embedder, statePosition, in: $0) }
    case .within(let scope):
      start(embedder, statePosition, in: scope)
      return nil
    }
  }

  private func start(
    _ embedder: Embedder<Input, Output>,
    _ statePosition: StatePosition,
    in scope: EffectScope
  ) {
    guard let child = scope.makeChild() else { return }
    // Register the effect first: its state may already have been removed.
    guard embedder.queueUse > .never else {
      // Nothing follows the end, so the effect needs no gate.
      child.context.statePositions.add(child, at: statePosition)
      upstream.start(embedder, in: child)
      return child.leave()
    }
    let gate = CancellationGate(embedder, child, in: scope)
    child.context.statePositions.add(child, at: statePosition)
    upstream.start(gate, in: child)
  }
}
