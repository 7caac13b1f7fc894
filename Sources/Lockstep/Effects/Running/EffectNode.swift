// SPDX-License-Identifier: MIT

/// A node of an effect: a leaf, or an operator around other nodes.
///
/// `@unchecked` because a nonfinal class cannot be checked. The properties of all subclasses are constants of
/// `Sendable` types, except for an object that `deinit` releases.
@usableFromInline
package class EffectNode<Output: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let kind: EffectKind
  /// The number of nodes nested in this one, down to a node that is released in constant stack space.
  @usableFromInline let depth: UInt8
  /// Whether the node is an output, or a merge that contains one.
  @usableFromInline let hasOutputs: Bool

  @inlinable
  init(_ kind: EffectKind = .other, depth: UInt8 = 0, hasOutputs: Bool = false) {
    self.kind = kind
    self.depth = depth
    self.hasOutputs = hasOutputs
  }

  var embeddings: Int { 0 }

  var firstDescription: EffectDescription? { nil }

  /// Starts the effect.
  ///
  /// The node sends values to the subscriber and finishes it exactly once, unless the scope is stopped, cancelled, or
  /// inactive from the beginning. If a store starts the node, nothing follows the end, so a node without its own scope
  /// may omit it.
  ///
  /// This method runs on the effect's serial queue, unless the effect consists of one leaf. The values are delivered
  /// during the call or after it.
  ///
  /// - Returns: The effect's own scope, if any.
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

  final func start(_ subscriber: EffectSubscriber<Output, Failure>, in scope: EffectScope) {
    start(subscriber, at: .within(scope))
  }

  /// Implements ``start(_:at:)``, which is the only caller.
  @discardableResult
  @usableFromInline
  func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    preconditionFailure("A subclass of EffectNode does not override run(_:at:).")
  }

  /// Starts the effect, or passes `limit` nested embeddings and returns the next step for the caller to run.
  func startSteps(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace,
    limit: Int
  ) -> EffectStart {
    .started(start(subscriber, at: place))
  }

  /// This node, or a wrapper that is released in constant stack space.
  @inlinable
  final var bounded: EffectNode { depth < 40 ? self : deepened }

  @usableFromInline
  final var deepened: EffectNode { DeepNode(self) }

  final var unwrapped: EffectNode {
    guard kind == .deep else { return self }
    return unsafeDowncast(self, to: DeepNode.self).upstream
  }
}

func greatestDepth<Output, Failure>(of nodes: [EffectNode<Output, Failure>]) -> UInt8 {
  nodes.reduce(0) { max($0, $1.depth) }
}

func haveOutputs<Output, Failure>(_ nodes: [EffectNode<Output, Failure>]) -> Bool {
  for node in nodes where node.hasOutputs { return true }
  return false
}

func firstDescription<Output, Failure>(
  of nodes: [EffectNode<Output, Failure>]
) -> EffectDescription? {
  for node in nodes {
    if let description = node.firstDescription { return description }
  }
  return nil
}

/// A node that is released in constant stack space, regardless of its contents.
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

/// The start of an effect in steps, which limits the nesting of calls.
enum EffectStart {
  case started(EffectScope?)
  case pending(() -> EffectStart)
}

@usableFromInline
enum EffectPlace {
  /// A scope that the effect shares with others.
  case within(EffectScope)
  /// A new scope below another one, registered under an id before any user code runs.
  case below(EffectScope, as: EffectID?)

  var parent: (EffectScope, id: EffectID?) {
    switch self {
    case .within(let scope): (scope, nil)
    case .below(let scope, let id): (scope, id)
    }
  }

  /// Calls a function with the scope of a node that needs no scope of its own, and returns the scope if it is new.
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

/// The kinds of node that a store handles itself, without a scope, a lock, or a task.
@usableFromInline
enum EffectKind {
  case value
  case childValue
  case merge
  case fireAndForget
  case unhandledAction
  /// An output, or a request to be dismissed.
  case output
  /// An effect that does not end when state is removed.
  case lasting
  /// An effect of a child, or of one of its descendants, that ends with the child's state.
  case embedded
  /// An effect that runs independently of the other effects of its turn.
  case independent
  /// An independent effect of a child, or of one of its descendants, that ends with the child's state.
  case independentEmbedded
  /// A wrapper around a deeply nested node of any kind.
  case deep
  case other
}
