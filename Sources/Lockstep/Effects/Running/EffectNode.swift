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

  /// Whether starting it alone starts one leaf at most, so that it needs no turn among what is being started.
  var startsOneLeaf: Bool { false }

  /// What messages call the first part of it that has a name or a place; `nil` if none has.
  var firstDescription: EffectDescription? { nil }

  /// Starts the effect in a scope.
  ///
  /// The node sends values to the subscriber and finishes it exactly once, unless the scope is
  /// stopped or cancelled before, or is not active in the first place. It is called outside of the
  /// effect's lane, and what it sends enters that.
  @usableFromInline
  func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    preconditionFailure("A subclass of EffectNode does not override start(_:in:).")
  }

  /// Starts the effect in a scope of its own, which runs under an id before any code of the user does.
  ///
  /// A node that has a scope of its own anyway overrides it. Where a store calls this, nothing follows the end,
  /// so one that starts otherwise in a scope need not finish the subscriber here.
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
