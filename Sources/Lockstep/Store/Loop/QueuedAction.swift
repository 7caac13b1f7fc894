// SPDX-License-Identifier: MIT

/// Information about an action in the queue.
@usableFromInline
struct QueuedAction {
  /// Details that only a few actions have.
  @usableFromInline
  final class Details: Sendable {
    /// The scope of the effect that sent the value, unless the value was sent from outside or synchronously.
    @usableFromInline let source: EffectScope?
    /// The scope in which the action's effects are to run, if something waits for them already.
    @usableFromInline let effects: EffectScope?
    @usableFromInline let animation: StoreAnimation?
    @usableFromInline let cause: ActionCause
    /// The number of the turn in which the action was sent; zero if it was sent outside of any turn.
    let turn: Int

    init(
      source: EffectScope? = nil,
      effects: EffectScope? = nil,
      animation: StoreAnimation? = nil,
      cause: ActionCause,
      turn: Int
    ) {
      self.source = source
      self.effects = effects
      self.animation = animation
      self.cause = cause
      self.turn = turn
    }

    /// Creates the details of a value that an effect sends now, in a turn if one is in progress on this thread;
    /// the scope has been held.
    init(from scope: EffectScope, in turn: ActionOrigin?) {
      source = scope
      effects = nil
      animation = StoreAnimation.current
      cause = .effect(scope.cause, of: scope.origin)
      // What is sent before the first turn of a run is sent outside of any turn.
      self.turn = turn.map { $0.depth < 0 ? 0 : $0.action } ?? 0
    }

    /// The action that started the effect that sent the value.
    @usableFromInline var start: ActionOrigin { source?.origin ?? .none }
  }

  /// The action whose effects sent this one, at the depth before this one's.
  @usableFromInline let sender: ActionOrigin
  /// The details; `nil` if an effect sent the action synchronously.
  @usableFromInline let details: Details?

  @inlinable
  init(sender: ActionOrigin, details: Details?) {
    self.sender = sender
    self.details = details
  }

  /// The number of actions that this one follows from without input from outside.
  @inlinable var depth: Int { sender.depth + 1 }

  /// Creates the information about a value, which follows from its effect's action, at a depth.
  @usableFromInline
  init(_ details: Details, depth: Int) {
    let start = details.start
    sender = ActionOrigin(action: start.action, depth: depth, tag: start.tag)
    self.details = details
  }

  @usableFromInline
  var cause: ActionCause { details?.cause ?? .effect(nil, of: sender) }
}

/// The sender of an action.
@usableFromInline
package enum ActionCause: Sendable {
  /// A call of `send`.
  case caller(CodeLocation)
  /// An effect, with its description if it has one, and the action of the same store that has started it.
  case effect(EffectDescription?, of: ActionOrigin)

  /// Returns a description of the sender for messages, with the action of the store that has started it.
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
