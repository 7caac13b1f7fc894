// SPDX-License-Identifier: MIT

/// A node that an effect is made of: a leaf, or an operator around other nodes.
///
/// `@unchecked` because a nonfinal class cannot be checked; the properties of all subclasses are constants of
/// `Sendable` types, except for an object that `deinit` releases.
@usableFromInline
package class EffectNode<Output: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let kind: EffectKind
  /// How many nodes are within this one, one within the other, up to one that can be released in constant stack
  /// space.
  @usableFromInline let depth: UInt8
  /// Whether the node is an output, or a merge of which an output is a part.
  @usableFromInline let hasOutputs: Bool

  @inlinable
  init(_ kind: EffectKind = .other, depth: UInt8 = 0, hasOutputs: Bool = false) {
    self.kind = kind
    self.depth = depth
    self.hasOutputs = hasOutputs
  }

  /// The number of embedding nodes that are nested directly, from this node inward.
  var embeddings: Int { 0 }

  /// The description of the first part of the effect that has a name or a place; `nil` if none has.
  var firstDescription: EffectDescription? { nil }

  /// Starts the effect.
  ///
  /// The node sends values to the subscriber and finishes it exactly once, unless the scope is stopped or
  /// cancelled before, or is not active in the first place. Where a store starts it, nothing follows the end,
  /// so a node that needs no scope of its own may leave it out.
  ///
  /// The method is called on the effect's serial queue, unless the effect consists of one leaf. What the node sends is
  /// delivered on the spot, or after the call.
  ///
  /// - Returns: The scope of the effect alone, if it has one.
  @discardableResult
  final func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    guard subscriber.isDeep else {
      return run(subscriber, at: place)
    }
    return place.open { scope in
      let subscriber = DeepSubscriber(subscriber, in: scope)
      scope.startPart { self.run(subscriber, at: .within(scope)) }
    }
  }

  /// Starts the effect within a scope.
  final func start(_ subscriber: EffectSubscriber<Output, Failure>, in scope: EffectScope) {
    start(subscriber, at: .within(scope))
  }

  /// Starts the effect; only ``start(_:at:)`` calls this method.
  @discardableResult
  @usableFromInline
  func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    preconditionFailure("A subclass of EffectNode does not override run(_:at:).")
  }

  /// Starts the effect, or passes a number of embeddings and returns the rest of the start for the caller to do.
  func startSteps(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace,
    limit: Int
  ) -> EffectStart {
    .started(start(subscriber, at: place))
  }

  /// This node, or one around it that can be released in constant stack space.
  @inlinable
  final var bounded: EffectNode { depth < 40 ? self : deepened }

  @usableFromInline
  final var deepened: EffectNode { DeepNode(self) }

  /// The node that was bounded.
  final var unwrapped: EffectNode {
    guard kind == .deep else { return self }
    return unsafeDowncast(self, to: DeepNode.self).upstream
  }
}

/// Returns the depth of the deepest of several nodes.
func greatestDepth<Output, Failure>(of nodes: [EffectNode<Output, Failure>]) -> UInt8 {
  nodes.reduce(0) { max($0, $1.depth) }
}

/// Returns whether an output is among several nodes.
func haveOutputs<Output, Failure>(_ nodes: [EffectNode<Output, Failure>]) -> Bool {
  for node in nodes where node.hasOutputs { return true }
  return false
}

/// Returns the first description of several nodes.
func firstDescription<Output, Failure>(
  of nodes: [EffectNode<Output, Failure>]
) -> EffectDescription? {
  for node in nodes {
    if let description = node.firstDescription { return description }
  }
  return nil
}

/// A node that is released in constant stack space, whatever it is made of.
///
/// `@unchecked` like every node; see ``EffectNode``. Only `deinit` changes the upstream object.
private final class DeepNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private var released: AnyObject?
  private let description: EffectDescription?

  init(_ upstream: EffectNode<Output, Failure>) {
    released = upstream
    description = upstream.firstDescription
    super.init(.deep, hasOutputs: upstream.hasOutputs)
  }

  var upstream: EffectNode<Output, Failure> {
    unsafeDowncast(released.unsafelyUnwrapped, to: EffectNode<Output, Failure>.self)
  }

  override var firstDescription: EffectDescription? { description }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    upstream.start(subscriber, at: place)
  }

  deinit {
    QueueLoop.release(&released)
  }
}

/// The start of an effect that is done in steps, so that calls do not nest too deeply.
enum EffectStart {
  /// The effect was started. The scope is `nil` if the effect has no scope of its own.
  case started(EffectScope?)
  /// The next step.
  case pending(() -> EffectStart)
}

/// The place where an effect starts.
@usableFromInline
enum EffectPlace {
  /// A scope in which it runs beside others.
  case within(EffectScope)
  /// A scope of its own below another one, which runs under an id before any user code does.
  case below(EffectScope, as: EffectID?)

  /// The scope above what needs a scope of its own in any case, and the id that it runs under.
  var parent: (EffectScope, id: EffectID?) {
    switch self {
    case .within(let scope): (scope, nil)
    case .below(let scope, let id): (scope, id)
    }
  }

  /// Runs a function with the scope in which something runs that needs no scope of its own.
  ///
  /// - Parameters:
  ///   - isLasting: Whether a scope of its own is that of an effect that no state ends.
  ///   - body: The function.
  /// - Returns: The scope, if it is one of its own.
  func open(isLasting: Bool = false, _ body: (EffectScope) -> Void) -> EffectScope? {
    switch self {
    case .within(let scope):
      body(scope)
      return nil
    case .below(let parent, let id):
      guard let scope = parent.makeChild(as: isLasting ? .isLasting : []) else { return nil }
      scope.starting {
        scope.take(id)
        body(scope)
      }
      scope.leave()
      return scope
    }
  }
}

/// The kinds of node that a store handles by itself, without a scope, a lock, or a task.
@usableFromInline
enum EffectKind {
  case value
  /// A value of a child that has an identity.
  case childValue
  case merge
  case fireAndForget
  case unhandledAction
  /// An output, or a request to be dismissed.
  case output
  /// An effect that no state ends.
  case lasting
  /// An effect of a child, or of a child of a child, that ends with the child's state.
  case embedded
  /// An effect that runs apart from those of its turn.
  case independent
  /// An effect of a child, or of a child of a child, that runs apart, and ends with the child's state.
  case independentEmbedded
  /// A node around one of any kind, which is far within others.
  case deep
  case other
}
