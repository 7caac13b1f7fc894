// SPDX-License-Identifier: MIT

internal import Synchronization

/// A subscriber that turns the actions of a child into those of its parent.
///
/// Nested effects share embedders: an effect owns those of the innermost levels, and uses the same ones as other
/// effects from there to the store. Shared embedders form chains of any length, in which every 20th is a hop: it
/// returns the rest of a delivery to its caller instead of calling the next embedder.
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

  /// - Parameters:
  ///   - downstream: The subscriber for the actions of the parent.
  ///   - embedding: The child.
  ///   - dismissal: The action with which the parent takes the child away; `nil` if the child cannot ask for that.
  ///   - embed: Makes an action of the parent.
  ///   - link: The link to the store; `nil` for an embedder that belongs to one effect.
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
    // A hop reads its position early, so that calls for positions end at the next hop.
    if link?.isHop == true { _ = statePosition }
  }

  /// Returns the embedder of a child that sends to a subscriber.
  ///
  /// If the subscriber is the mailbox or a shared embedder, all effects of the child use the same embedder. Its
  /// function is the right one for all of them, because the site and the key determine the function.
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

  /// Returns the target if it is an embedder of the same types.
  private static func typed(_ target: EffectTarget?) -> Embedder? {
    // A conditional cast takes longer.
    guard let target, type(of: target) == Self.self else { return nil }
    return unsafeDowncast(target, to: Self.self)
  }

  private var downstream: Downstream {
    unsafeDowncast(released.unsafelyUnwrapped, to: Downstream.self)
  }

  override var next: EffectTarget? { downstream }

  override var embedderLink: EmbedderLink? { link }

  override var passesOutputs: Bool { dismissal == nil }

  /// Turns the request into the action of the presentation or the stack, if that is here.
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
    // Outside of stores there are no positions to read, and the calls would pass the whole chain.
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

/// The rest of a delivery, which the caller of a hop does, so that calls do not nest too deeply.
struct EffectHop {
  let body: () -> EffectHop?
}

/// The place of the mailbox or an embedder in a chain, with a table of the embedders that send to it.
///
/// Isolation: any thread.
final class EmbedderLink: Sendable {
  /// The child that an embedder leads to.
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

    /// Returns the step to release.
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

  /// The target at the end of the chain, which the last embedder holds.
  unowned(unsafe) let base: EffectTarget
  /// Whether effects look for existing embedders in the table.
  let isShared: Bool
  /// The number of embedders from here to the base.
  private let count: Int
  private let embedders = Mutex(Embedders())

  /// Creates the link at the end of a chain.
  init(base: EffectTarget) {
    self.base = base
    isShared = true
    count = 0
  }

  /// Creates the link of an embedder that sends to a target.
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

  /// Returns the embedder for a child.
  func embedder(for step: Step) -> EffectTarget? {
    embedders.withLock { $0.embedder(for: step) }
  }

  /// Stores an embedder unless there is one for the child, which is then returned.
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

  /// Removes the embedder for a child if it is being released.
  func removeIfReleased(_ step: Step) {
    let removed = embedders.withLock { embedders -> (EffectTarget?, Step?) in
      if let other = embedders.embedder(for: step) { return (other, nil) }
      return (nil, embedders.remove(step))
    }
    // Released when the lock is free: releasing another embedder takes it, and ids may run code of their own.
    withExtendedLifetime(removed) {}
  }
}
