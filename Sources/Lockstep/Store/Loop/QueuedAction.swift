// SPDX-License-Identifier: MIT

/// What is known of an action in the queue.
@usableFromInline
struct QueuedAction {
  /// What only few actions have.
  @usableFromInline
  final class Details: Sendable {
    /// Whose value it is, unless it was sent from outside or at once.
    @usableFromInline let source: EffectScope?
    /// What its effects are to run in, if somebody waits for them already.
    @usableFromInline let effects: EffectScope?
    @usableFromInline let animation: StoreAnimation?
    @usableFromInline let cause: ActionCause

    init(
      source: EffectScope? = nil,
      effects: EffectScope? = nil,
      animation: StoreAnimation? = nil,
      cause: ActionCause
    ) {
      self.source = source
      self.effects = effects
      self.animation = animation
      self.cause = cause
    }

    /// What is known of a value that an effect sends now; the scope has been held.
    init(from scope: EffectScope) {
      source = scope
      effects = nil
      animation = StoreAnimation.current
      cause = .effect(scope.cause, of: scope.origin)
    }

    /// The action that has started the effect whose value it is.
    @usableFromInline var start: ActionOrigin { source?.origin ?? .none }
  }

  /// The action whose effects have sent it, at the depth before its own.
  @usableFromInline let sender: ActionOrigin
  /// `nil` if an effect has sent it at once.
  @usableFromInline let details: Details?

  @inlinable
  init(sender: ActionOrigin, details: Details?) {
    self.sender = sender
    self.details = details
  }

  /// How many actions it follows from without anything from outside.
  @inlinable var depth: Int { sender.depth + 1 }

  /// What is known of a value, which follows from its effect's action after so many others.
  @usableFromInline
  init(_ details: Details, depth: Int) {
    let start = details.start
    sender = ActionOrigin(action: start.action, depth: depth, tag: start.tag)
    self.details = details
  }

  @usableFromInline
  var cause: ActionCause { details?.cause ?? .effect(nil, of: sender) }
}

/// Who sent an action.
@usableFromInline
package enum ActionCause: Sendable {
  /// A call of `send`.
  case caller(CodeLocation)
  /// An effect, if it is described, and the action that has started it, of the same store.
  case effect(EffectDescription?, of: ActionOrigin)

  /// Who it is, for messages, with the action of the store that has started it.
  ///
  /// - Parameter type: The type of the store's actions.
  /// - Returns: The text.
  package func description(in type: Any.Type) -> String {
    switch self {
    case .caller(let location):
      return "'send' at \(location)"
    case .effect(let description, let action):
      let effect = description.map { "effect \($0)" } ?? "an effect that sends its value at once"
      return action.name(in: type).map { "\(effect), started by \($0)" } ?? effect
    }
  }
}
