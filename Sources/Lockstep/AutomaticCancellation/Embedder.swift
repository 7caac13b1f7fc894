// SPDX-License-Identifier: MIT

internal import Synchronization

/// A subscriber that converts a child's actions to its parent's actions.
///
/// An effect owns the embedders of its innermost levels. The levels above share their embedders with other effects, up
/// to the store. Shared embedders form chains of any length. Every 20th is a hop, which returns the rest of a delivery
/// to its caller instead of calling the next embedder.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``. Only `deinit` changes the downstream subscriber.
final class Embedder<Input: Sendable, Output: Sendable>: EffectSubscriber<Input, Never>,
  @unchecked Sendable
{
  typealias Downstream = EffectSubscriber<Output, Never>

  private let embedding: Embedding
  private let dismissal: ValueNode<Output, Never>?
  private let embed: @Sendable (Input) -> Output
  private let position = OnceReference<StatePosition>()
  private let link: EmbedderLink?
  @exclusivity(unchecked) private var released: AnyObject?

  /// Creates an embedder that belongs to one effect if it has no link.
  ///
  /// `dismissal` is the action with which the parent dismisses the child; it is `nil` if the child cannot be dismissed.
  init(
    _ downstream: Downstream,
    _ embedding: Embedding,
    _ dismissal: ValueNode<Output, Never>?,
    _ embed: @escaping @Sendable (Input) -> Output,
    _ link: EmbedderLink? = nil
  ) {
    released = downstream
    self.embedding = embedding
    self.dismissal = dismissal
    self.embed = embed
    self.link = link
    super.init(.never, to: downstream, maxDepth: link?.maxDepth ?? .max)
    // Each hop reads its position early, so that later lookups stop at the next hop.
    if link?.isHop == true { _ = statePosition }
  }

  /// Returns the embedder of a child that sends to a subscriber.
  ///
  /// If the subscriber is the mailbox or a shared embedder, all effects of the child use the same embedder. The site
  /// and the key determine `embed`, so any effect's function fits all of them.
  static func shared(
    _ downstream: Downstream,
    _ embedding: Embedding,
    _ dismissal: ValueNode<Output, Never>?,
    _ embed: @escaping @Sendable (Input) -> Output
  ) -> Embedder {
    let outer = downstream.embedderLink
    func make() -> Embedder {
      Embedder(downstream, embedding, dismissal, embed, EmbedderLink(to: downstream, outer))
    }
    guard let outer, outer.isShared else { return make() }
    let step = EmbedderLink.Step(embedding, hasDismissal: dismissal != nil)
    if let embedder = typed(outer.embedder(for: step)) { return embedder }
    let embedder = make()
    return typed(outer.storeIfNil(embedder, for: step)) ?? embedder
  }

  private static func typed(_ target: EffectTarget?) -> Embedder? {
    // Faster than a conditional cast.
    guard let target, type(of: target) == Self.self else { return nil }
    return unsafeDowncast(target, to: Self.self)
  }

  private var downstream: Downstream {
    unsafeDowncast(released.unsafelyUnwrapped, to: Downstream.self)
  }

  override var next: EffectTarget? { downstream }

  override var embedderLink: EmbedderLink? { link }

  override var passesOutputs: Bool { dismissal == nil }

  /// Replaces a request for dismissal with the dismissing action if this embedder belongs to a presentation or a stack.
  override func receive(_ output: SentOutput, from source: EffectScope) {
    guard let dismissal else {
      var target: EffectTarget = downstream
      while target.passesOutputs, let next = target.next { target = next }
      return target.receive(output.sent(from: embedding.site), from: source)
    }
    guard let child = source.makeChild(as: .isDismissal) else { return }
    child.endWithState(at: statePosition)
    if let sender = SenderPlace.make(embedding.site, embedding.key, nil) {
      child.noteSender(sender, below: downstream.statePosition)
    }
    downstream.receive(dismissal.value, from: child, isLast: false)
    child.leave()
  }

  override var statePosition: StatePosition? {
    if let position = position.load() { return position }
    // Outside stores, no positions exist, and the calls would traverse the whole chain.
    if let link, link.base.statePosition == nil { return nil }
    guard let outer = downstream.statePosition else { return nil }
    return position.storeIfNil(outer.appending(embedding.site, embedding.key))
  }

  override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
    guard link?.needsHops == true else {
      return downstream.receive(embed(value), from: source, isLast: isLast)
    }
    var hop = receiveSteps(value, from: source, isLast: isLast)
    while let next = hop { hop = next.body() }
  }

  override func receiveSteps(
    _ value: Input,
    from source: EffectScope,
    isLast: Bool
  ) -> EffectHop? {
    let (value, downstream) = (embed(value), downstream)
    guard link?.isHop == true else {
      return downstream.receiveSteps(value, from: source, isLast: isLast)
    }
    return EffectHop { downstream.receiveSteps(value, from: source, isLast: isLast) }
  }

  override func finish(_ failure: Never?, from source: EffectScope) {
    guard let link else { return downstream.finish(nil, from: source) }
    link.base.complete(from: source)
  }

  deinit {
    guard let link else { return }
    downstream.embedderLink?.removeIfReleased(
      EmbedderLink.Step(embedding, hasDismissal: dismissal != nil)
    )
    if link.isHop { QueueLoop.release(&released) }
  }
}

/// The rest of a delivery, run by the caller of a hop to limit the depth of nested calls.
struct EffectHop {
  let body: () -> EffectHop?
}

/// The position of the mailbox or an embedder in a chain, with a table of the embedders that send to it.
final class EmbedderLink: Sendable {
  struct Step: Hashable {
    private let site: ObjectIdentifier
    private let key: ChildKey
    private let hasDismissal: Bool

    init(_ embedding: Embedding, hasDismissal: Bool) {
      site = ObjectIdentifier(embedding.site)
      key = embedding.key
      self.hasDismissal = hasDismissal
    }
  }

  private struct WeakTarget {
    weak var target: EffectTarget?
  }

  /// The embedders that send to this link's target; usually one, which needs no dictionary.
  private struct Embedders {
    private var firstStep: Step?
    private var first = WeakTarget()
    private var others: [Step: WeakTarget]?

    func embedder(for step: Step) -> EffectTarget? {
      step == firstStep ? first.target : others?[step]?.target
    }

    mutating func insert(_ embedder: EffectTarget, for step: Step) {
      if firstStep == nil {
        (firstStep, first.target) = (step, embedder)
      } else {
        others = others ?? [:]
        others?[step] = WeakTarget(target: embedder)
      }
    }

    /// Removes an embedder and returns its step, which the caller releases outside the lock.
    mutating func remove(_ step: Step) -> Step? {
      if step == firstStep {
        first.target = nil
        return firstStep.take()
      }
      guard let index = others?.index(forKey: step) else { return nil }
      return others?.remove(at: index).key
    }
  }

  /// The number of embedders between two hops.
  private static let segment = 20

  /// The target at the end of the chain, kept alive by the last embedder.
  unowned(unsafe) let base: EffectTarget
  /// Whether effects search the table for existing embedders.
  let isShared: Bool
  /// The number of embedders between this link and the base.
  private let count: Int
  private let embedders = Mutex(Embedders())

  init(base: EffectTarget) {
    self.base = base
    isShared = true
    count = 0
  }

  init(to downstream: EffectTarget, _ outer: EmbedderLink?) {
    base = outer?.base ?? downstream
    isShared = outer?.isShared ?? false
    count = (outer?.count ?? 0) + 1
  }

  /// Whether the embedder returns the rest of a delivery to its caller.
  var isHop: Bool { count.isMultiple(of: Self.segment) }

  /// Whether the embedder is a hop or sends to one.
  var needsHops: Bool { count >= Self.segment }

  /// The maximum number of nested calls that a value passed to the embedder causes.
  var maxDepth: UInt8 { base.depth + UInt8(Self.segment) + 1 }

  func embedder(for step: Step) -> EffectTarget? {
    embedders.withLock { $0.embedder(for: step) }
  }

  /// Stores an embedder, or returns the child's existing one.
  func storeIfNil(_ embedder: EffectTarget, for step: Step) -> EffectTarget? {
    let (former, removed) = embedders.withLock { embedders -> (EffectTarget?, Step?) in
      if let former = embedders.embedder(for: step) { return (former, nil) }
      let removed = embedders.remove(step)
      embedders.insert(embedder, for: step)
      return (nil, removed)
    }
    withExtendedLifetime(removed) {}
    return former
  }

  func removeIfReleased(_ step: Step) {
    let removed = embedders.withLock { embedders -> (EffectTarget?, Step?) in
      if let other = embedders.embedder(for: step) { return (other, nil) }
      return (nil, embedders.remove(step))
    }
    // Release the step after unlocking: releasing another embedder locks again, and ids may run custom code.
    withExtendedLifetime(removed) {}
  }
}
