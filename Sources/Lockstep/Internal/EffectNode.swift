// SPDX-License-Identifier: MIT

/// What an effect is made of: a leaf, or an operator around other nodes.
///
/// `@unchecked` because a class that is not final cannot be checked; the properties of all
/// subclasses are constants of `Sendable` types, but for lists, which `deinit` empties in nodes that nobody
/// else refers to.
@usableFromInline
package class EffectNode<Output: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let kind: EffectKind

  @inlinable
  init(_ kind: EffectKind) {
    self.kind = kind
  }

  init() {
    kind = .other
  }

  /// Whether starting it starts nothing but one leaf.
  @usableFromInline
  var isLeaf: Bool { false }

  // A subclass overrides the one or the other of the first two of these, or both, and a leaf the third.

  /// Starts the effect in a scope.
  ///
  /// The node sends values to the subscriber and finishes it exactly once, unless the scope is
  /// stopped or cancelled before, or is not active in the first place.
  @usableFromInline
  func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    _ = startAlone(subscriber, below: scope)
  }

  /// Starts the effect in a scope, but for what takes its place: that is up to the caller, so that any
  /// number of effects that follow one another in this way needs constant stack.
  ///
  /// The caller starts it, or has it started, before what keeps the scope running has ended.
  @usableFromInline
  func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    start(subscriber, in: scope)
    return nil
  }

  /// What messages call the first part of it that has a name or a place; `nil` if none has.
  var firstDescription: EffectDescription? { nil }

  /// Starts the effect in a scope of its own.
  ///
  /// Nothing follows the end where a store calls this, so a node that starts otherwise in a scope need
  /// not finish the subscriber here.
  ///
  /// - Returns: The scope, or `nil` if nothing can be started in the parent any more.
  @usableFromInline
  func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    if isLeaf { return startLeaf(subscriber, below: parent, as: nil) }
    guard let scope = parent.makeChild() else { return nil }
    start(subscriber, in: scope)
    scope.leave()
    return scope
  }

  /// Starts a leaf, which runs under an id before any code of the user does.
  ///
  /// - Returns: Its scope, or `nil` if nothing can be started in the parent any more.
  @usableFromInline
  func startLeaf(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) -> EffectScope? {
    preconditionFailure("A leaf does not override startLeaf(_:below:as:).")
  }
}

/// An effect whose place another one may take in the end: what it starts last, where nothing else of it
/// goes on.
///
/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
package class ReplaceableNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline
  override func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    preconditionFailure("A subclass of ReplaceableNode does not override begin(_:in:).")
  }

  @usableFromInline
  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    begin(subscriber, in: scope)?.run()
  }
}

/// An effect that is to be started, with whom it sends to and where it runs.
@usableFromInline
struct EffectStart<Output: Sendable, Failure: Error> {
  let node: EffectNode<Output, Failure>
  let subscriber: EffectSubscriber<Output, Failure>
  let scope: EffectScope

  /// Starts it, and what takes its place.
  func run() {
    var next: Self? = self
    while let start = next { next = start.node.begin(start.subscriber, in: start.scope) }
  }
}

/// The kinds of node that a store handles by itself, without a scope, a lock or a task.
@usableFromInline
enum EffectKind {
  case value
  case merge
  case fireAndForget
  case strayAction
  /// An effect of a child, or of a child of a child, that ends with the child's state.
  case embedded
  case other
}

/// What takes the values of a running effect, whatever its failures.
///
/// It is a class and not a protocol, so that finding its functions needs no look-up for generic types.
///
/// `@unchecked` because a class that is not final cannot be checked; the properties of all
/// subclasses are constants of `Sendable` types.
@usableFromInline
package class EffectReceiver<Output: Sendable>: @unchecked Sendable {
  init() {}

  /// Takes a value; the scope is the innermost one that it comes from.
  @usableFromInline
  func receive(_ value: Output, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectReceiver does not override receive(_:from:).")
  }

  /// Notes that nothing but the end follows what comes next, from the one who sends.
  @usableFromInline
  func announceLast() {}
}

/// What takes the values and the end of a running effect.
///
/// `@unchecked` for the same reason as what it inherits from.
@usableFromInline
package class EffectSubscriber<Output: Sendable, Failure: Error>: EffectReceiver<Output>,
  @unchecked Sendable
{
  /// Where the state of the reducer stands that has returned the effect, if somebody has to know.
  var presence: Presence? { nil }

  /// Whether events have to come to it one after the other.
  var needsTurns: Bool { true }

  /// Takes the end: a failure, or `nil` for completion, and the innermost scope that it comes from.
  @usableFromInline
  func finish(_ failure: Failure?, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectSubscriber does not override finish(_:from:).")
  }
}
