// SPDX-License-Identifier: MIT

/// A node that an effect is made of: a leaf, or an operator around other nodes.
///
/// `@unchecked` because a nonfinal class cannot be checked; the properties of all subclasses are constants of
/// `Sendable` types, except for lists, which `deinit` empties in nodes that nothing else refers to.
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

  /// Whether starting the node alone starts at most one leaf, so that it does not have to wait its turn among
  /// the parts that are being started.
  var startsOneLeaf: Bool { false }

  /// The description of the first part of the effect that has a name or a place; `nil` if none has.
  var firstDescription: EffectDescription? { nil }

  /// Starts the effect in a scope.
  ///
  /// The node sends values to the subscriber and finishes it exactly once, unless the scope is stopped or
  /// cancelled before, or is not active in the first place. The method is called outside of the effect's
  /// lane, and what the node sends enters the lane.
  @usableFromInline
  func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    preconditionFailure("A subclass of EffectNode does not override start(_:in:).")
  }

  /// Starts the effect in a scope of its own, which runs under an id before any user code does.
  ///
  /// A node that has a scope of its own anyway overrides this method. Where a store calls it, nothing follows
  /// the end, so a node that otherwise starts in a scope need not finish the subscriber here.
  ///
  /// - Returns: The scope, or `nil` if nothing can be started in the parent any more.
  @usableFromInline
  func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope,
    as id: EffectID?
  ) -> EffectScope? {
    guard let scope = parent.makeChild() else { return nil }
    scope.take(id)
    start(subscriber, in: scope)
    scope.leave()
    return scope
  }
}

/// The kinds of node that a store handles by itself, without a scope, a lock, or a task.
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
